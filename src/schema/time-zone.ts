/** Time zones of places: the offsets of the year at hand and what the clock does now (contract, section 4). */
import { type PlaceZone, ZONE_OF_CAPITAL, ZONE_OF_CITY, ZONE_OF_STATE } from '../db/time-zone.queries.ts';
import { badInput } from './bad-input.ts';
import { builder } from './builder.ts';
import type { OperationContext } from './context.ts';
import { findCountryCodes } from './country-code.ts';
import { offsetText, type ZoneClock, zoneClock } from './zone-year.ts';

interface ZoneFacts {
  readonly name: string;
  readonly abbreviation: string;
  readonly clock: ZoneClock;
}

/** One entry of a country's `timezones`, as far as it can be relied on. */
interface ListedZone {
  readonly zoneName?: unknown;
  readonly gmtOffset?: unknown;
  readonly abbreviation?: unknown;
}

/** The selection of a time zone under its wire names; `valid_until` is for whoever caches it. */
export const TIME_ZONE =
  'iana: name abbreviation offset_utc: utcOffset dst_offset_utc: dstUtcOffset is_dst_now: isDst valid_until: validUntil';

const TimeZone = builder.objectRef<ZoneFacts>('TimeZone').implement({
  description: 'A time zone as it stands in the present year and at this moment.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'IANA name.' }),
    abbreviation: t.exposeString('abbreviation', { description: 'Short English name at this moment; for display.' }),
    utcOffset: t.string({
      description: 'Offset of standard time in the present year, `±HH:MM`.',
      resolve: ({ clock }) => offsetText(clock.standard),
    }),
    dstUtcOffset: t.string({
      description: 'Offset of summer time in the present year, `±HH:MM`; equal to `utcOffset` where there is none.',
      resolve: ({ clock }) => offsetText(clock.daylight),
    }),
    isDst: t.boolean({
      description: 'Whether the clock is ahead of standard time at this moment.',
      resolve: ({ clock }) => clock.offset > clock.standard,
    }),
    validUntil: t.string({
      description: 'When this next changes, ISO 8601: the next change of the clock or the end of the local year.',
      resolve: ({ clock }) => new Date(clock.validUntil).toISOString(),
    }),
  }),
});

const TimeZoneLookup = builder.objectRef<PlaceZone>('TimeZoneLookup').implement({
  description: 'The time zone of a country, state or city.',
  fields: (t) => ({
    timeZone: t.field({
      type: TimeZone,
      nullable: true,
      description: 'Null when the data has no time zone for the place.',
      resolve: (place, _args, { now }) => zoneFacts(place, now()),
    }),
  }),
});

builder.queryField('timeZoneLookup', (t) =>
  t.field({
    type: TimeZoneLookup,
    nullable: true,
    description:
      'The time zone of a country (its capital’s), of a state, or of a city; null when there is no such place.',
    args: {
      country: t.arg.id({ required: true, description: 'ISO 3166-1 alpha-2 or alpha-3 code, or the id.' }),
      state: t.arg.string({ description: 'State code without the country prefix.' }),
      cityId: t.arg.int({ description: 'City id; goes with `state`, in which the city has to lie.' }),
    },
    resolve: (_root, { country, state, cityId }, context) => {
      if (typeof cityId === 'number' && !state) throw badInput('cityId goes with state');
      return findPlace(String(country), state ?? undefined, cityId ?? undefined, context);
    },
  }),
);

async function findPlace(
  country: string,
  stateCode: string | undefined,
  cityId: number | undefined,
  { dataSet, loaders, now }: OperationContext,
): Promise<PlaceZone | null> {
  const countryId = findCountryCodes(dataSet, country)?.id;
  if (countryId === undefined || stateCode?.includes('\0')) return null;
  if (stateCode === undefined) {
    const place = await loaders.find(ZONE_OF_CAPITAL, countryId);
    return place && { ...place, zone: firstKnown([place.zone, ...listedNames(place.timezones)], now()) };
  }
  const state = stateCode.toUpperCase();
  return cityId === undefined
    ? loaders.find(ZONE_OF_STATE, { countryId, state })
    : loaders.find(ZONE_OF_CITY, { countryId, state, cityId });
}

function zoneFacts({ zone, countryCode, timezones }: PlaceZone, now: number): ZoneFacts | null {
  const clock = zone === null ? undefined : zoneClock(zone, now);
  if (zone === null || !clock) return null;
  return { name: zone, abbreviation: abbreviation(zone, clock, now, { countryCode, timezones }), clock };
}

/**
 * The data's abbreviation where it is that of the present offset (it has one a zone, of the season it was made in), else
 * the letters that are customary in the country's English or in British English, else `GMT+5:30`.
 */
function abbreviation(
  zone: string,
  { offset }: ZoneClock,
  now: number,
  { countryCode, timezones }: Pick<PlaceZone, 'countryCode' | 'timezones'>,
): string {
  const listed = listedZones(timezones).find(({ zoneName }) => zoneName === zone);
  const { abbreviation: letters, gmtOffset } = listed ?? {};
  if (typeof letters === 'string' && /^[A-Z]{2,6}$/.test(letters) && gmtOffset === offset * 60) return letters;
  const names = ['en-US', `en-${countryCode}`, 'en-GB'].map((locale) => shortName(locale, zone, now));
  return names.find((name) => /^[A-Z]+$/.test(name)) ?? names[0] ?? zone;
}

function shortName(locale: string, timeZone: string, now: number): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(now);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** The entries of a country's `timezones`; none where the text is missing or not what it should be. */
function listedZones(text: string | null): readonly ListedZone[] {
  try {
    const listed: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(listed) ? listed.filter((each) => typeof each === 'object' && each !== null) : [];
  } catch {
    return [];
  }
}

function listedNames(timezones: string | null): string[] {
  const names = listedZones(timezones).map(({ zoneName }) => zoneName);
  return names.filter((name) => typeof name === 'string');
}

/** The first zone whose rules the runtime knows; data can be ahead of it, or wrong. */
function firstKnown(zones: readonly (string | null)[], now: number): string | null {
  return zones.find((zone) => zone !== null && zoneClock(zone, now) !== undefined) ?? null;
}
