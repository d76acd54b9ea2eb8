import { describe, expect, it } from 'vitest';
import { offsetText, zoneClock } from '../../src/schema/zone-year.ts';

/**
 * Zone, moment, standard and summer offset of the local year, whether the clock is ahead, and until when that holds. The
 * values were computed with Python's zoneinfo (tzdata 2025b), a reader of the time zone database of its own.
 */
const CLOCKS: readonly (readonly [
  zone: string,
  now: string,
  standard: string,
  daylight: string,
  ahead: boolean,
  until: string,
])[] = [
  ['Africa/Casablanca', '2025-01-15T12:00:00Z', '+00:00', '+01:00', true, '2025-02-23T02:00:00.000Z'],
  ['Africa/Casablanca', '2025-02-23T01:59:59Z', '+00:00', '+01:00', true, '2025-02-23T02:00:00.000Z'],
  ['Africa/Casablanca', '2025-02-23T02:00:00Z', '+00:00', '+01:00', false, '2025-04-06T02:00:00.000Z'],
  ['Africa/Casablanca', '2025-03-15T12:00:00Z', '+00:00', '+01:00', false, '2025-04-06T02:00:00.000Z'],
  ['Africa/Casablanca', '2025-07-15T12:00:00Z', '+00:00', '+01:00', true, '2025-12-31T23:00:00.000Z'],
  ['Europe/Dublin', '2025-01-15T12:00:00Z', '+00:00', '+01:00', false, '2025-03-30T01:00:00.000Z'],
  ['Europe/Dublin', '2025-03-30T00:59:59Z', '+00:00', '+01:00', false, '2025-03-30T01:00:00.000Z'],
  ['Europe/Dublin', '2025-03-30T01:00:00Z', '+00:00', '+01:00', true, '2025-10-26T01:00:00.000Z'],
  ['Europe/Dublin', '2025-07-15T12:00:00Z', '+00:00', '+01:00', true, '2025-10-26T01:00:00.000Z'],
  ['Australia/Lord_Howe', '2025-01-15T12:00:00Z', '+10:30', '+11:00', true, '2025-04-05T15:00:00.000Z'],
  ['Australia/Lord_Howe', '2025-07-15T12:00:00Z', '+10:30', '+11:00', false, '2025-10-04T15:30:00.000Z'],
  ['Asia/Kolkata', '2025-07-15T12:00:00Z', '+05:30', '+05:30', false, '2025-12-31T18:30:00.000Z'],
  ['Asia/Kathmandu', '2025-07-15T12:00:00Z', '+05:45', '+05:45', false, '2025-12-31T18:15:00.000Z'],
  ['America/St_Johns', '2025-01-15T12:00:00Z', '-03:30', '-02:30', false, '2025-03-09T05:30:00.000Z'],
  ['America/St_Johns', '2025-07-15T12:00:00Z', '-03:30', '-02:30', true, '2025-11-02T04:30:00.000Z'],
  ['Pacific/Apia', '2025-07-15T12:00:00Z', '+13:00', '+13:00', false, '2025-12-31T11:00:00.000Z'],
  ['Pacific/Apia', '2021-01-15T12:00:00Z', '+13:00', '+14:00', true, '2021-04-03T14:00:00.000Z'],
  ['Pacific/Apia', '2021-07-15T12:00:00Z', '+13:00', '+14:00', false, '2021-12-31T11:00:00.000Z'],
  ['America/New_York', '2025-07-15T12:00:00Z', '-05:00', '-04:00', true, '2025-11-02T06:00:00.000Z'],
  ['America/New_York', '2025-12-31T23:59:59Z', '-05:00', '-04:00', false, '2026-01-01T05:00:00.000Z'],
  ['America/New_York', '2026-01-01T04:59:59Z', '-05:00', '-04:00', false, '2026-01-01T05:00:00.000Z'],
  ['America/New_York', '2026-01-01T05:00:00Z', '-05:00', '-04:00', false, '2026-03-08T07:00:00.000Z'],
  ['Pacific/Auckland', '2025-12-31T10:59:59Z', '+12:00', '+13:00', true, '2025-12-31T11:00:00.000Z'],
  ['Pacific/Auckland', '2025-12-31T11:00:00Z', '+12:00', '+13:00', true, '2026-04-04T14:00:00.000Z'],
  ['Pacific/Chatham', '2025-07-15T12:00:00Z', '+12:45', '+13:45', false, '2025-09-27T14:00:00.000Z'],
  ['Pacific/Marquesas', '2025-07-15T12:00:00Z', '-09:30', '-09:30', false, '2026-01-01T09:30:00.000Z'],
  ['Pacific/Kiritimati', '2025-07-15T12:00:00Z', '+14:00', '+14:00', false, '2025-12-31T10:00:00.000Z'],
  ['Antarctica/Troll', '2025-07-15T12:00:00Z', '+00:00', '+02:00', true, '2025-10-26T01:00:00.000Z'],
  ['America/Sao_Paulo', '2019-01-15T12:00:00Z', '-03:00', '-02:00', true, '2019-02-17T02:00:00.000Z'],
  ['America/Sao_Paulo', '2025-01-15T12:00:00Z', '-03:00', '-03:00', false, '2026-01-01T03:00:00.000Z'],
  // Moved to another offset for good: that is no summer time, before or after.
  ['Asia/Almaty', '2024-02-15T12:00:00Z', '+06:00', '+06:00', false, '2024-02-29T18:00:00.000Z'],
  ['Asia/Almaty', '2024-07-15T12:00:00Z', '+05:00', '+05:00', false, '2024-12-31T19:00:00.000Z'],
  ['America/Nuuk', '2023-07-15T12:00:00Z', '-03:00', '-02:00', true, '2024-01-01T02:00:00.000Z'],
  ['UTC', '2025-07-15T12:00:00Z', '+00:00', '+00:00', false, '2026-01-01T00:00:00.000Z'],
  ['Asia/Tehran', '2022-07-15T12:00:00Z', '+03:30', '+04:30', true, '2022-09-21T19:30:00.000Z'],
  ['America/Godthab', '2025-07-15T12:00:00Z', '-02:00', '-01:00', true, '2025-10-26T01:00:00.000Z'],
  ['Europe/Kiev', '2025-07-15T12:00:00Z', '+02:00', '+03:00', true, '2025-10-26T01:00:00.000Z'],
];

