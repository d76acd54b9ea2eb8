/** `checkPlace`: whether what is said of one place goes together. */
import { checkPlace } from '../address/check.ts';
import { FINDING_CODES, FINDINGS, type Finding, type FindingCode } from '../address/findings.ts';
import type { Given } from '../address/given.ts';
import { gate } from '../auth/plans.ts';
import { badInput } from './bad-input.ts';
import { builder, facts, gated, personal } from './builder.ts';
import type { OperationContext } from './context.ts';
import { checkedPoint } from './found-places.ts';
import { inTurn } from './in-turn.ts';
import { readNumbering } from './phone.ts';
import { placeIndexOf } from './place-index.ts';

/** Longer texts are no names of places. */
const LONGEST_TEXT = 200;

const FindingCodeRef = builder.enumType('FindingCode', {
  description: 'What speaks against things that are said of one place, most certain first.',
  values: Object.fromEntries(FINDING_CODES.map((code) => [code, { description: FINDINGS[code] }])) as Record<
    FindingCode,
    { readonly description: string }
  >,
});

const FindingRef = builder.objectRef<Finding>('Finding').implement({
  description: 'Something that speaks against what is said of a place.',
  fields: (t) => ({
    code: t.field({ type: FindingCodeRef, description: 'What is wrong.', resolve: ({ code }) => code }),
    fields: t.stringList({
      description: 'What does not go together, the doubtful one first.',
      resolve: ({ fields }) => [...fields],
    }),
    message: t.exposeString('message', { description: 'A sentence for people.' }),
    expected: t.string({
      nullable: true,
      description:
        'What the data has instead, where one thing can be named: the code of the country or state that it lies in, a currency, a time zone, the nearest name.',
      resolve: ({ expected }) => expected ?? null,
    }),
  }),
});

const PlaceCheck = builder.objectRef<readonly Finding[]>('PlaceCheck').implement({
  description: 'Whether what is said of one place goes together.',
  fields: (t) => ({
    consistent: t.boolean({
      description: 'True where nothing speaks against it.',
      resolve: ({ length }) => length === 0,
    }),
    findings: t.field({
      type: [FindingRef],
      description: 'What speaks against it, most certain first.',
      extensions: facts({ records: () => FINDING_CODES.length }),
      resolve: (findings) => [...findings],
    }),
  }),
});

interface CheckArgs {
  readonly country?: string | null | undefined;
  readonly state?: string | null | undefined;
  readonly city?: string | null | undefined;
  readonly postcode?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly timezone?: string | null | undefined;
  readonly currency?: string | null | undefined;
  readonly lat?: number | null | undefined;
  readonly lng?: number | null | undefined;
}

builder.queryField('checkPlace', (t) =>
  t.field({
    type: PlaceCheck,
    nullable: true,
    description:
      'Whether at least two things that are said of one place go together (Supporter and above). The telephone number is neither stored nor logged.',
    args: {
      country: t.arg.string({
        description:
          'Name of a country in any language, or its ISO 3166-1 code (two or three letters, or three digits).',
      }),
      state: t.arg.string({ description: 'Name of a state in any language, or its code.' }),
      city: t.arg.string({ description: 'Name of a city in any language.' }),
      postcode: t.arg.string({ description: 'A postal code.' }),
      phone: t.arg.string({ description: '`+` and 5 to 15 digits.' }),
      timezone: t.arg.string({ description: 'IANA time zone.' }),
      currency: t.arg.string({ description: 'ISO 4217 code, in any case.' }),
      lat: t.arg.float({ description: 'Latitude, -90 to 90; only with `lng`.' }),
      lng: t.arg.float({ description: 'Longitude, -180 to 180; only with `lat`.' }),
    },
    ...personal(gated(() => [gate('consistency')])),
    resolve: (_root, args, context) => checked(args, context),
  }),
);

async function checked(args: CheckArgs, context: OperationContext): Promise<Finding[]> {
  const given = givenOf(args);
  const index = placeIndexOf(context.dataSet);
  const numbering = await readNumbering(context);
  const mayBeNumberOf = (iso2: string, digits: string) => numbering.mayBeOf(iso2, digits);
  return inTurn(context, () => checkPlace(given, { index, mayBeNumberOf }));
}

function givenOf({ lat, lng, ...texts }: CheckArgs): Given {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(texts)) {
    const text = value?.trim() ?? '';
    if (text.length > LONGEST_TEXT) throw badInput(`${name} must be at most ${LONGEST_TEXT} characters`);
    if (text !== '') given[name] = text;
  }
  const { phone, currency } = given;
  if (phone !== undefined && !/^\+[0-9]{5,15}$/.test(phone)) throw badInput('phone must be + and 5 to 15 digits');
  if (currency !== undefined && !/^[A-Za-z]{3}$/.test(currency)) throw badInput('currency must be 3 letters');
  const isPoint = typeof lat === 'number' && typeof lng === 'number';
  if (!isPoint && (typeof lat === 'number' || typeof lng === 'number'))
    throw badInput('give both of lat and lng, or neither');
  if (Object.keys(given).length + (isPoint ? 1 : 0) < 2) throw badInput(`give at least two of ${TWO_OF}`);
  return {
    ...given,
    ...(phone === undefined ? {} : { phone: phone.slice(1) }),
    ...(currency === undefined ? {} : { currency: currency.toUpperCase() }),
    ...(isPoint ? { point: checkedPoint(lat, lng) } : {}),
  };
}

const TWO_OF = 'country, state, city, postcode, phone, timezone, currency, lat and lng';
