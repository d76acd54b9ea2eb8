/** International dial codes (specification, E6). */
import { gate } from '../auth/plans.ts';
import { listDialCodes } from '../db/dial-code.queries.ts';
import { badInput } from './bad-input.ts';
import { builder, facts, gated } from './builder.ts';
import { loadCountry } from './country.ts';
import { countriesWithCode } from './country-code.ts';
import { DialCodeRef } from './dial-code-ref.ts';
import { COUNTRIES, guardedList, resolveListOf } from './list.ts';
import { CountryRef } from './refs.ts';
import { selectedColumns } from './selected-columns.ts';

DialCodeRef.implement({
  description: 'The dial code of a country.',
  fields: (t) => ({
    dialCode: t.exposeString('dialCode', { description: 'ITU-T E.164 country code with a leading `+`.' }),
    areaCode: t.string({
      nullable: true,
      description: 'Area code of a North American Numbering Plan territory that has exactly one.',
      resolve: ({ areaCode }) => areaCode,
    }),
    iso2: t.exposeString('iso2', { description: 'ISO 3166-1 alpha-2 code of the country.' }),
    iso3: t.exposeString('iso3', { description: 'ISO 3166-1 alpha-3 code of the country.' }),
    country: t.field({
      type: CountryRef,
      nullable: true,
      description: 'The country.',
      resolve: ({ iso2 }, _args, context, info) => loadCountry(iso2, selectedColumns(info, 'Country'), context),
    }),
    countries: t.field({
      type: COUNTRIES.connection,
      description: 'The countries that share the dial code.',
      args: COUNTRIES.args,
      ...guardedList(COUNTRIES),
      resolve: ({ dialCode }, args, context, info) =>
        resolveListOf(COUNTRIES, { property: 'dialCode', id: dialCode }, args, context, info),
    }),
  }),
});

const phoneDialCode = gated(() => [gate('phoneDialCode')]);

builder.queryField('dialCodes', (t) =>
  t.field({
    type: [DialCodeRef],
    nullable: true,
    description: 'Dial codes of all countries, or of those that share one (Supporter and above).',
    args: {
      code: t.arg.string({ description: 'For example `44`, `+1`, or `1246` for +1 and area code 246.' }),
    },
    ...phoneDialCode,
    extensions: { ...phoneDialCode.extensions, ...facts({ records: countriesWithCode }) },
    resolve: (_root, { code }, { em, dataSet, signal }) => {
      if (code === null || code === undefined) return listDialCodes(em, dataSet.schema, undefined, signal);
      const digits = /^\+?0*([1-9][0-9]{0,3})$/.exec(code.trim())?.[1];
      if (!digits) throw badInput('code must be 1 to 4 digits, with or without a leading +');
      return listDialCodes(em, dataSet.schema, digits, signal);
    },
  }),
);