describe('the clock of a zone', () => {
  it.each(CLOCKS)('%s at %s is %s, %s, ahead: %s, until %s', (zone, now, standard, daylight, ahead, until) => {
    const clock = zoneClock(zone, Date.parse(now));
    if (!clock) throw new Error(`no clock for ${zone}`);
    expect([
      offsetText(clock.standard),
      offsetText(clock.daylight),
      clock.offset > clock.standard,
      new Date(clock.validUntil).toISOString(),
    ]).toEqual([standard, daylight, ahead, until]);
  });

  it('is always true for some time to come, and false right after', () => {
    for (const [zone, now] of CLOCKS) {
      let at = Date.parse(now);
      for (let change = 0; change < 4; change++) {
        const clock = zoneClock(zone, at);
        if (!clock) throw new Error(`no clock for ${zone}`);
        expect(clock.validUntil).toBeGreaterThan(at);
        expect(zoneClock(zone, clock.validUntil - 1000)).toEqual(clock);
        const next = zoneClock(zone, clock.validUntil);
        expect(next?.validUntil).toBeGreaterThan(clock.validUntil);
        at = clock.validUntil;
      }
    }
  });

  it('is unknown for what is no zone', () => {
    expect(zoneClock('Mars/Olympus_Mons', Date.now())).toBeUndefined();
    expect(zoneClock('', Date.now())).toBeUndefined();
  });
});

describe('an offset as text', () => {
  it.each([
    [0, '+00:00'],
    [330, '+05:30'],
    [-210, '-03:30'],
    [-30, '-00:30'],
    [840, '+14:00'],
    [-720, '-12:00'],
  ])('%i minutes are %s', (minutes, text) => expect(offsetText(minutes)).toBe(text));
});
