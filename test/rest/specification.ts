/**
 * The tables of the specification, written down a second time and by hand: key lists in their order, each with the tier
 * from which it is shown. The tests compare the service with these, so that an error in a resource table is found.
 */
import type { Plan, Tier } from '../../src/auth/plans.ts';

/** `text` (an empty one counts as none), `integer` (digits in the source may stand as text), `number`, or JSON text. */
export type ValueKind = 'text' | 'integer' | 'number' | 'json';
export type SpecifiedField = readonly [name: string, tier: Tier, kind: ValueKind];

export const PLAN_TIERS: Readonly<Record<Plan, Tier>> = {
  Community: 'basic',
  Starter: 'basic',
  Legacy: 'basic',
  Supporter: 'coordinates',
  Professional: 'full',
  Business: 'full',
};
export const ALL_PLANS: readonly Plan[] = ['Community', 'Starter', 'Legacy', 'Supporter', 'Professional', 'Business'];
export const SUPPORTER_AND_ABOVE: readonly Plan[] = ['Supporter', 'Professional', 'Business'];
export const PROFESSIONAL_AND_ABOVE: readonly Plan[] = ['Professional', 'Business'];
const ORDER: readonly Tier[] = ['basic', 'coordinates', 'full'];

export const COUNTRY_FIELDS: readonly SpecifiedField[] = [
  ['id', 'basic', 'integer'],
  ['name', 'basic', 'text'],
  ['iso2', 'basic', 'text'],
  ['iso3', 'basic', 'text'],
  ['phonecode', 'basic', 'text'],
  ['capital', 'basic', 'text'],
  ['currency', 'basic', 'text'],
  ['native', 'basic', 'text'],
  ['emoji', 'basic', 'text'],
  ['latitude', 'basic', 'text'],
  ['longitude', 'basic', 'text'],
  ['region', 'basic', 'text'],
  ['region_id', 'basic', 'integer'],
  ['subregion', 'basic', 'text'],
  ['subregion_id', 'basic', 'integer'],
  ['timezones', 'basic', 'json'],
  ['numeric_code', 'coordinates', 'text'],
  ['currency_name', 'coordinates', 'text'],
  ['currency_symbol', 'coordinates', 'text'],
  ['tld', 'coordinates', 'text'],
  ['nationality', 'coordinates', 'text'],
  ['population', 'coordinates', 'integer'],
  ['gdp', 'coordinates', 'number'],
  ['area_sq_km', 'coordinates', 'number'],
  ['postal_code_format', 'coordinates', 'text'],
  ['postal_code_regex', 'coordinates', 'text'],
  ['emojiU', 'coordinates', 'text'],
  ['translations', 'full', 'json'],
  ['wikiDataId', 'full', 'text'],
];

export const STATE_FIELDS: readonly SpecifiedField[] = [
  ['id', 'basic', 'integer'],
  ['name', 'basic', 'text'],
  ['country_id', 'basic', 'integer'],
  ['country_code', 'basic', 'text'],
  ['iso2', 'basic', 'text'],
  ['latitude', 'basic', 'text'],
  ['longitude', 'basic', 'text'],
  ['timezone', 'basic', 'text'],
  ['fips_code', 'coordinates', 'text'],
  ['iso3166_2', 'coordinates', 'text'],
  ['type', 'coordinates', 'text'],
  ['level', 'coordinates', 'integer'],
  ['parent_id', 'coordinates', 'integer'],
  ['native', 'coordinates', 'text'],
  ['population', 'coordinates', 'integer'],
  ['translations', 'full', 'json'],
  ['wikiDataId', 'full', 'text'],
];

export const CITY_FIELDS: readonly SpecifiedField[] = [
  ['id', 'basic', 'integer'],
  ['name', 'basic', 'text'],
  ['state_id', 'coordinates', 'integer'],
  ['state_code', 'coordinates', 'text'],
  ['country_id', 'coordinates', 'integer'],
  ['country_code', 'coordinates', 'text'],
  ['latitude', 'coordinates', 'text'],
  ['longitude', 'coordinates', 'text'],
  ['timezone', 'coordinates', 'text'],
  ['population', 'coordinates', 'integer'],
  ['type', 'coordinates', 'text'],
  ['level', 'coordinates', 'integer'],
  ['parent_id', 'coordinates', 'integer'],
  ['native', 'coordinates', 'text'],
  ['translations', 'full', 'json'],
  ['wikiDataId', 'full', 'text'],
];

