/** Every path through the schema to every field, and the lowest plan that the specification gives each. */
import { type GraphQLField, type GraphQLObjectType, getNamedType, isObjectType, isRequiredArgument } from 'graphql';
import type { Plan, Tier } from '../../src/auth/plans.ts';
import { CITY } from '../../src/schema/city.resource.ts';
import { COUNTRY } from '../../src/schema/country.resource.ts';
import { REGION } from '../../src/schema/region.resource.ts';
import type { Resource } from '../../src/schema/resource.ts';
import { schema } from '../../src/schema/schema.ts';
import { STATE } from '../../src/schema/state.resource.ts';
import {
  CITY_FIELDS,
  COUNTRY_FIELDS,
  REGION_FIELDS,
  type SpecifiedField,
  STATE_FIELDS,
} from '../rest/specification.ts';

/** Places of the plans in their order, written down a second time. */
export const RANK: Readonly<Record<Plan, number>> = {
  Community: 0,
  Starter: 1,
  Legacy: 1,
  Supporter: 2,
  Professional: 3,
  Business: 4,
};
const TIER_RANK: Readonly<Record<Tier, number>> = { basic: 0, coordinates: 2, full: 3 };

/** Fields that need a plan, by hand, as the contract has them; a field that is neither here nor in the tables is free. */
const GATED: Readonly<Record<string, number>> = {
  'Query.states': 2,
  'Query.cities': 3,
  'Query.regions': 2,
  'Query.region': 2,
  'Query.subregions': 2,
  'Query.subregion': 2,
  'Query.currencyOf': 2,
  'Query.currencies': 2,
  'Query.currency': 2,
  'Query.dialCodes': 2,
  'Query.dialCodeOf': 2,
  'Query.phoneNumber': 2,
  'Query.stateLookup': 1,
  'Query.countryLookup': 1,
  'Query.countryCodeConversion': 1,
  'Query.searchCities': 3,
  'Query.searchStates': 3,
  'Query.searchCountries': 3,
  'Query.reconcilePlaces': 3,
  'Query.placesNear': 2,
  'Query.locate': 2,
  'Query.checkPlace': 2,
  'Country.near': 2,
  'State.near': 2,
  'City.near': 2,
  'PlaceSuggestion.latitude': 2,
  'PlaceSuggestion.longitude': 2,
  'PlaceSuggestion.population': 2,
  'PlaceSuggestion.timezone': 2,
  'Country.cities': 2,
  'Country.region': 2,
  'Country.subregion': 2,
  'Country.currency': 2,
  'Country.dialCode': 2,
  'Country.translations': 3,
  'State.parent': 2,
  'State.children': 2,
  'State.translations': 3,
  'City.state': 2,
  'City.country': 2,
  'City.parent': 2,
  'City.children': 2,
  'City.translations': 3,
  'City.geonames': 2,
  'Geonames.names': 3,
  'Region.translations': 3,
  'Subregion.translations': 3,
  'Subregion.translationsJson': 3,
  'Subregion.wikiDataId': 2,
};

/** Arguments that a field is called with; the others are called without. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  'Query.country': '(code: "CA")',
  'Query.state': '(country: "CA", iso2: "QC")',
  'Query.city': '(id: 64)',
  'Query.region': '(id: 4)',
  'Query.subregion': '(id: 1)',
  'Query.reconcilePlaces': '(rows: [{ country: "CA", state: "QC", city: "Paris" }])',
  'Query.currencyOf': '(country: "CA")',
  'Query.currency': '(code: "EUR")',
  'Query.dialCodeOf': '(country: "CA")',
  'Query.phoneNumber': '(number: "+15145550123")',
  'Query.stateLookup': '(iso: "CA-QC")',
  'Query.countryLookup': '(iso2: "CA")',
  'Query.countryCodeConversion': '(from: ISO2, to: ISO3, value: "CA")',
  'Query.timeZoneLookup': '(country: "CA")',
  'Query.searchCities': '(q: "Montreal")',
  'Query.searchStates': '(q: "Quebec")',
  'Query.searchCountries': '(q: "Canada")',
  'Query.suggestPlaces': '(q: "Montreal")',
  'Query.placesNear': '(lat: 45.5, lng: -73.6)',
  'Query.locate': '(lat: 45.5, lng: -73.6)',
  'Query.checkPlace': '(country: "CA", currency: "USD")',
};

const TABLES: readonly (readonly [Resource, readonly SpecifiedField[]])[] = [
  [COUNTRY, COUNTRY_FIELDS],
  [STATE, STATE_FIELDS],
  [CITY, CITY_FIELDS],
  [REGION, REGION_FIELDS],
];

/** The least rank of each field above the free ones. */
const RANKS: ReadonlyMap<string, number> = new Map([
  ...Object.entries(GATED),
  ...TABLES.flatMap(([resource, fields]) =>
    fields.map(([wire, tier]) => {
      const name = resource.byWire.get(wire)?.graphql ?? wire;
      return [`${resource.name}.${name}`, TIER_RANK[tier]] as const;
    }),
  ),
]);

