/** A service of graphql-yoga over whatever holds the records, as the peers of the GraphQL benchmark serve them. */
import { createServer } from 'node:http';
import { createSchema, createYoga } from 'graphql-yoga';
import pg from 'pg';

interface Parent {
  readonly id: number;
}
type Rows = readonly object[] | Promise<readonly object[]>;

/** Where records come from: `first` of them by name, all where it is undefined. */
export interface Records {
  countries(first?: number): Rows;
  states(first?: number): Rows;
  statesOf(country: number, first?: number): Rows;
  citiesOf(state: number, first?: number): Rows;
}

interface First {
  readonly first?: number;
}

export function servePeer(records: Records): void {
  const yoga = createYoga({
    schema: createSchema({
      typeDefs: `
        type Country { id: Int! name: String! iso2: String iso3: String capital: String currency: String native: String
          emoji: String latitude: String longitude: String states(first: Int): [State!]! }
        type State { id: Int! name: String! iso2: String country_code: String type: String latitude: String
          longitude: String cities(first: Int): [City!]! }
        type City { id: Int! name: String! latitude: String longitude: String }
        type Query { countries(first: Int): [Country!]! states(first: Int): [State!]! }`,
      resolvers: {
        Query: {
          countries: (_root, { first }: First) => records.countries(first),
          states: (_root, { first }: First) => records.states(first),
        },
        Country: { states: ({ id }: Parent, { first }: First) => records.statesOf(id, first) },
        State: { cities: ({ id }: Parent, { first }: First) => records.citiesOf(id, first) },
      },
    }),
    logging: false,
  });
  createServer(yoga).listen(Number(process.env['PORT']), '127.0.0.1');
}

/** The database of DATABASE_URL and the schema of its newest data set. */
export async function openData(): Promise<{ readonly pool: pg.Pool; readonly schema: string }> {
  const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
  const { rows } = await pool.query<{ id: number }>(
    'SELECT id FROM data_sets WHERE activated_at IS NOT NULL ORDER BY activated_at DESC, id DESC LIMIT 1',
  );
  return { pool, schema: `geo_${rows[0]?.id}` };
}
