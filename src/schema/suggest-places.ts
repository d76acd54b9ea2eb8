/** `suggestPlaces`: what people mean by what they type, ranked in memory. */

import { createPostcodeFit } from '../address/postcode-fit.ts';
import { tierIncludes } from '../auth/plans.ts';
import { TIER_SCOPES } from '../auth/scopes.ts';
import type { PlaceType } from '../find/places.ts';
import { type Match, suggest } from '../find/suggest.ts';
import { badInput } from './bad-input.ts';
import { builder, facts } from './builder.ts';
import type { OperationContext } from './context.ts';
import {
  checkCount,
  checkedPoint,
  countryCodes,
  type FoundPlace,
  foundPlace,
  PlaceTypeRef,
  TABLES_OF_TYPES,
  wantedTypes,
} from './found-places.ts';
import { foundRecords } from './found-records.ts';
import { inTurn } from './in-turn.ts';
import { placeIndexOf } from './place-index.ts';

interface SuggestedPlace extends FoundPlace {
  readonly name: string;
  readonly lang: string;
  readonly label: string;
  readonly countryCode: string;
  readonly stateCode: string | null;
  readonly match: Match;
  readonly matchedName: string | null;
  readonly score: number;
  readonly population: number | null;
}

const MatchRef = builder.enumType('PlaceMatch', {
  description:
    'How a place matched: a whole name, the beginning of a name, of a later word of it, a name with a typo, or a code.',
  values: {
    exact: { description: 'The whole of a name.' },
    prefix: { description: 'The beginning of a name.' },
    word: { description: 'The beginning of a later word of a name.' },
    fuzzy: { description: 'A name with a typo.' },
    code: { description: 'A code of the place.' },
  },
});

const COORDINATES = { extensions: facts({ tier: 'coordinates' }), authScopes: TIER_SCOPES.coordinates } as const;

const PlaceSuggestion = builder.objectRef<SuggestedPlace>('PlaceSuggestion').implement({
  extensions: facts({ carries: 'records' }),
  description: 'A place that may be meant.',
  fields: (t) => ({
    type: t.field({
      type: PlaceTypeRef,
      description: 'What it is: city, state or country.',
      resolve: ({ type }) => type,
    }),
    id: t.exposeInt('id', { description: 'Id of the city, state or country.' }),
    name: t.exposeString('name', { description: 'Name in the language asked for, else in English.' }),
    label: t.exposeString('label', { description: 'The shortest text that tells it from all others of its type.' }),
    lang: t.exposeString('lang', { description: 'Language of `name`, BCP 47.' }),
    countryCode: t.exposeString('countryCode', { description: 'ISO 3166-1 alpha-2 code of its country.' }),
    stateCode: t.exposeString('stateCode', {
      nullable: true,
      description: 'Code of its state without the country prefix; null where it has none.',
    }),
    match: t.field({
      type: MatchRef,
      description: 'How it matched: exact, prefix, word, fuzzy or code.',
      resolve: ({ match }) => match,
    }),
    matchedName: t.exposeString('matchedName', {
      nullable: true,
      description: 'The name or code that matched, where it is another than `name`.',
    }),
    score: t.exposeFloat('score', {
      description: 'Higher is better; only to compare places of one answer. Coarse below the Coordinates tier.',
    }),
    latitude: t.string({
      ...COORDINATES,
      nullable: true,
      description: 'Latitude in degrees, exact decimal text (Coordinates tier).',
      resolve: async (found, _args, context) => (await rowOf(found, context))?.latitude,
    }),
    longitude: t.string({
      ...COORDINATES,
      nullable: true,
      description: 'Longitude in degrees, exact decimal text (Coordinates tier).',
      resolve: async (found, _args, context) => (await rowOf(found, context))?.longitude,
    }),
    population: t.int({
      ...COORDINATES,
      nullable: true,
      description: 'Inhabitants; where the data has no number, those that GeoNames has (Coordinates tier).',
      resolve: ({ population }) => population,
    }),
    timezone: t.string({
      ...COORDINATES,
      nullable: true,
      description: 'IANA time zone; null for countries (Coordinates tier).',
      resolve: async (found, _args, context) => {
        const row = await rowOf(found, context);
        return row && 'timezone' in row ? row.timezone : null;
      },
    }),
    ...foundRecords(t),
  }),
});

