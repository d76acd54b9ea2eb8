/** What is asked while things break, and what the right answers are: those of a calm service, held against the data files first. */
import { PLAN_NAMES, type Plan } from '../../src/auth/plans.ts';
import { byNameThenId, sourceRows } from '../source-rows.ts';

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

/** Questions at every plan: kept and never kept, of one record and of many. */
export function questionsOn(folder: string): Question[] {
  const countries = sourceRows(folder, 'countries').sort(byNameThenId);
  const states = sourceRows(folder, 'states').sort(byNameThenId);
  const some = countries.filter((_, index) => index % Math.ceil(countries.length / COUNTRIES) === 0);
  const namesOf = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name);
  return PLAN_NAMES.flatMap((plan) => [
    {
      name: 'all countries',
      plan,
      request: () => ({ path: '/v1/countries' }),
      verify: (answer) => same(names(answer), namesOf(countries)),
    },
    {
      name: 'countries by GraphQL',
      plan,
      request: (word) => graphql(`{ ${word}: countries(first: 50) { nodes { iso2 name } } }`),
      verify: (answer) =>
        same(names(field(field(field(answer, 'data'), WORD), 'nodes')), namesOf(countries.slice(0, 50))),
    },
    ...some.flatMap((country): Question[] => {
      const own = states.filter((state) => state['country_id'] === country.id);
      return [
        {
          name: 'a country',
          plan,
          request: () => ({ path: `/v1/countries/${country['iso2']}` }),
          verify: (answer) => same(field(answer, 'name'), country.name),
        },
        {
          name: 'a country by GraphQL',
          plan,
          request: (word) => graphql(`{ ${word}: country(iso2: "${country['iso2']}") { id name iso3 } }`),
          verify: (answer) => same(field(field(field(answer, 'data'), WORD), 'id'), country.id),
        },
        ...(own.length === 0
          ? []
          : [
              {
                name: 'states of a country',
                plan,
                request: () => ({ path: `/v1/countries/${country['iso2']}/states` }),
                verify: (answer: unknown) => same(names(answer), namesOf(own)),
              },
            ]),
      ];
    }),
  ]);
}

function graphql(query: string) {
  return { path: '/graphql', body: JSON.stringify({ query }) };
}

function names(rows: unknown): unknown {
  return Array.isArray(rows) ? rows.map((row: unknown) => field(row, 'name')) : rows;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function same(found: unknown, expected: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    throw new Error(
      `the calm answer is ${JSON.stringify(found)?.slice(0, 200)}, the files say ${JSON.stringify(expected)?.slice(0, 200)}`,
    );
  }
}
