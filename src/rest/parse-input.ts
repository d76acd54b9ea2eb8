/** From the raw parameters of a matched request to canonical input, or to the 400 or 404 that they earn; pure. */
import type { Tier } from '../auth/plans.ts';
import { ApiError } from '../http/errors.ts';
import type { parseQuery } from '../http/target.ts';
import type { DataSet } from '../schema/context.ts';
import { ParameterFault, type Route } from './route.ts';
import type { Match } from './router.ts';
import { assertSortVisible, type SortToken, visibleFields } from './shape.ts';

export interface Input {
  readonly variables: Readonly<Record<string, unknown>>;
  /** The fields that are left of the record, or undefined for all that the tier shows. */
  readonly fields: readonly string[] | undefined;
  /** Equal for equal questions: case, leading zeros and the order of parameters are folded. */
  readonly key: string;
}

/**
 * Parses all parameters. Query faults come before a path that names nothing: what is malformed is told before what is
 * missing. Undefined when the path needs a data set to be understood and none is loaded.
 */
export function parseInput(
  { route, names, values }: Match,
  query: ReturnType<typeof parseQuery>,
  tier: Tier,
  dataSet: DataSet | undefined,
): Input | undefined {
  if (!query || values.includes(undefined)) throw new ApiError('malformed');
  const input = parseQueryParameters(route, query);
  const sort = input['sort'] as readonly SortToken[] | undefined; // Only sortOf() parses a parameter of this name.
  if (route.resource && sort) assertSortVisible(route.resource, sort, tier);
  if (!dataSet) return undefined;
  for (const [index, name] of names.entries()) {
    const value = route.params[name]?.parse(values[index] ?? '', dataSet);
    if (value === undefined) throw new ApiError('notFound', notFoundText(route));
    input[name] = value;
  }
  const asked = input['fields'] as readonly string[] | undefined; // Only fieldsOf() parses a parameter of this name.
  const resource = route.resourceOf?.(input) ?? route.resource;
  const fields = resource && visibleFields(resource, asked, tier);
  const variables = route.variables(input);
  return { variables, fields, key: JSON.stringify(fields ? [variables, fields] : [variables]) };
}

function parseQueryParameters(
  route: Route,
  query: NonNullable<ReturnType<typeof parseQuery>>,
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const faults = new Map<string, ParameterFault>();
  for (const name in route.query) {
    const given = query.get(name);
    try {
      if (given && given.length > 1) throw new ParameterFault(`${name}: must be given once`);
      input[name] = route.query[name]?.parse(given?.[0], name, input);
    } catch (error) {
      if (!(error instanceof ParameterFault)) throw error;
      faults.set(name, error);
    }
  }
  for (const [name, text] of Object.entries(route.check?.(input, query) ?? {})) {
    faults.set(name, typeof text === 'string' ? new ParameterFault(text) : text);
  }
  if (faults.size === 0) return input;
  const inOrder = Object.keys(route.query).flatMap((name) => faults.get(name) ?? []);
  const [first] = inOrder;
  if (first?.alone) throw new ApiError('invalid', { error: first.message });
  if (first) {
    const rules = inOrder.filter(({ alone }) => !alone).map(({ message }) => message);
    throw new ApiError('invalid', { error: `Invalid query parameters: ${rules.join('; ')}` });
  }
  return input;
}

function notFoundText(route: Route): { error: string } | undefined {
  const text = route.notFound?.[''] ?? route.empty;
  return text === undefined ? undefined : { error: text };
}
