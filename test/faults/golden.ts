/** What is asked while things break, and what the right answers are: those of a calm service, held against the data files first. */
import { PLAN_NAMES, type Plan } from '../../src/auth/plans.ts';
import { CITY_FIELDS, COUNTRY_FIELDS, STATE_FIELDS } from '../rest/specification.ts';
import { byNameThenId, type Row, sourceRows } from '../source-rows.ts';
import { below, recordsFor, recordsWith, same } from './calm-answers.ts';
import { findQuestions } from './find-questions.ts';
import { graphql, type Question } from './question.ts';

/** Countries that are asked for: enough that no cache has them all at once, few enough that all are asked. */
const COUNTRIES = 12;
/** Places are looked for in every third of them: what is in memory is not to leave the database few questions. */
const FIND_IN = 3;

const LAST_FIRST = '[{ field: ID, direction: DESC }]';

/** Plans with orders, searches in lists, and currencies. */
const WITH_ORDERS: readonly Plan[] = ['Supporter', 'Professional', 'Business'];

interface Data {
  readonly states: readonly Row[];
  readonly cities: readonly Row[];
  readonly citiesOf: ReadonlyMap<unknown, readonly Row[]>;
}

/**
 * Questions at every plan: kept and never kept, of one record and of many. What is asked for in an order of its own, or by a part of its
 * name, under a word, is read from the database each time; the others may be answered from memory.
 */
export function questionsOn(folder: string): Question[] {
  const countries = sourceRows(folder, 'countries').sort(byNameThenId);
  const states = sourceRows(folder, 'states').sort(byNameThenId);
  const cities = sourceRows(folder, 'cities').sort(byNameThenId);
  const data = { states, cities, citiesOf: Map.groupBy(cities, (city) => city['state_id']) };
  const some = countries.filter((_, index) => index % Math.ceil(countries.length / COUNTRIES) === 0);
  return PLAN_NAMES.flatMap((plan) => [
    {
      name: 'all countries',
      plan,
      request: () => ({ path: '/v1/countries' }),
      verify: (answer) => same(answer, recordsFor(plan, COUNTRY_FIELDS, countries), COUNTRY_FIELDS),
    },
    {
      name: 'countries by GraphQL',
      plan,
      request: (word) => graphql(`{ ${word}: countries(first: 50) { nodes { iso2 name } } }`),
      verify: (answer) =>
        same(below(answer, plan, 'nodes'), recordsWith('iso2 name', COUNTRY_FIELDS, countries.slice(0, 50))),
    },
    ...some.flatMap((country, index) => [
      ...recordQuestions(plan, country, data),
      ...(WITH_ORDERS.includes(plan) ? orderedQuestions(plan, country, data) : []),
      ...(index % FIND_IN === 0 ? findQuestions(plan, country, cities) : []),
    ]),
  ]);
}

/** A country and what lies in it, as every plan may ask for it. */
function recordQuestions(plan: Plan, country: Row, { states, citiesOf }: Data): Question[] {
  const path = `/v1/countries/${country['iso2']}`;
  const own = states.filter((state) => state['country_id'] === country.id);
  const state = own.find(({ id, iso2 }) => citiesOf.has(id) && /^\w+$/.test(String(iso2 ?? '')));
  const questions: Question[] = [
    {
      name: 'a country',
      plan,
      request: () => ({ path }),
      verify: (answer) => same([answer], recordsFor(plan, COUNTRY_FIELDS, [country]), COUNTRY_FIELDS),
    },
    {
      name: 'a country by GraphQL',
      plan,
      request: (word) => graphql(`{ ${word}: country(iso2: "${country['iso2']}") { id name iso3 capital } }`),
      verify: (answer) => same([below(answer, plan)], recordsWith('id name iso3 capital', COUNTRY_FIELDS, [country])),
    },
  ];
  if (own.length > 0) {
    questions.push({
      name: 'states of a country',
      plan,
      request: () => ({ path: `${path}/states` }),
      verify: (answer) => same(answer, recordsFor(plan, STATE_FIELDS, own), STATE_FIELDS),
    });
  }
  if (state !== undefined) {
    questions.push({
      name: 'cities of a state',
      plan,
      request: () => ({ path: `${path}/states/${state['iso2']}/cities` }),
      verify: (answer) => same(answer, recordsFor(plan, CITY_FIELDS, citiesOf.get(state.id) ?? []), CITY_FIELDS),
    });
  }
  return questions;
}

/** What the plans may ask for that have orders, searches in lists, and currencies. */
function orderedQuestions(plan: Plan, country: Row, { states, cities, citiesOf }: Data): Question[] {
  const own = states.filter((state) => state['country_id'] === country.id);
  const state = own.find(({ id, iso2 }) => citiesOf.has(id) && /^\w+$/.test(String(iso2 ?? '')));
  const named = cities.filter((city) => city['country_id'] === country.id);
  const part = named.map(({ name }) => /[a-hjl-z]{3}/.exec(name)?.[0]).find((found) => found !== undefined);
  const questions: Question[] = [];
  if (own.length > 0) {
    const list = `states(first: 500, orderBy: ${LAST_FIRST}) { nodes { id name iso2 } }`;
    questions.push({
      name: 'states of a country, the last first',
      plan,
      request: (word) => graphql(`{ ${word}: country(iso2: "${country['iso2']}") { ${list} } }`),
      verify: (answer) =>
        same(below(answer, plan, 'states', 'nodes'), recordsWith('id name iso2', STATE_FIELDS, lastFirst(own))),
    });
  }
  if (state !== undefined) {
    const list = `cities(first: 20, orderBy: ${LAST_FIRST}) { nodes { id name latitude } }`;
    const last = lastFirst(citiesOf.get(state.id) ?? []).slice(0, 20);
    questions.push({
      name: 'cities of a state, the last first',
      plan,
      request: (word) => graphql(`{ ${word}: state(id: ${state.id}) { ${list} } }`),
      verify: (answer) =>
        same(below(answer, plan, 'cities', 'nodes'), recordsWith('id name latitude', CITY_FIELDS, last)),
    });
  }
  if (part !== undefined) {
    const list = `cities(first: 20, search: "${part}") { nodes { id name native } }`;
    const has = (text: unknown) =>
      String(text ?? '')
        .toLowerCase()
        .includes(part);
    const found = named.filter((city) => has(city.name) || has(city['native'])).slice(0, 20);
    questions.push({
      name: 'cities of a country by a part of their names',
      plan,
      request: (word) => graphql(`{ ${word}: country(iso2: "${country['iso2']}") { ${list} } }`),
      verify: (answer) =>
        same(below(answer, plan, 'cities', 'nodes'), recordsWith('id name native', CITY_FIELDS, found)),
    });
  }
  if (country['currency']) {
    const [code, name, symbol] = ['currency', 'currency_name', 'currency_symbol'].map(
      (field) => country[field] || null,
    );
    questions.push({
      name: 'the currency of a country',
      plan,
      request: () => ({ path: `/v1/currency/${country['iso2']}` }),
      verify: (answer) => same([answer], [{ country: country['iso2'], currency: { code, name, symbol } }]),
    });
  }
  return questions;
}

function lastFirst(rows: readonly Row[]): Row[] {
  return rows.toSorted((left, right) => right.id - left.id);
}
