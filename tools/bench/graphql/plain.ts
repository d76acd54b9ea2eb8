/** The second peer of the GraphQL benchmark: graphql-yoga and node-postgres, a statement a resolver, no loaders. */
import { createServer } from 'node:http';
import { createSchema, createYoga } from 'graphql-yoga';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const { rows } = await pool.query<{ id: number }>(
  'SELECT id FROM data_sets WHERE activated_at IS NOT NULL ORDER BY activated_at DESC, id DESC LIMIT 1',
);
const schema = `geo_${rows[0]?.id}`;

interface Parent {
  readonly id: number;
}
const list = async (sql: string, params: readonly unknown[]) => (await pool.query(sql, [...params])).rows;

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
        countries: (_root, { first }: { first?: number }) =>
          list(`SELECT * FROM ${schema}.countries ORDER BY name COLLATE "C", id LIMIT $1`, [first ?? null]),
        states: (_root, { first }: { first?: number }) =>
          list(`SELECT * FROM ${schema}.states ORDER BY name COLLATE "C", id LIMIT $1`, [first ?? null]),
      },
      Country: {
        states: ({ id }: Parent, { first }: { first?: number }) =>
          list(`SELECT * FROM ${schema}.states WHERE country_id = $1 ORDER BY name COLLATE "C", id LIMIT $2`, [
            id,
            first ?? null,
          ]),
      },
      State: {
        cities: ({ id }: Parent, { first }: { first?: number }) =>
          list(`SELECT * FROM ${schema}.cities WHERE state_id = $1 ORDER BY name COLLATE "C", id LIMIT $2`, [
            id,
            first ?? null,
          ]),
      },
    },
  }),
  logging: false,
});
createServer(yoga).listen(Number(process.env['PORT']), '127.0.0.1');
