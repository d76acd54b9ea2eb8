/** The clock of a time zone over one calendar year, by the runtime's own time zone rules; pure. */
import { LRUCache } from 'lru-cache';

const MINUTE = 60_000;
const DAY = 86_400_000;
const KEPT_YEARS = 2_000;

/** What a zone's clock does in the year at hand and at one instant. Offsets are minutes east of UTC. */
export interface ZoneClock {
  /** The lowest offset of the year: standard time, also where the law calls summer time "standard" (Europe/Dublin). */
  readonly standard: number;
  /** The highest offset of the year; equal to `standard` where the clock is never put forward. */
  readonly daylight: number;
  /** The offset at the instant. */
  readonly offset: number;
  /** When this stops being true, in milliseconds since 1970: the next change of the clock or the end of the local year. */
  readonly validUntil: number;
}

interface Change {
  /** Milliseconds since 1970, to the second. */
  readonly at: number;
  readonly offset: number;
}

interface ZoneYear {
  readonly first: number;
  readonly changes: readonly Change[];
  readonly end: number;
}

const years = new LRUCache<string, ZoneYear>({ max: KEPT_YEARS });

/** The clock of an IANA zone at `now` (milliseconds since 1970); undefined for a zone that the runtime does not know. */
export function zoneClock(zone: string, now: number): ZoneClock | undefined {
  const format = offsetFormat(zone);
  if (!format) return undefined;
  const year = new Date(now + offsetAt(format, now) * MINUTE).getUTCFullYear();
  const { first, changes, end } = zoneYear(zone, format, year);
  const offset = changes.findLast(({ at }) => at <= now)?.offset ?? first;
  const validUntil = changes.find(({ at }) => at > now)?.at ?? end;
  const moved = changes.length === 1 && !changesIn(zone, format, year - 1) && !changesIn(zone, format, year + 1);
  // A place that moves to another offset for good has no summer time: it has one standard before and one after.
  if (moved) return { standard: offset, daylight: offset, offset, validUntil };
  const offsets = [first, ...changes.map((change) => change.offset)];
  return { standard: Math.min(...offsets), daylight: Math.max(...offsets), offset, validUntil };
}

/** `+05:30` for 330. */
export function offsetText(minutes: number): string {
  const whole = Math.abs(Math.trunc(minutes));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(whole / 60))}:${two(whole % 60)}`;
}

function changesIn(zone: string, format: Intl.DateTimeFormat, year: number): boolean {
  return zoneYear(zone, format, year).changes.length > 0;
}

function zoneYear(zone: string, format: Intl.DateTimeFormat, year: number): ZoneYear {
  const key = `${zone} ${year}`;
  const known = years.get(key);
  if (known) return known;
  const made = scan(format, year);
  years.set(key, made);
  return made;
}

/** Looks at each day of the local year; where two days differ, the change is searched between them. */
function scan(format: Intl.DateTimeFormat, year: number): ZoneYear {
  const start = localYearStart(format, year);
  const end = localYearStart(format, year + 1);
  const first = offsetAt(format, start);
  const changes: Change[] = [];
  let before = first;
  for (let day = start; day < end; day += DAY) {
    const next = Math.min(day + DAY, end - 1000);
    const after = offsetAt(format, next);
    if (after !== before) changes.push({ at: changeBetween(format, day, next), offset: after });
    before = after;
  }
  return { first, changes, end };
}

function localYearStart(format: Intl.DateTimeFormat, year: number): number {
  const midnight = Date.UTC(year, 0, 1);
  return midnight - offsetAt(format, midnight) * MINUTE;
}

function changeBetween(format: Intl.DateTimeFormat, from: number, to: number): number {
  const before = offsetAt(format, from);
  let low = Math.floor(from / 1000);
  let high = Math.ceil(to / 1000);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(format, middle * 1000) === before) low = middle;
    else high = middle;
  }
  return high * 1000;
}

function offsetFormat(zone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Minutes east of UTC; `GMT` alone is UTC. */
function offsetAt(format: Intl.DateTimeFormat, instant: number): number {
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(format.format(instant));
  if (!match) return 0;
  const [, sign, hours, minutes] = match;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
