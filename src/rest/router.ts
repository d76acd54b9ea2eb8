/** Matches paths to routes: a tree of segments, literal before parameter. No I/O. */
import type { Route } from './route.ts';

interface Branch {
  readonly literals: Map<string, Branch>;
  parameter: Branch | undefined;
  end: Pick<Match, 'route' | 'names'> | undefined;
}

export interface Match {
  readonly route: Route;
  /** Names of the path parameters in the order of the path. */
  readonly names: readonly string[];
  /** Their values in the same order; undefined for one that could not be decoded. */
  readonly values: readonly (string | undefined)[];
}

export type Router = (segments: readonly (string | undefined)[]) => Match | undefined;

/** Compiles the routes once; throws when two of them have the same path. */
export function createRouter(routes: readonly Route[]): Router {
  const root = newBranch();
  for (const route of routes) {
    let branch = root;
    for (const segment of route.path.split('/').slice(1)) branch = descend(branch, segment);
    if (branch.end) throw new Error(`two routes have the path ${route.path}`);
    branch.end = { route, names: parameterNames(route) };
  }
  return (segments) => {
    const values: (string | undefined)[] = [];
    const found = walk(root, segments, 0, values);
    return found && { ...found, values };
  };
}

/** Names of a route's path parameters in the order of the path. */
export function parameterNames(route: Route): string[] {
  return route.path
    .split('/')
    .filter((segment) => segment.startsWith(':'))
    .map((segment) => segment.slice(1));
}

function walk(
  branch: Branch,
  segments: readonly (string | undefined)[],
  at: number,
  values: (string | undefined)[],
): Branch['end'] {
  if (at === segments.length) return branch.end;
  const segment = segments[at];
  const literal = segment === undefined ? undefined : branch.literals.get(segment);
  const found = literal && walk(literal, segments, at + 1, values);
  if (found || !branch.parameter || segment === '') return found;
  values.push(segment);
  const through = walk(branch.parameter, segments, at + 1, values);
  if (!through) values.pop();
  return through;
}

function descend(branch: Branch, segment: string): Branch {
  if (segment.startsWith(':')) {
    branch.parameter ??= newBranch();
    return branch.parameter;
  }
  const known = branch.literals.get(segment);
  if (known) return known;
  const made = newBranch();
  branch.literals.set(segment, made);
  return made;
}

function newBranch(): Branch {
  return { literals: new Map(), parameter: undefined, end: undefined };
}
