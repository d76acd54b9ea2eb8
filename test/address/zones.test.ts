import { expect, it } from 'vitest';
import { canonicalZone } from '../../src/address/zones.ts';

it('a zone that is known from the start stands for itself to Intl, too', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  expect(zones.length).toBeGreaterThan(300);
  for (const name of zones) {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    expect([canonicalZone(name), timeZone]).toEqual([name, name]);
  }
});

it.each([
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['asia/tokyo', 'Asia/Tokyo'],
  ['EST', 'America/Panama'],
])('%s is one with %s, or stands for itself', (name, other) => {
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
  expect(canonicalZone(name)).toBe(timeZone);
  expect(canonicalZone(other)).toBeDefined();
});

it.each(['', 'Mars/Olympus', '+02:00', '__proto__', 'constructor'])('%j is none', (name) => {
  expect(canonicalZone(name)).toBeUndefined();
});
