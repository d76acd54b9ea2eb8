/** The example request of a route, taken apart, and requests that break a rule of one parameter. */
import { ApiError } from '../../http/errors.ts';
import { parseQuery, splitTarget } from '../../http/target.ts';
import { parseInput } from '../parse-input.ts';
import type { Route } from '../route.ts';
import { createRouter, type Match } from '../router.ts';

export interface ExampleRequest {
  readonly match: Match;
  /** Values of the path parameters by name. */
  readonly path: ReadonlyMap<string, string>;
  /** Values of the query parameters by name. */
  readonly query: ReadonlyMap<string, string>;
}

/** A request that is answered with 400, and that answer's text. */
export interface BadRequest {
  readonly name: string;
  readonly target: string;
  readonly error: string;
}

/** Takes a route's example apart; throws when it is no request of that route. */
export function exampleRequest(route: Route): ExampleRequest {
  const { segments, query } = splitTarget(route.example);
  const match = createRouter([route])(segments);
  const values = parseQuery(query);
  if (!match || !values) throw new Error(`the example of ${route.operationId} is no request of it`);
  return {
    match,
    path: new Map(match.names.map((name, index) => [name, match.values[index] ?? ''])),
    query: new Map([...values].map(([name, given]) => [name, given[0] ?? ''])),
  };
}

/** For each query parameter the example request with a value that breaks its rule, or without it where it is required. */
export function badRequests(route: Route): BadRequest[] {
  const { match, query } = exampleRequest(route);
  const cases = Object.entries(route.query).flatMap(([name, { required }]) => {
    const rest = [...query].filter(([each]) => each !== name);
    const wrong = { name, pairs: [...rest, [name, '!'] as const] };
    return required ? [{ name: `${name}-missing`, pairs: rest }, wrong] : [wrong];
  });
  return cases.flatMap(({ name, pairs }) => {
    const sent = new Map(pairs.map(([each, value]) => [each, [value]]));
    const error = faultOf(() => parseInput(match, sent, 'full', undefined));
    const target = `${pathOf(route)}${pairs.length > 0 ? `?${new URLSearchParams(pairs.map(([a, b]) => [a, b]))}` : ''}`;
    return error === undefined ? [] : [{ name, target, error }];
  });
}

/** The path of a route's example. */
function pathOf({ example }: Route): string {
  return example.split('?')[0] ?? '';
}

function faultOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'invalid') return error.message;
    throw error;
  }
}
