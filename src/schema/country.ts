/** The Country type and the query fields that answer countries. */
import type { GraphQLResolveInfo } from 'graphql';
import { argumentGate, gate } from '../auth/plans.ts';
import type { CountryRow } from '../db/country.entity.ts';
import { badInput } from './bad-input.ts';
import { builder, facts, gated } from './builder.ts';
import type { OperationContext } from './context.ts';
import { COUNTRY } from './country.resource.ts';
import { findCountryCodes } from './country-code.ts';
import { CURRENCY_COLUMNS, CurrencyRef, currencyOfRow } from './currency-ref.ts';
import { DialCodeRef } from './dial-code-ref.ts';
import { CITIES, COUNTRIES, guardedList, resolveList, resolveListOf, STATES } from './list.ts';
import { CountryRef, RegionRef, SubregionRef } from './refs.ts';
import { RESOURCE_INTERFACES, resourceFields } from './resource-fields.ts';
import { selectedColumns } from './selected-columns.ts';
import { parseTimezones, TimezoneRef } from './timezone-entry.ts';

const CODE_PROPERTIES: ReadonlySet<string> = new Set(['id', 'iso2', 'iso3']);

/** A country by any form of its code, read only as far as the data set's codes do not answer already. */
export function loadCountry(
  code: string,
  columns: readonly string[],
  { dataSet, loaders }: OperationContext,
): Promise<CountryRow | null> | CountryRow | null {
  const codes = findCountryCodes(dataSet, code);
  if (!codes) return null;
  // The columns asked for are all there: a partial row is a row to whoever reads no more of it.
  if (columns.every((column) => CODE_PROPERTIES.has(column))) return codes as CountryRow;
  return loaders.rowBy('countries', 'id', codes.id, columns);
}

interface CountryArgs {
  readonly code?: string | number | null | undefined;
  readonly id?: number | null | undefined;
  readonly iso2?: string | null | undefined;
  readonly iso3?: string | null | undefined;
  readonly numeric?: string | null | undefined;
}

async function findCountry(
  { code, id, iso2, iso3, numeric }: CountryArgs,
  columns: readonly string[],
  context: OperationContext,
): Promise<CountryRow | null> {
  const given = [code, id, iso2, iso3, numeric].filter(isGiven);
  if (given.length !== 1) throw badInput('give exactly one of code, id, iso2, iso3, numeric');
  if (isGiven(iso2) && !/^[A-Za-z]{2}$/.test(String(iso2))) throw badInput('iso2 must be a 2-letter code');
  if (isGiven(iso3) && !/^[A-Za-z]{3}$/.test(String(iso3))) throw badInput('iso3 must be a 3-letter code');
  if (!isGiven(numeric)) return loadCountry(String(given[0]), columns, context);
  if (!/^[0-9]{1,3}$/.test(String(numeric))) throw badInput('numeric must be a 1 to 3 digit code');
  return context.loaders.rowBy('countries', 'numericCode', String(numeric).padStart(3, '0'), columns);
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined;
}