/** One step of a path: a field with its arguments, or a condition on the type of what came before. */
export interface Step {
  readonly text: string;
  /** `Type.field`. */
  readonly field: string;
  readonly rank: number;
}

/** A way to a type, and the leaves that it has there. */
export interface Place {
  readonly type: GraphQLObjectType;
  readonly steps: readonly Step[];
}

/** Types that a record is carried by: walking through them is no step of its own. */
const CARRIER = /(Connection|Edge|Match)$/;

/** Every place within `depth` hops from one record to another. */
export function places(depth: number): Place[] {
  const query = schema.getQueryType();
  if (!query) throw new Error('no query type');
  const found: Place[] = [];
  const visit = (place: Place, hops: number) => {
    found.push(place);
    for (const field of Object.values(place.type.getFields())) {
      const named = getNamedType(field.type);
      const steps = [...place.steps, stepOf(place.type, field)];
      const left = CARRIER.test(place.type.name) ? hops : hops - 1;
      if (isObjectType(named) && left >= 0) visit({ type: named, steps }, left);
      if (named.name !== 'Node') continue;
      for (const type of schema.getPossibleTypes(schema.getType('Node') as never)) {
        visit({ type, steps: nodeSteps(type) }, left);
      }
    }
  };
  visit({ type: query, steps: [] }, depth);
  return found;
}

/** The fields of a place that are values. */
export function leavesOf({ type }: Place): Step[] {
  return Object.values(type.getFields())
    .filter(({ type: of }) => !isObjectType(getNamedType(of)) && getNamedType(of).name !== 'Node')
    .map((field) => stepOf(type, field));
}

/** The document that selects `selection` at a place. */
export function documentAt({ steps }: Place, selection: string): string {
  return `${steps.map(({ text }) => `{ ${text} `).join('')}{ ${selection} }${' }'.repeat(steps.length)}`;
}

/** The arguments that a field is called with, in parentheses; empty for none. */
export function stepText(type: GraphQLObjectType, { name }: GraphQLField<unknown, unknown>): string {
  return ARGUMENTS[`${type.name}.${name}`] ?? '';
}

function stepOf(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): Step {
  const name = `${type.name}.${field.name}`;
  const given = ARGUMENTS[name];
  if (given === undefined && name !== 'Query.node' && field.args.some(isRequiredArgument)) {
    throw new Error(`${name} needs arguments: name them in ARGUMENTS`);
  }
  return { text: `${field.name}${given ?? ''}`, field: name, rank: RANKS.get(name) ?? 0 };
}

const RECORDS: Readonly<Record<string, number>> = { Country: 39, State: 2357, City: 64, Region: 4, Subregion: 1 };

function nodeSteps({ name }: GraphQLObjectType): Step[] {
  const id = Buffer.from(`${name}:${RECORDS[name]}`).toString('base64url');
  const rank = name === 'Region' || name === 'Subregion' ? 2 : 0;
  return [
    { text: `node(id: "${id}")`, field: 'Query.node', rank },
    { text: `... on ${name}`, field: 'Query.node', rank: 0 },
  ];
}
