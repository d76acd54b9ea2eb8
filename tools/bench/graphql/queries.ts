/** The operations of the GraphQL benchmark, as each of the servers spells them. */
export interface Case {
  readonly name: string;
  readonly queries: Readonly<Record<Dialect, string>>;
  /** The least number of records of a whole answer. */
  readonly records: number;
}

/** The last one has all records in memory: it is told apart, since it does without a database. */
export const SERVERS = ['ours', 'postgraphile', 'plain', 'memory'] as const;
export type Server = (typeof SERVERS)[number];
/** Those that speak the peers' own schema. */
type Dialect = Exclude<Server, 'memory'>;

export const CASES: readonly Case[] = [
  {
    name: '250 countries, 10 fields',
    records: 250,
    queries: {
      ours: '{ countries(first: 250) { nodes { id name iso2 iso3 capital currencyCode native emoji latitude longitude } } }',
      postgraphile:
        '{ allCountries(first: 250) { nodes { rowId name iso2 iso3 capital currency native emoji latitude longitude } } }',
      plain: '{ countries(first: 250) { id name iso2 iso3 capital currency native emoji latitude longitude } }',
    },
  },
  {
    name: 'country → states → cities, first 20 each',
    records: 1_600,
    queries: {
      ours: `{ countries(first: 20) { nodes { id name iso2 states(first: 20) { nodes { id name iso2
        cities(first: 20) { nodes { id name latitude longitude } } } } } } }`,
      postgraphile: `{ allCountries(first: 20) { nodes { rowId name iso2 statesByCountryId(first: 20) { nodes { rowId name iso2
        citiesByStateId(first: 20) { nodes { rowId name latitude longitude } } } } } } }`,
      plain: `{ countries(first: 20) { id name iso2 states(first: 20) { id name iso2
        cities(first: 20) { id name latitude longitude } } } }`,
    },
  },
  {
    name: '5,308 states, flat',
    records: 5_308,
    queries: {
      ours: '{ states(first: 6000) { nodes { id name iso2 countryCode type latitude longitude } } }',
      postgraphile: '{ allStates(first: 6000) { nodes { rowId name iso2 countryCode type latitude longitude } } }',
      plain: '{ states(first: 6000) { id name iso2 country_code type latitude longitude } }',
    },
  },
];

export function queryOf({ queries }: Case, server: Server): string {
  return queries[server === 'memory' ? 'plain' : server];
}
