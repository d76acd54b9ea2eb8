/** Places that are looked for while things break: by trigrams, as one types, by where they lie. What is right is told from the data files, in ways of our own. */
import type { Plan } from '../../src/auth/plans.ts';
import { CITY_FIELDS } from '../rest/specification.ts';
import type { Row } from '../source-rows.ts';
import { below, type Expected, recordsFor, recordsWith, same } from './calm-answers.ts';
import { graphql, type Question } from './question.ts';
import { similarity } from './similarity.ts';

const WITH_PLACES: readonly Plan[] = ['Supporter', 'Professional', 'Business'];
const WITH_SEARCH: readonly Plan[] = ['Professional', 'Business'];
/** What the two searches that rank take where the caller says nothing. */
const [LEAST_SIMILAR, MOST_FOUND, MOST_SUGGESTED, RADIUS_KM] = [0.3, 10, 8, 50];
const NEAREST = 3;
const MATCHES = ['exact', 'prefix', 'word', 'fuzzy', 'code'];
const EARTH_KM = 6371;

/** Looks for a city of this country, of those whose names are plain words. */
export function findQuestions(plan: Plan, country: Row, cities: readonly Row[]): Question[] {
  const own = cities.filter((city) => city['country_id'] === country.id);
  const plain = own.filter(({ name }) => /^[A-Z][a-z]{3,}( [A-Z][a-z]+)*$/.test(name));
  const city = plain[Math.floor(plain.length / 2)];
  if (city === undefined) return [];
  return [
    ...suggestions(plan, country, own, city),
    ...(WITH_PLACES.includes(plan) ? nearest(plan, cities, city) : []),
    ...(WITH_SEARCH.includes(plan) ? searches(plan, country, own, city) : []),
  ];
}

/** Which of them comes first is the ranking's own matter; what each is, and that whose name was typed is among them, is not. */
function suggestions(plan: Plan, country: Row, own: readonly Row[], { name: typed }: Row): Question[] {
  const path = `/v1/places/suggest?type=city&country=${country['iso2']}&q=${encodeURIComponent(typed)}`;
  const byId = new Map(own.map((row) => [row.id, row]));
  const expectedOf = (records: unknown, names: readonly string[]) =>
    listOf(records).map((record): Expected => {
      const row = byId.get(Number(record['id']));
      if (row === undefined) throw new Error(`${record['id']} is no city of ${country.name}`);
      return Object.fromEntries(names.map((name) => [name, suggested(row, typed)[name.replace(/[A-Z]/g, low)]]));
    });
  const verify = (records: unknown, names: string) => {
    const list = listOf(records);
    same(records, expectedOf(records, names.split(' ')));
    const scores = list.map((record) => Number(record['score']));
    if (new Set(list.map(({ id }) => id)).size < list.length) throw new Error('a city is suggested twice');
    if (list.length > MOST_SUGGESTED || scores.some((score, at) => score > (scores[at - 1] ?? score)))
      throw new Error(`scores of ${typed} are ${scores}`);
    if (!list.some(({ name }) => name === typed)) throw new Error(`no ${typed} is suggested to who types it`);
  };
  const plainly = 'type id name label lang country_code state_code match matched_name score';
  const byGraphql = 'type id name label lang countryCode stateCode match matchedName score';
  const placed = `${plainly} latitude longitude population timezone`;
  return [
    {
      name: 'suggestions',
      plan,
      request: () => ({ path }),
      verify: (answer) => verify(answer, WITH_PLACES.includes(plan) ? placed : plainly),
    },
    {
      name: 'suggestions by GraphQL',
      plan,
      request: (word) =>
        graphql(
          `{ ${word}: suggestPlaces(q: "${typed}", type: [city], country: ["${country['iso2']}"]) { ${byGraphql} } }`,
        ),
      verify: (answer) => verify(below(answer, plan), byGraphql),
    },
  ];
}

/** A row as it is suggested to who typed this. */
function suggested(row: Row, typed: string): Expected {
  const isTyped = row.name === typed;
  const [record] = recordsWith('id name country_code state_code latitude longitude timezone', CITY_FIELDS, [row]);
  return {
    ...record,
    type: 'city',
    lang: 'en',
    label: (label: unknown) => typeof label === 'string' && label.startsWith(row.name),
    match: (match: unknown) => (isTyped ? match === 'exact' : MATCHES.includes(String(match))),
    matched_name: (name: unknown) => name === null || (!isTyped && typeof name === 'string' && name !== ''),
    score: (score: unknown) => typeof score === 'number',
    // Where the files have none it may be another source's.
    population: (people: unknown) =>
      row['population'] === null ? people === null || Number(people) > 0 : people === Number(row['population']),
  };
}

