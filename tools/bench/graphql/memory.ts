/**
 * The third peer of the GraphQL benchmark: graphql-yoga over records that it has in memory, in order and by parent, as the well-known
 * service of countries by Trevor Blades has its own. No plans, keys or quotas, and no database to ask.
 */
import { openData, servePeer } from './yoga-peer.ts';

interface Row {
  readonly id: number;
  readonly country_id: number;
  readonly state_id: number;
}

const { pool, schema } = await openData();
const read = async (table: string) =>
  (await pool.query<Row>(`SELECT * FROM ${schema}.${table} ORDER BY name COLLATE "C", id`)).rows;
const countries = await read('countries');
const states = await read('states');
const ofCountry = Map.groupBy(states, ({ country_id }) => country_id);
const ofState = Map.groupBy(await read('cities'), ({ state_id }) => state_id);
await pool.end();

servePeer({
  countries: (first) => countries.slice(0, first),
  states: (first) => states.slice(0, first),
  statesOf: (country, first) => (ofCountry.get(country) ?? []).slice(0, first),
  citiesOf: (state, first) => (ofState.get(state) ?? []).slice(0, first),
});
