/** What is asked while things break, and what the right answers are: those of a calm service, held against the data files first. */
import { PLAN_NAMES, type Plan } from '../../src/auth/plans.ts';
import { byNameThenId, type Row, sourceRows } from '../source-rows.ts';

export interface Question {
  readonly name: string;
  readonly plan: Plan;
  /** A word that makes the question one that was never asked; it does not change the answer but for itself. */
  request(word: string): { readonly path: string; readonly body?: string };
  /** Throws when a calm answer is not what the files say. */
  verify(answer: unknown): void;
}

/** Answers by question, each under the word `WORD`. */
export type Golden = ReadonlyMap<Question, string>;

/** Stands in a golden copy where an answer repeats the word of its question. */
export const WORD = 'word';

/** Countries that are asked for: enough that no cache has them all at once, few enough that all are asked. */
const COUNTRIES = 12;

const LAST_FIRST = '[{ field: ID, direction: DESC }]';

/** Plans with orders and currencies. */
const WITH_ORDERS: readonly Plan[] = ['Supporter', 'Professional', 'Business'];

/**
 * Questions at every plan: kept and never kept, of one record and of many. What is asked for in an order of its own, under a word, is
 * read from the database each time; the others may be answered from memory.
 */
export function questionsOn(folder: string): Question[] {
  const countries = sourceRows(folder, 'countries').sort(byNameThenId);
  const states = sourceRows(folder, 'states').sort(byNameThenId);
  const cities = Map.groupBy(sourceRows(folder, 'cities').sort(byNameThenId), (city) => city['state_id']);
  const some = countries.filter((_, index) => index % Math.ceil(countries.length / COUNTRIES) === 0);
  return PLAN_NAMES.flatMap((plan) => [
    {
      name: 'all countries',
      plan,
      request: () => ({ path: '/v1/countries' }),
      verify: (answer) => same(answer, countries),
    },
    {
      name: 'countries by GraphQL',
      plan,
      request: (word) => graphql(`{ ${word}: countries(first: 50) { nodes { iso2 name } } }`),
      verify: (answer) => same(field(field(field(answer, 'data'), WORD), 'nodes'), countries.slice(0, 50)),
    },
    ...some.flatMap((country): Question[] => {
      const path = `/v1/countries/${country['iso2']}`;
      const own = states.filter((state) => state['country_id'] === country.id);
      const state = own.find(({ id, iso2 }) => cities.has(id) && /^\w+$/.test(String(iso2 ?? '')));
      return [
        {
          name: 'a country',
          plan,
          request: () => ({ path }),
          verify: (answer) => same([answer], [country]),
        },
        {
          name: 'a country by GraphQL',
          plan,
          request: (word) => graphql(`{ ${word}: country(iso2: "${country['iso2']}") { id name iso3 } }`),
          verify: (answer) => same([field(field(answer, 'data'), WORD)], [country]),
        },
        ...(own.length === 0 || !WITH_ORDERS.includes(plan)
          ? []
          : [
              {
                name: 'states of a country, the last first',
                plan,
                request: (word: string) =>
                  graphql(
                    `{ ${word}: country(iso2: "${country['iso2']}") { states(first: 500, orderBy: ${LAST_FIRST}) { nodes { id name iso2 } } } }`,
                  ),
                verify: (answer: unknown) =>
                  same(
                    field(field(field(field(answer, 'data'), WORD), 'states'), 'nodes'),
                    own.toSorted((left, right) => right.id - left.id),
                  ),
              },
            ]),
        ...(state === undefined || !WITH_ORDERS.includes(plan)
          ? []
          : [
              {
                name: 'cities of a state, the last first',
                plan,
                request: (word: string) =>
                  graphql(
                    `{ ${word}: state(id: ${state.id}) { cities(first: 20, orderBy: ${LAST_FIRST}) { nodes { id name latitude } } } }`,
                  ),
                verify: (answer: unknown) =>
                  same(
                    field(field(field(field(answer, 'data'), WORD), 'cities'), 'nodes'),
                    (cities.get(state.id) ?? []).toSorted((left, right) => right.id - left.id).slice(0, 20),
                  ),
              },
            ]),
        ...(own.length === 0
          ? []
          : [
              {
                name: 'states of a country',
                plan,
                request: () => ({ path: `${path}/states` }),
                verify: (answer: unknown) => same(answer, own),
              },
            ]),
        ...(state === undefined
          ? []
          : [
              {
                name: 'cities of a state',
                plan,
                request: () => ({ path: `${path}/states/${state['iso2']}/cities` }),
                verify: (answer: unknown) => same(answer, cities.get(state.id) ?? []),
              },
            ]),
        ...(!WITH_ORDERS.includes(plan) || !country['currency']
          ? []
          : [
              {
                name: 'the currency of a country',
                plan,
                request: () => ({ path: `/v1/currency/${country['iso2']}` }),
                verify: (answer: unknown) => same([{ currency: field(field(answer, 'currency'), 'code') }], [country]),
              },
            ]),
      ];
    }),
  ]);
}

function graphql(query: string) {
  return { path: '/graphql', body: JSON.stringify({ query }) };
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** Throws unless the records are these rows, in their order, and every field that they have is as in the row. */
function same(records: unknown, rows: readonly Row[]): void {
  const found: readonly unknown[] = Array.isArray(records) ? records : [];
  if (found.length !== rows.length)
    throw new Error(`the calm answer has ${found.length} records, the files ${rows.length}`);
  for (const [at, row] of rows.entries()) {
    const record = found[at];
    const fields = typeof record === 'object' && record !== null ? Object.entries(record) : [];
    if (fields.length === 0) throw new Error(`record ${at} of the calm answer has no fields`);
    for (const [name, value] of fields) {
      if (textOf(value) === textOf(row[name])) continue;
      throw new Error(
        `${name} of ${row.name} is ${textOf(value).slice(0, 100)} in the calm answer, ${textOf(row[name]).slice(0, 100)} in the files`,
      );
    }
  }
}

/** As the files and the answers both may write it: numbers as texts, structures as JSON in a text, nothing as null or ''. */
function textOf(value: unknown): string {
  if (typeof value === 'string' && /^[[{]/.test(value)) return JSON.stringify(JSON.parse(value));
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
}
