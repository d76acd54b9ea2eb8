/**
 * Currencies: the official currency of a country (specification, E3), who has which (contract, section 4), and the
 * countries of a currency.
 */
import { gate } from '../auth/plans.ts';
import type { CountryRow } from '../db/country.entity.ts';
import { listCountriesWithCurrency } from '../db/currency.queries.ts';
import { badInput } from './bad-input.ts';
import { builder, facts, gated } from './builder.ts';
import { loadCountry } from './country.ts';
import { countriesWithCode } from './country-code.ts';
import { CURRENCY_COLUMNS, CurrencyRef, currencyOfRow } from './currency-ref.ts';
import { COUNTRIES, guardedList, resolveListOf } from './list.ts';
import { CountryRef } from './refs.ts';
import { selectedColumns } from './selected-columns.ts';

CurrencyRef.implement({
  description: 'A currency.',
  fields: (t) => ({
    code: t.string({ description: 'ISO 4217 code.', resolve: ({ currency }) => currency }),
    name: t.string({ nullable: true, description: 'Full name.', resolve: ({ currencyName }) => currencyName ?? null }),
    symbol: t.string({
      nullable: true,
      description: 'Unicode symbol; where it is null, show the code.',
      resolve: ({ currencySymbol }) => currencySymbol ?? null,
    }),
    countries: t.field({
      type: COUNTRIES.connection,
      description: 'The countries whose official currency it is.',
      args: COUNTRIES.args,
      ...guardedList(COUNTRIES),
      resolve: ({ currency }, args, context, info) =>
        resolveListOf(COUNTRIES, { property: 'currency', id: currency }, args, context, info),
    }),
  }),
});

const CountryCurrency = builder.objectRef<CountryRow>('CountryCurrency').implement({
  description: 'A country and its official currency.',
  fields: (t) => ({
    countryCode: t.string({
      description: 'ISO 3166-1 alpha-2 code of the country.',
      extensions: facts({ columns: ['iso2'] }),
      resolve: ({ iso2 }) => iso2,
    }),
    currency: t.field({
      type: CurrencyRef,
      nullable: true,
      description: 'Null when the country has no currency on record.',
      extensions: facts({ columns: CURRENCY_COLUMNS }),
      resolve: currencyOfRow,
    }),
    country: t.field({
      type: CountryRef,
      nullable: true,
      description: 'The country.',
      extensions: facts({ columns: ['iso2'] }),
      resolve: ({ iso2 }, _args, context, info) => loadCountry(iso2, selectedColumns(info, 'Country'), context),
    }),
  }),
});

const ONE_COUNTRY = {
  table: 'countries',
  properties: CURRENCY_COLUMNS,
  orderBy: [],
  limit: 1,
  key: 'currency of the first country',
} as const;

const currencyApi = gated(() => [gate('currencyApi')]);

builder.queryFields((t) => ({
  currencyOf: t.field({
    type: CountryCurrency,
    description:
      'The currency of a country by ISO2, ISO3 or id (Supporter and above); null when there is no such country.',
    nullable: true,
    args: { country: t.arg.id({ required: true, description: 'ISO 3166-1 alpha-2 or alpha-3 code, or the id.' }) },
    ...currencyApi,
    resolve: (_root, { country }, context, info) =>
      loadCountry(String(country), selectedColumns(info, 'CountryCurrency'), context),
  }),
  currency: t.field({
    type: CurrencyRef,
    description: 'A currency that some country uses, by its code (Supporter and above); null when none does.',
    nullable: true,
    args: { code: t.arg.string({ required: true, description: 'ISO 4217 code, in any case.' }) },
    ...currencyApi,
    resolve: async (_root, { code }, { loaders }) => {
      if (!/^[A-Za-z]{3}$/.test(code)) throw badInput('code must be a 3-letter ISO 4217 code');
      const id = code.toUpperCase();
      // Countries write the name differently: the one with the lowest id says it.
      const [row] = await loaders.rowsOf(ONE_COUNTRY, 'currency', id);
      return row ? currencyOfRow(row) : null;
    },
  }),
  currencies: t.field({
    type: [CountryCurrency],
    nullable: true,
    description:
      'Countries and their currencies, ordered by ISO2; those without one are left out (Supporter and above).',
    args: { code: t.arg.string({ description: 'Only countries with this ISO 4217 code, in any case.' }) },
    ...currencyApi,
    extensions: { ...currencyApi.extensions, ...facts({ records: countriesWithCode }) },
    resolve: (_root, { code }, { em, dataSet, signal }, info) => {
      if (typeof code === 'string' && !/^[A-Za-z]{3}$/.test(code)) throw badInput('code must be 3 letters');
      const columns = selectedColumns(info, 'CountryCurrency');
      return listCountriesWithCurrency(em, dataSet.schema, code?.toUpperCase(), columns, signal);
    },
  }),
}));