function nearest(plan: Plan, cities: readonly Row[], city: Row): Question[] {
  const [lat, lng] = [city['latitude'], city['longitude']];
  const near = lazily(() =>
    cities
      .map((row) => ({ row, km: kilometres(city, row) }))
      .filter(({ km }) => km <= RADIUS_KM)
      .sort((left, right) => left.km - right.km || left.row.id - right.row.id)
      .slice(0, NEAREST),
  );
  const far = (km: number) => (told: unknown) => (km === 0 ? told === 0 : isAbout(told, km, 3));
  return [
    {
      name: 'cities near a city',
      plan,
      request: () => ({ path: `/v1/places/near?lat=${lat}&lng=${lng}&limit=${NEAREST}` }),
      verify: (answer) =>
        same(
          answer,
          near().flatMap(({ row, km }) =>
            recordsFor(plan, CITY_FIELDS, [row]).map((record) => ({ ...record, distance_km: far(km) })),
          ),
          CITY_FIELDS,
        ),
    },
    {
      name: 'cities near a city by GraphQL',
      plan,
      request: (word) =>
        graphql(
          `{ ${word}: placesNear(lat: ${Number(lat)}, lng: ${Number(lng)}, limit: ${NEAREST}) { distanceKm city { id name } } }`,
        ),
      verify: (answer) =>
        same(
          below(answer, plan),
          near().map(({ row: { id, name }, km }) => ({ distanceKm: far(km), city: { id, name } })),
        ),
    },
  ];
}

function searches(plan: Plan, country: Row, own: readonly Row[], { name: q }: Row): Question[] {
  const matches = lazily(() =>
    own
      .map((row) => {
        const [byName, byNative] = [row.name, row['native']].map((text) => similarity(q, String(text ?? ''))) as [
          number,
          number,
        ];
        return { row, score: Math.max(byName, byNative), alias: byNative > byName ? row['native'] : null };
      })
      .filter(({ score }) => score >= LEAST_SIMILAR)
      .sort(
        (left, right) => right.score - left.score || people(right.row) - people(left.row) || left.row.id - right.row.id,
      )
      .slice(0, MOST_FOUND),
  );
  const scored = (score: number) => (told: unknown) => isAbout(told, score, 2);
  return [
    {
      name: 'cities by trigrams',
      plan,
      request: () => ({ path: `/v1/search/fuzzy?country=${country['iso2']}&q=${encodeURIComponent(q)}` }),
      verify: (answer) =>
        same(
          answer,
          matches().flatMap(({ row, score, alias }) =>
            recordsFor(plan, CITY_FIELDS, [row]).map((record) => ({
              ...record,
              match_score: scored(score),
              matched_alias: alias,
            })),
          ),
          CITY_FIELDS,
        ),
    },
    {
      name: 'cities by trigrams by GraphQL',
      plan,
      request: (word) =>
        graphql(
          `{ ${word}: searchCities(q: "${q}", country: "${country['iso2']}") { city { id name } matchScore matchedAlias } }`,
        ),
      verify: (answer) =>
        same(
          below(answer, plan),
          matches().map(({ row: { id, name }, score, alias }) => ({
            city: { id, name },
            matchScore: scored(score),
            matchedAlias: alias,
          })),
        ),
    },
  ];
}

/** Rounded to so many digits, by whatever rule where it lies between two. */
function isAbout(told: unknown, value: number, digits: number): boolean {
  const half = 0.5 / 10 ** digits;
  return typeof told === 'number' && Number(told.toFixed(digits)) === told && Math.abs(told - value) <= half * 1.001;
}

/** Through the earth, not along it as the service measures; 0 only where both are at the same place. */
function kilometres(one: Row, other: Row): number {
  const [[x, y, z], [u, v, w]] = [onSphere(one), onSphere(other)];
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.hypot(x - u, y - v, z - w) / 2));
}

function onSphere(row: Row): readonly [number, number, number] {
  const [lat, lng] = ['latitude', 'longitude'].map((name) => (Number(row[name]) * Math.PI) / 180) as [number, number];
  return [Math.cos(lat) * Math.cos(lng), Math.cos(lat) * Math.sin(lng), Math.sin(lat)];
}

/** The unknown come last. */
function people(row: Row): number {
  return Number(row['population'] ?? -1);
}

function listOf(records: unknown): readonly Expected[] {
  if (!Array.isArray(records)) throw new Error('the calm answer is no list');
  return records.map((record) => (typeof record === 'object' && record !== null ? record : {}));
}

function low(letter: string): string {
  return `_${letter.toLowerCase()}`;
}

/** What takes long is worked out when it is first asked for, once. */
function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