CountryRef.implement({
  description: 'A country or territory with an ISO 3166-1 code.',
  interfaces: RESOURCE_INTERFACES,
  fields: (t) => ({
    ...resourceFields(t, COUNTRY),
    states: t.field({
      type: STATES.connection,
      description: 'The states, provinces and regions of the country.',
      args: STATES.args,
      ...guardedList(STATES, [], ['id']),
      resolve: ({ id }, args, context, info) =>
        resolveListOf(STATES, { property: 'countryId', id }, args, context, info),
    }),
    cities: t.field({
      type: CITIES.connection,
      description: 'All cities of the country (Supporter and above).',
      args: CITIES.args,
      nullable: true,
      ...guardedList(CITIES, [gate('bulkCities')], ['id']),
      resolve: ({ id }, args, context, info) =>
        resolveListOf(CITIES, { property: 'countryId', id }, args, context, info),
    }),
    region: t.field({
      type: RegionRef,
      description: 'The region that the country lies in (Supporter and above).',
      nullable: true,
      ...gated(() => [gate('regionsApi')], ['regionId']),
      resolve: ({ regionId }, _args, { loaders }, info) =>
        typeof regionId === 'number' ? loaders.rowBy('regions', 'id', regionId, selectedColumns(info, 'Region')) : null,
    }),
    subregion: t.field({
      type: SubregionRef,
      description: 'The subregion that the country lies in (Supporter and above).',
      nullable: true,
      ...gated(() => [gate('regionsApi')], ['subregionId']),
      resolve: ({ subregionId }, _args, { loaders }, info) =>
        typeof subregionId === 'number'
          ? loaders.rowBy('subregions', 'id', subregionId, selectedColumns(info, 'Subregion'))
          : null,
    }),
    currency: t.field({
      type: CurrencyRef,
      description: 'The official currency; null where there is none on record (Supporter and above).',
      nullable: true,
      ...gated(() => [gate('currencyApi')], CURRENCY_COLUMNS),
      resolve: currencyOfRow,
    }),
    dialCode: t.field({
      type: DialCodeRef,
      description: 'The international dial code; null where there is none (Supporter and above).',
      nullable: true,
      ...gated(() => [gate('phoneDialCode')], ['dialCode', 'areaCode', 'areaCodes', 'iso2', 'iso3']),
      resolve: ({ dialCode, areaCode, areaCodes, iso2, iso3 }) =>
        dialCode ? { dialCode, areaCode: areaCode ?? null, areaCodes, iso2, iso3 } : null,
    }),
    timezones: t.field({
      type: [TimezoneRef],
      description: 'The time zones of the country; null where the data has none.',
      nullable: true,
      extensions: facts({ columns: ['timezones'] }),
      resolve: ({ timezones }) => parseTimezones(timezones),
    }),
  }),
});

/** What a country says of itself to those who look a code up: Basic fields for every plan that has the look-up. */
export const CountryLookup = builder.objectRef<CountryRow>('CountryLookup').implement({
  description: 'The codes of a country.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Country id.', extensions: facts({ columns: ['id'] }) }),
    name: t.exposeString('name', { description: 'English name.', extensions: facts({ columns: ['name'] }) }),
    iso2: t.exposeString('iso2', {
      description: 'ISO 3166-1 alpha-2 code.',
      extensions: facts({ columns: ['iso2'] }),
    }),
    iso3: t.exposeString('iso3', {
      description: 'ISO 3166-1 alpha-3 code.',
      extensions: facts({ columns: ['iso3'] }),
    }),
    numericCode: t.string({
      nullable: true,
      description: 'ISO 3166-1 numeric code, three digits.',
      extensions: facts({ columns: ['numericCode'] }),
      resolve: ({ numericCode }) => numericCode ?? null,
    }),
  }),
});

builder.queryFields((t) => ({
  country: t.field({
    type: CountryRef,
    description: 'A country by exactly one of its ids and codes; null when there is none.',
    nullable: true,
    args: {
      code: t.arg.id({ description: 'Any of ISO2, ISO3 and id.' }),
      id: t.arg.int({ description: 'Country id.' }),
      iso2: t.arg.string({ description: 'ISO 3166-1 alpha-2 code, in any case.' }),
      iso3: t.arg.string({ description: 'ISO 3166-1 alpha-3 code, in any case.' }),
      numeric: t.arg.string({
        description: 'ISO 3166-1 numeric code, with or without leading zeros (Starter and above).',
      }),
    },
    ...gated(({ numeric }) => (isGiven(numeric) ? [argumentGate('isoLookup', 'numeric')] : [])),
    resolve: (_root, args, context, info: GraphQLResolveInfo) =>
      findCountry(args, selectedColumns(info, 'Country'), context),
  }),
  countries: t.field({
    type: COUNTRIES.connection,
    description: 'All countries.',
    args: COUNTRIES.args,
    ...guardedList(COUNTRIES),
    resolve: (_root, args, context, info) => resolveList(COUNTRIES, args, context, info),
  }),
}));
