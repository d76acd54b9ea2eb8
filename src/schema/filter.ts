/** The `filter` argument of lists: one input type a resource, and the conditions and needs that a filter amounts to. */
import type { Condition } from '../db/conditions.ts';
import type { DataSet } from '../db/data-set.queries.ts';
import { badInput } from './bad-input.ts';
import { builder } from './builder.ts';
import { findCountryCodes } from './country-code.ts';
import type { FieldRead } from './needs.ts';
import type { Filter, Resource } from './resource.ts';
import { searchText } from './search-text.ts';

/** A filter as resolvers get it. */
export type FilterValue = Readonly<Record<string, unknown>>;

const MOST_VALUES = 100;
const MOST_LETTERS = 100;

const NumberRange = builder.inputType('NumberRange', {
  description:
    'Bounds of a number, both inclusive; either may be left out. A record without the number is never within.',
  fields: (t) => ({
    min: t.float({ description: 'The least number.' }),
    max: t.float({ description: 'The greatest number.' }),
  }),
});

/** Declares the filter input of a resource. */
export function defineFilter(resource: Resource) {
  const { name, table, filters } = resource;
  return builder.inputType(`${name}Filter`, {
    description: `What records of a list of ${table} have to fulfil, all of it. An argument that is null does not count.`,
    fields: (t) => ({
      text: t.string({
        description: `A literal, case-insensitive part of the name${hasNative(resource) ? ' or native name' : ''}, 2 to 100 characters (Supporter and above).`,
      }),
      ...Object.fromEntries(
        filters.map((filter) => {
          const description = describe(filter);
          switch (filter.kind) {
            case 'ids':
            case 'region':
              return [filter.argument, t.intList({ description })];
            case 'country':
              return [filter.argument, t.idList({ description })];
            case 'range':
              return [filter.argument, t.field({ type: NumberRange, description })];
            case 'present':
              return [filter.argument, t.boolean({ description })];
            default:
              return [filter.argument, t.stringList({ description })];
          }
        }),
      ),
    }),
  });
}

/** The hidden fields that a filter reads. */
export function filterReads(resource: Resource, value: unknown): FieldRead[] {
  if (!isRecord(value)) return [];
  return resource.filters
    .filter(({ argument, field }) => isGiven(value[argument]) && field.tier !== 'basic')
    .map(({ field }) => ({ field: `${resource.name}.${field.graphql}`, tier: field.tier }));
}

/** True when a filter searches texts, which has a gate of its own. */
export function filtersText(value: unknown): boolean {
  return isRecord(value) && isGiven(value['text']);
}

/** The conditions of a filter; throws BAD_USER_INPUT for a value that breaks its rule. */
export function filterConditions(resource: Resource, value: FilterValue, dataSet: DataSet): Condition[] {
  const conditions = resource.filters
    .filter(({ argument }) => isGiven(value[argument]))
    .map((filter) => conditionOf(filter, value[filter.argument], dataSet));
  const text = searchText(value['text'] as string | null | undefined, 'filter.text'); // The schema says String.
  return text === undefined ? conditions : [...conditions, { kind: 'contains', text }];
}

// The value's type is the one that defineFilter gave the argument of this kind.
function conditionOf({ kind, argument, field: { property } }: Filter, value: unknown, dataSet: DataSet): Condition {
  const name = `filter.${argument}`;
  switch (kind) {
    case 'ids':
      return { kind: 'in', property, values: listed(name, value as readonly number[]) };
    case 'region':
      return { kind: 'countryInRegion', property, regionIds: listed(name, value as readonly number[]) };
    case 'country':
      return { kind: 'in', property, values: countryIds(listed(name, value as readonly string[]), dataSet) };
    case 'range':
      return { kind: 'range', property, ...bounds(name, value as { min?: number | null; max?: number | null }) };
    case 'present':
      return { kind: 'present', property, present: value === true };
    case 'texts':
      return { kind: 'in', property, values: texts(name, value) };
    case 'codes':
      return { kind: 'in', property, values: texts(name, value).map((code) => code.toUpperCase()) };
    case 'numericCodes':
      return { kind: 'in', property, values: texts(name, value).map((code) => code.padStart(3, '0')) };
  }
}

/** An unknown country is nobody's: its id is 0, which no row has. */
function countryIds(forms: readonly string[], dataSet: DataSet): number[] {
  return forms.map((form) => findCountryCodes(dataSet, form)?.id ?? 0);
}

function bounds(name: string, { min, max }: { readonly min?: number | null; readonly max?: number | null }) {
  if (isGiven(min) && isGiven(max) && Number(min) > Number(max)) throw badInput(`${name}: min is greater than max`);
  return { min: min ?? undefined, max: max ?? undefined };
}

function texts(name: string, value: unknown): readonly string[] {
  const all = listed(name, value as readonly string[]); // The schema says [String!].
  if (all.some((text) => text.length > MOST_LETTERS || text.includes('\0'))) {
    throw badInput(`${name} must hold texts of at most ${MOST_LETTERS} characters without NUL`);
  }
  return all;
}

function listed<T>(name: string, values: readonly T[]): readonly T[] {
  if (values.length > MOST_VALUES) throw badInput(`${name} must have at most ${MOST_VALUES} values`);
  return values;
}

function describe({ kind, argument, field }: Filter): string {
  const tier = field.tier === 'basic' ? '' : ` (${field.tier === 'full' ? 'Full' : 'Coordinates'} tier)`;
  const doc = field.doc.replace(/\.$/, '');
  const rules = {
    ids: `One of these: ${doc}`,
    codes: `One of these, in any case: ${doc}`,
    numericCodes: `One of these, with or without leading zeros: ${doc}`,
    texts: `Exactly one of these: ${doc}`,
    range: `Within these bounds: ${doc}`,
    present: `\`true\` for records that have it, \`false\` for those that have none: ${doc}`,
    country: 'Of one of these countries: ISO2, ISO3 or id',
    region: 'Of a country in one of these regions: region ids',
  };
  const most = kind === 'range' || kind === 'present' || argument === '' ? '' : ` At most ${MOST_VALUES} values.`;
  return `${rules[kind]}${tier}.${most}`;
}

function hasNative(resource: Resource): boolean {
  return resource.fields.some(({ property }) => property === 'native');
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function isRecord(value: unknown): value is FilterValue {
  return typeof value === 'object' && value !== null;
}
