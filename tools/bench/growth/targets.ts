/** What is asked at every size of the data, each target once: the same share of beginnings, typos and points at each. */
import pg from 'pg';
import { randomNumbers } from '../find/lists.ts';
import { currentSchema } from './synthetic.ts';

export interface Targets {
  readonly name: string;
  readonly needsIndex: boolean;
  readonly targets: string[];
}

export async function targetsOf(databaseUrl: string, count: number): Promise<Targets[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const schema = await currentSchema(client);
    const { rows: cities } = await client.query<City>(
      `SELECT id, name, latitude::float8, longitude::float8 FROM ${schema}.cities
        WHERE length(name) > 4 ORDER BY md5(id::text) LIMIT ${4 * count}`,
    );
    const { rows: states } = await client.query<{ code: string; iso2: string }>(
      `SELECT country_code AS code, iso2 FROM ${schema}.states AS state WHERE iso2 ~ '^[A-Z0-9]+$'
          AND EXISTS (SELECT FROM ${schema}.cities WHERE state_id = state.id) ORDER BY md5(id::text)`,
    );
    const random = randomNumbers(7);
    const once = (make: (city: City) => string) => [...new Set(cities.map(make))].slice(0, count);
    return [
      { name: 'city by id', needsIndex: false, targets: once(({ id }) => `/v1/cities/${id}`) },
      {
        name: 'cities of a state',
        needsIndex: false,
        // There are fewer states than targets; the cache is too small to keep one until it comes again.
        targets: Array.from({ length: count }, (_, at) => {
          const state = states[at % states.length];
          return `/v1/countries/${state?.code}/states/${state?.iso2}/cities`;
        }),
      },
      {
        name: 'fuzzy search',
        needsIndex: false,
        targets: once(({ name }) => `/v1/search/fuzzy?type=city&q=${encodeURIComponent(typo(name, random))}`),
      },
      {
        name: 'suggest',
        needsIndex: true,
        targets: once(({ name }) => `/v1/places/suggest?q=${encodeURIComponent(beginning(name, random))}`),
      },
      {
        name: 'near',
        needsIndex: true,
        targets: once((city) => `/v1/places/near?${pointBeside(city, random)}`),
      },
      {
        name: 'locate',
        needsIndex: true,
        targets: once((city) => `/v1/places/locate?${pointBeside(city, random)}`),
      },
    ];
  } finally {
    await client.end();
  }
}

interface City {
  readonly id: number;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** One letter behind the first is left out or another one. */
function typo(name: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (name.length - 1));
  const instead = random() < 0.5 ? '' : 'eaitns'.charAt(Math.floor(random() * 6));
  return (name.slice(0, at) + instead + name.slice(at + 1)).toWellFormed();
}

function beginning(name: string, random: () => number): string {
  return name.slice(0, 4 + Math.floor(random() * (name.length - 3))).toWellFormed();
}

function pointBeside({ latitude, longitude }: City, random: () => number): string {
  const beside = (degrees: number, limit: number) =>
    Math.max(-limit, Math.min(limit, degrees + (random() - 0.5) / 10)).toFixed(4);
  return `lat=${beside(latitude, 90)}&lng=${beside(longitude, 180)}`;
}
