/** The second peer of the GraphQL benchmark: graphql-yoga and node-postgres, a statement a resolver, no loaders. */
import { openData, servePeer } from './yoga-peer.ts';

const { pool, schema } = await openData();
const list = async (sql: string, params: readonly unknown[]) => (await pool.query(sql, [...params])).rows;
const BY_NAME = 'ORDER BY name COLLATE "C", id LIMIT';

servePeer({
  countries: (first) => list(`SELECT * FROM ${schema}.countries ${BY_NAME} $1`, [first ?? null]),
  states: (first) => list(`SELECT * FROM ${schema}.states ${BY_NAME} $1`, [first ?? null]),
  statesOf: (country, first) =>
    list(`SELECT * FROM ${schema}.states WHERE country_id = $1 ${BY_NAME} $2`, [country, first ?? null]),
  citiesOf: (state, first) =>
    list(`SELECT * FROM ${schema}.cities WHERE state_id = $1 ${BY_NAME} $2`, [state, first ?? null]),
});
