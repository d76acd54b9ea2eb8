/** Dial code of one country, and telephone numbers told apart by country (contract, section 4). */
import { gate } from '../auth/plans.ts';
import type { DataSet } from '../db/data-set.queries.ts';
import { type DialCodeRow, listDialCodes } from '../db/dial-code.queries.ts';
import { badInput } from './bad-input.ts';
import { builder, gated, personal } from './builder.ts';
import type { OperationContext } from './context.ts';
import { findCountryCodes } from './country-code.ts';
import { DialCodeRef } from './dial-code-ref.ts';
import { type Numbering, numberingOf } from './numbering.ts';

interface CountryDialCodeSource {
  readonly countryCode: string;
  readonly dialCode: DialCodeRow | null;
}

const CountryDialCode = builder.objectRef<CountryDialCodeSource>('CountryDialCode').implement({
  description: 'A country and its dial code.',
  fields: (t) => ({
    countryCode: t.exposeString('countryCode', { description: 'ISO 3166-1 alpha-2 code of the country.' }),
    dialCode: t.field({
      type: DialCodeRef,
      nullable: true,
      description: 'Null when the country has no dial code on record.',
      resolve: ({ dialCode }) => dialCode,
    }),
  }),
});

interface PhoneNumberSource {
  readonly dialCode: DialCodeRow;
  readonly nationalNumber: string;
  readonly e164: string;
}

const PhoneNumber = builder.objectRef<PhoneNumberSource>('PhoneNumber').implement({
  description: 'A telephone number and the country that it belongs to.',
  fields: (t) => ({
    dialCode: t.field({
      type: DialCodeRef,
      description: 'The country’s dial code.',
      resolve: ({ dialCode }) => dialCode,
    }),
    nationalNumber: t.exposeString('nationalNumber', { description: 'The digits after the dial code.' }),
    e164: t.exposeString('e164', { description: 'The number as E.164 writes it: `+` and digits.' }),
  }),
});

// Numbers are compared with this in memory: no statement, and so no log of the database, ever holds one.
const numberings = new WeakMap<DataSet, Promise<Numbering>>();

export function readNumbering({ em, dataSet }: OperationContext): Promise<Numbering> {
  const known = numberings.get(dataSet);
  if (known) return known;
  const reading = listDialCodes(em, dataSet.schema, undefined).then(numberingOf);
  numberings.set(dataSet, reading);
  reading.catch(() => numberings.delete(dataSet));
  return reading;
}

const phoneDialCode = () => gated(() => [gate('phoneDialCode')]);

builder.queryFields((t) => ({
  dialCodeOf: t.field({
    type: CountryDialCode,
    nullable: true,
    description: 'The dial code of a country (Supporter and above); null when there is no such country.',
    args: { country: t.arg.id({ required: true, description: 'ISO 3166-1 alpha-2 or alpha-3 code, or the id.' }) },
    ...phoneDialCode(),
    resolve: async (_root, { country }, context) => {
      const codes = findCountryCodes(context.dataSet, String(country));
      if (!codes) return null;
      return { countryCode: codes.iso2, dialCode: (await readNumbering(context)).byCountry(codes.iso2) ?? null };
    },
  }),
  phoneNumber: t.field({
    type: PhoneNumber,
    nullable: true,
    description:
      'The country of a telephone number (Supporter and above); null when it cannot be told. The number is neither stored nor logged.',
    args: { number: t.arg.string({ required: true, description: '`+` and 5 to 15 digits.' }) },
    ...personal(phoneDialCode()),
    resolve: async (_root, { number }, context) => {
      if (!/^\+[0-9]{5,15}$/.test(number)) throw badInput('number must be + and 5 to 15 digits');
      const digits = number.slice(1);
      const dialCode = (await readNumbering(context)).ownerOf(digits);
      return dialCode ? { dialCode, nationalNumber: digits.slice(dialCode.dialCode.length - 1), e164: number } : null;
    },
  }),
}));