export const REGION_FIELDS: readonly SpecifiedField[] = [
  ['id', 'basic', 'integer'],
  ['name', 'basic', 'text'],
  ['wikiDataId', 'coordinates', 'text'],
  ['translations', 'full', 'json'],
];

/** Contract, section 4. */
export const SUBREGION_FIELDS: readonly SpecifiedField[] = [
  ['id', 'basic', 'integer'],
  ['name', 'basic', 'text'],
  ['region_id', 'basic', 'integer'],
  ['wikiDataId', 'coordinates', 'text'],
  ['translations', 'full', 'json'],
];

export const STATE_LOOKUP_KEYS = ['id', 'name', 'iso2', 'iso3166_2', 'country_id', 'country_code'];
export const CURRENCY_KEYS = ['country', 'currency'];
export const INNER_CURRENCY_KEYS = ['code', 'name', 'symbol'];
export const DIAL_CODE_KEYS = ['country', 'dial_code', 'iso2', 'iso3'];
export const DIAL_CODE_KEYS_WITH_AREA = ['country', 'dial_code', 'area_code', 'iso2', 'iso3'];

export const PARSED_NUMBER_KEYS = [...DIAL_CODE_KEYS, 'national_number', 'e164'];
export const PARSED_NUMBER_KEYS_WITH_AREA = [...DIAL_CODE_KEYS_WITH_AREA, 'national_number', 'e164'];
export const COUNTRY_LOOKUP_KEYS = ['id', 'name', 'iso2', 'iso3', 'numeric_code'];
export const CONVERSION_KEYS = ['from', 'to', 'input', 'result'];
export const TIME_ZONE_KEYS = ['iana', 'abbreviation', 'offset_utc', 'dst_offset_utc', 'is_dst_now'];

/** What each record can be sorted by, as the contract lists it in section 3. */
export const SORTABLE = {
  countries: 'id name iso2 iso3 region population gdp area_sq_km latitude longitude'.split(' '),
  states: 'id name iso2 country_code population latitude longitude'.split(' '),
  cities: 'id name state_code country_code population latitude longitude'.split(' '),
  regions: ['id', 'name'],
  subregions: ['id', 'name', 'region_id'],
} as const;

/** Names of the fields that a tier sees, in the order of the specification's table. */
export function visibleNames(fields: readonly SpecifiedField[], tier: Tier): string[] {
  return fields.filter(([, from]) => ORDER.indexOf(from) <= ORDER.indexOf(tier)).map(([name]) => name);
}

export type SourceRow = Readonly<Record<string, unknown>>;

/**
 * The record that a source row has to become for a tier. JSON texts are decoded, so compare with {@link decodedRecord}.
 */
export function expectedRecord(fields: readonly SpecifiedField[], tier: Tier, row: SourceRow): SourceRow {
  const visible = new Set(visibleNames(fields, tier));
  return Object.fromEntries(
    fields.filter(([name]) => visible.has(name)).map(([name, , kind]) => [name, expectedValue(row[name], kind)]),
  );
}

/** A record as it was answered, with its JSON texts decoded; anything else where a JSON text should be stays itself. */
export function decodedRecord(fields: readonly SpecifiedField[], record: SourceRow): SourceRow {
  const json = new Set(fields.filter(([, , kind]) => kind === 'json').map(([name]) => name));
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      json.has(name) && typeof value === 'string'
        ? JSON.parse(value)
        : json.has(name) && value !== null
          ? { value }
          : value,
    ]),
  );
}

function expectedValue(value: unknown, kind: ValueKind): unknown {
  if (value === undefined || value === null || value === '') return null;
  if (kind === 'integer' || kind === 'number') return Number(value);
  if (kind === 'json') return typeof value === 'string' ? JSON.parse(value) : value;
  return value;
}
