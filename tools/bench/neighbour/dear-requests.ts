/** Requests that cost a service the most: each time another one, but for pages and lists of all cities, which may be kept. */

export interface DearRequest {
  readonly target: string;
  readonly body?: string;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** A word that no other number gives, of letters. */
function word(at: number): string {
  let text = '';
  for (let rest = at + 26 ** 4; rest > 0; rest = Math.floor(rest / 26)) text += LETTERS[rest % 26];
  return text;
}

const graphql = (query: string, variables: object = {}): DearRequest => ({
  target: '/graphql',
  body: JSON.stringify({ query, variables }),
});

const rows = (at: number) =>
  Array.from({ length: 1_000 }, (_, row) => ({
    id: `${at}-${row}`,
    city: `san ${word(at * 1_000 + row)}`,
    country: 'united stats',
  }));

/** What `at` asks for, by what it is called. */
export const DEAR_REQUESTS: Readonly<Record<string, (at: number) => DearRequest>> = {
  'all cities': (at) => ({
    target: `/v1/cities?fields=id,name${',latitude'.repeat(at % 2)},${at % 3 ? 'longitude' : 'type'}&sort=${at % 5 ? 'name' : 'id'}`,
  }),
  'cities of the USA': (at) => ({ target: `/v1/countries/US/cities?q=${word(at).slice(0, 2)}` }),
  'all states': (at) => ({ target: `/v1/states?q=${word(at).slice(0, 2)}` }),
  'typo-tolerant searches': (at) => ({ target: `/v1/search/fuzzy?q=${word(at)}%20${word(at * 7)}&limit=50` }),
  'long typo-tolerant searches': (at) => ({
    target: `/v1/search/fuzzy?q=${word(at)}${'%20santa'.repeat(12)}&limit=50`,
  }),
  suggestions: (at) => ({ target: `/v1/places/suggest?q=${word(at).slice(0, 4)}&limit=20` }),
  'places near a point': (at) => ({
    target: `/v1/places/near?lat=${(((at * 0.37) % 180) - 90).toFixed(2)}&lng=${(((at * 0.73) % 360) - 180).toFixed(2)}&radius_km=500&limit=50`,
  }),
  'tables of 1,000 rows': (at) => ({ target: '/v1/reconcile', body: JSON.stringify({ rows: rows(at) }) }),
  'documents of 100,000 records': (at) =>
    graphql(
      `query q${at}($n: Int) { countries(first: 250) { nodes { cities(first: $n) { nodes { id name latitude longitude } } } } }`,
      { n: 380 + (at % 10) },
    ),
  'documents of a thousand fields': (at) =>
    graphql(
      `{ ${Array.from({ length: 30 }, (_, alias) => `a${at}x${alias}: countries(first: 100) { nodes { name timezones { zoneName gmtOffset } } }`).join(' ')} }`,
    ),
  'documents of a thousand searches': (at) =>
    graphql(
      `query q${at}($max: Int) { countries(first: 250) { nodes { cities(first: 190) { nodes { near(limit: 1, radiusKm: 500, minPopulation: $max) { distanceKm } } } } } }`,
      { max: 2_000_000_000 - at },
    ),
  'bodies of a megabyte': (at) => graphql(`{ a${at}: country(code: "${'x'.repeat(1_000_000)}") { id } }`),
  'pages of a state': () => ({ target: '/c/US/CA' }),
};
