/** The Country type and the query fields that answer countries. */
import type { GraphQLResolveInfo } from 'graphql';
import { gate } from '../auth/plans.ts';
import type { CountryRow } from '../db/country.entity.ts';
import { builder, facts, gated } from './builder.ts';
import type { OperationContext } from './context.ts';
import { COUNTRY } from './country.resource.ts';
import { findCountryCodes } from './country-code.ts';
import { CITIES, COUNTRIES, listGates, resolveList, resolveListOf, STATES } from './list.ts';
import { CountryRef, RegionRef, SubregionRef } from './refs.ts';
import { resourceFields } from './resource-fields.ts';
import { selectedColumns } from './selection.ts';

const CODE_PROPERTIES: ReadonlySet<string> = new Set(['id', 'iso2', 'iso3']);

/** A country by any form of its code, read only as far as the data set's codes do not answer already. */
export async function loadCountry(
  code: string,
  columns: readonly string[],
  { dataSet, loaders }: OperationContext,
): Promise<CountryRow | null> {
  const codes = findCountryCodes(dataSet, code);
  if (!codes) return null;
  // The columns asked for are all there: a partial row is a row to whoever reads no more of it.
  if (columns.every((column) => CODE_PROPERTIES.has(column))) return codes as CountryRow;
  return loaders.rowBy('countries', 'id', codes.id, columns);
}

CountryRef.implement({
  description: 'A country or territory with an ISO 3166-1 code.',
  fields: (t) => ({
    ...resourceFields(t, COUNTRY),
    states: t.field({
      type: STATES.connection,
      description: 'The states, provinces and regions of the country.',
      args: STATES.args,
      ...gated(listGates, ['id']),
      resolve: ({ id }, args, context, info) =>
        resolveListOf(STATES, { property: 'countryId', id }, args, context, info),
    }),
    cities: t.field({
      type: CITIES.connection,
      description: 'All cities of the country (Supporter and above).',
      args: CITIES.args,
      nullable: true,
      ...gated((args) => [gate('bulkCities'), ...listGates(args)], ['id']),
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
  }),
});

/** What a country says of itself to those who look a code up: Basic fields for every plan that has the look-up. */
export const CountryLookup = builder.objectRef<CountryRow>('CountryLookup').implement({
  description: 'The codes of a country.',
  fields: (t) => ({
    id: t.exposeInt('id', { extensions: facts({ columns: ['id'] }) }),
    name: t.exposeString('name', { extensions: facts({ columns: ['name'] }) }),
    iso2: t.exposeString('iso2', { extensions: facts({ columns: ['iso2'] }) }),
    iso3: t.exposeString('iso3', { extensions: facts({ columns: ['iso3'] }) }),
    numericCode: t.string({
      nullable: true,
      extensions: facts({ columns: ['numericCode'] }),
      resolve: ({ numericCode }) => numericCode ?? null,
    }),
  }),
});

builder.queryFields((t) => ({
  country: t.field({
    type: CountryRef,
    description: 'A country by ISO2, ISO3 or id; null when there is none.',
    nullable: true,
    args: { code: t.arg.id({ required: true, description: 'ISO 3166-1 alpha-2 or alpha-3 code, or the id.' }) },
    resolve: (_root, { code }, context, info: GraphQLResolveInfo) =>
      loadCountry(String(code), selectedColumns(info, 'Country'), context),
  }),
  countries: t.field({
    type: COUNTRIES.connection,
    description: 'All countries.',
    args: COUNTRIES.args,
    ...gated(listGates),
    resolve: (_root, args, context, info) => resolveList(COUNTRIES, args, context, info),
  }),
}));
