/** The time zones of a country, from the JSON text that the data keeps them in. */
import { builder } from './builder.ts';

export interface TimezoneEntry {
  readonly zoneName: string | null;
  readonly gmtOffset: number | null;
  readonly gmtOffsetName: string | null;
  readonly abbreviation: string | null;
  readonly tzName: string | null;
}

export const TimezoneRef = builder.objectRef<TimezoneEntry>('CountryTimezone').implement({
  description: 'A time zone of a country, as the data describes it.',
  fields: (t) => ({
    zoneName: t.exposeString('zoneName', { nullable: true, description: 'IANA time zone.' }),
    gmtOffset: t.exposeInt('gmtOffset', { nullable: true, description: 'Offset from GMT in seconds.' }),
    gmtOffsetName: t.exposeString('gmtOffsetName', {
      nullable: true,
      description: 'The offset as text, for example `UTC+09:00`.',
    }),
    abbreviation: t.exposeString('abbreviation', { nullable: true, description: 'Abbreviation, for example `JST`.' }),
    tzName: t.exposeString('tzName', { nullable: true, description: 'Name, for example `Japan Standard Time`.' }),
  }),
});

/** The time zones in the order of the data; null where there is no such text. */
export function parseTimezones(json: string | null | undefined): TimezoneEntry[] | null {
  const entries: unknown = json ? JSON.parse(json) : null;
  return Array.isArray(entries) ? entries.map(entryOf) : null;
}

function entryOf(value: unknown): TimezoneEntry {
  const entry = (value ?? {}) as Readonly<Record<string, unknown>>; // Any JSON value has properties, if only missing ones.
  return {
    zoneName: text(entry['zoneName']),
    gmtOffset: int(entry['gmtOffset']),
    gmtOffsetName: text(entry['gmtOffsetName']),
    abbreviation: text(entry['abbreviation']),
    tzName: text(entry['tzName']),
  };
}

/** What GraphQL can call an Int (specification of GraphQL, section 3.5.1). */
function int(value: unknown): number | null {
  return typeof value === 'number' && value === Math.trunc(value) && Math.abs(value) < 2 ** 31 ? value : null;
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
