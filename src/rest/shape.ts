/** `fields` and `sort` against a resource (contract, section 3); pure. */
import { gate, type Tier, tierIncludes } from '../auth/plans.ts';
import { shortText } from '../execution/short-input.ts';
import { ApiError } from '../http/errors.ts';
import type { Resource } from '../schema/resource.ts';
import { ParameterFault, type QueryParameter, type ResourceOf } from './route.ts';

/** Letters of a list of unknown fields that an error shows. */
const MOST_LETTERS = 500;

/** One entry of `sort` as the schema's order input takes it. */
export interface SortToken {
  readonly field: string;
  readonly direction: 'ASC' | 'DESC';
}

/** `fields`: wire names in table order with `id`, or undefined for all of them. */
export function fieldsOf(resource: Resource): QueryParameter<readonly string[] | undefined> {
  return fieldsOfAny(() => resource, `Valid: ${validFields(resource)}`);
}

/** `fields` of the record that the parameters before it choose; `always` are there besides. `valid` says in the documentation which there are. */
export function fieldsOfAny(
  resourceOf: ResourceOf,
  valid: string,
  always: readonly string[] = [],
): QueryParameter<readonly string[] | undefined> {
  return {
    doc: `Comma-separated names of the fields to return; \`id\` always is. ${valid} (Supporter and above).`,
    schema: { type: 'string' },
    example: 'name',
    gate: gate('fieldsFiltering'),
    parse(text, _name, before = {}) {
      const wanted = new Set(tokens(text));
      if (wanted.size === 0) return undefined;
      const resource = resourceOf(before);
      const unknown = [...wanted].filter((name) => !resource.byWire.has(name) && !always.includes(name));
      if (unknown.length > 0) {
        throw new ParameterFault(
          `Unknown field(s): ${shortText(unknown.map((name) => shortText(name)).join(', '), MOST_LETTERS)}. Valid fields: ${[validFields(resource), ...always].join(', ')}`,
          true,
        );
      }
      return resource.fields.map(({ wire }) => wire).filter((wire) => wire === 'id' || wanted.has(wire));
    },
  };
}

function validFields(resource: Resource): string {
  return resource.fields.map(({ wire }) => wire).join(', ');
}

/** `sort`: the sort keys in order, or undefined for the default order. */
export function sortOf(resource: Resource): QueryParameter<readonly SortToken[] | undefined> {
  const sortable = resource.sortable.map(({ wire }) => wire).join(', ');
  return {
    doc: `Comma-separated sort keys, each \`field\` or \`field:asc|desc\`. Sortable: ${sortable} (Supporter and above).`,
    schema: { type: 'string' },
    example: 'name:desc',
    gate: gate('fieldsFiltering'),
    parse(text) {
      const parsed = tokens(text).map((token) => sortToken(token, resource, sortable));
      // Rows that are equal by a field stay equal by it: a second key of the same field orders nothing, in whatever direction.
      const seen = new Set<string>();
      const keys = parsed.filter(({ field }) => !seen.has(field) && seen.add(field));
      return keys.length === 0 ? undefined : keys;
    },
  };
}

/** The sort keys must lie within the caller's tier; the first that does not is a 400. */
export function assertSortVisible(resource: Resource, sort: readonly SortToken[], tier: Tier): void {
  for (const { field } of sort) {
    const spec = resource.fields.find(({ wire }) => wire.toUpperCase() === field);
    if (spec && !tierIncludes(tier, spec.tier)) {
      throw new ApiError('invalid', { error: `Field "${spec.wire}" is not available on your current plan.` });
    }
  }
}

/** The asked fields that the tier shows; undefined when that is everything the tier shows anyway. */
export function visibleFields(
  resource: Resource,
  fields: readonly string[] | undefined,
  tier: Tier,
): readonly string[] | undefined {
  if (fields === undefined) return undefined;
  const shown = resource.fields.filter((field) => tierIncludes(tier, field.tier));
  const visible = shown.map(({ wire }) => wire).filter((wire) => fields.includes(wire));
  return visible.length === shown.length ? undefined : visible;
}

function tokens(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((token) => token.trim())
    .filter((token) => token !== '');
}

function sortToken(token: string, resource: Resource, sortable: string): SortToken {
  const [name = '', direction = 'asc', ...rest] = token.split(':').map((part) => part.trim());
  const lower = direction.toLowerCase();
  if (name === '' || rest.length > 0 || (lower !== 'asc' && lower !== 'desc')) {
    throw new ParameterFault(`Invalid sort token "${shortText(token)}". Expected "field" or "field:asc|desc".`, true);
  }
  const field = resource.sortable.find(({ wire }) => wire === name);
  if (!field) {
    throw new ParameterFault(
      `Field "${shortText(name)}" is not sortable. Sortable fields for ${resource.table}: ${sortable}`,
      true,
    );
  }
  return { field: field.wire.toUpperCase(), direction: lower === 'asc' ? 'ASC' : 'DESC' };
}