/** What the indexes do not hold of a row. */
const READ: Readonly<Record<PlaceType, readonly string[]>> = {
  country: ['latitude', 'longitude'],
  state: ['latitude', 'longitude', 'timezone'],
  city: ['latitude', 'longitude', 'timezone'],
};

/** All of an answer's rows of a type with one statement. */
function rowOf({ type, id }: FoundPlace, { loaders }: OperationContext) {
  if (type === 'country') return loaders.rowBy('countries', 'id', id, READ.country);
  return loaders.rowBy(TABLES_OF_TYPES[type], 'id', id, READ[type]);
}

interface SuggestArgs {
  readonly q: string;
  readonly type?: readonly PlaceType[] | null | undefined;
  readonly country?: readonly string[] | null | undefined;
  readonly near?: { readonly lat: number; readonly lng: number } | null | undefined;
  readonly lang?: string | null | undefined;
  readonly limit: number;
}

/** BCP 47, as far as names have languages. */
const LANGUAGE = /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}$/;

function suggested(args: SuggestArgs, context: OperationContext): SuggestedPlace[] {
  const q = checkedText(args.q);
  checkCount('limit', args.limit, 1, 20);
  const { lang, near } = args;
  if (lang && !LANGUAGE.test(lang)) throw badInput('lang must be a BCP 47 language tag');
  const language = lang?.replaceAll('_', '-');
  const [types, countries] = [wantedTypes(args.type), countryCodes(args.country)];
  const index = placeIndexOf(context.dataSet);
  const { places, names, labels } = index;
  const isExact = tierIncludes(context.caller.tier, 'coordinates');
  const query = {
    q,
    limit: args.limit,
    ...(types && { types }),
    ...(countries && { countries }),
    isCoarse: !isExact,
    postcodeFit: createPostcodeFit(index),
    ...(near && { near: checkedPoint(near.lat, near.lng) }),
  };
  return suggest(places, names, query).map(({ place, entry, match, score, nearness }) => {
    const { text: name, lang } = labels.nameOf(place, language);
    const matched = names.shown(entry);
    return {
      ...foundPlace(index, place),
      name,
      lang,
      label: labels.labelOf(place, language),
      countryCode: places.countryCode(place),
      stateCode: places.stateCode(place) ?? null,
      match,
      matchedName: matched === name ? null : matched,
      // An exact score would say how many live there, and its part for nearness where.
      score: isExact ? rounded(score, 3) : rounded(score - nearness, 1),
      population: places.populations[place] || null,
    };
  });
}

function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}

function checkedText(q: string): string {
  const text = q.trim().normalize('NFC');
  const length = [...text.slice(0, 400)].length;
  if (length < 1 || length > 100) throw badInput('q must be 1 to 100 characters');
  return text;
}

const GeoPoint = builder.inputType('GeoPoint', {
  description: 'A point on the earth, in degrees.',
  fields: (t) => ({
    lat: t.float({ required: true, description: 'Latitude, -90 to 90.' }),
    lng: t.float({ required: true, description: 'Longitude, -180 to 180.' }),
  }),
});

builder.queryField('suggestPlaces', (t) =>
  t.field({
    type: [PlaceSuggestion],
    description:
      'The places that are meant by what somebody types: names in all languages, with typos, unfinished, with the state or country behind, or a postcode.',
    args: {
      q: t.arg.string({ required: true, description: 'What was typed: 1 to 100 characters, in any case and script.' }),
      type: t.arg({ type: [PlaceTypeRef], description: 'Only places of these types.' }),
      country: t.arg.stringList({ description: 'Only places of these countries: ISO 3166-1 alpha-2 codes.' }),
      near: t.arg({
        type: GeoPoint,
        description: 'Places near this point gain; below the Coordinates tier they are seen in whole degrees.',
      }),
      lang: t.arg.string({ description: 'Language of names and labels, BCP 47; English where there is none in it.' }),
      limit: t.arg.int({ required: true, defaultValue: 8, description: 'How many places at most, 1 to 20.' }),
    },
    resolve: (_root, args, context) => inTurn(context, () => suggested(args, context)),
  }),
);
