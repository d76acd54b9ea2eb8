import { expect, it } from 'vitest';
import { parseTimezones } from '../../src/schema/timezone-entry.ts';

it('a time zone that the data has in another form has null where GraphQL has no word for it', () => {
  const offsets = [3600, -3600, 0, 99_999_999_999, -99_999_999_999, 1.5, '3600', null, {}, [], true];
  const entries = parseTimezones(JSON.stringify(offsets.map((gmtOffset) => ({ zoneName: 1, gmtOffset }))));
  expect(entries?.map(({ gmtOffset }) => gmtOffset)).toEqual([3600, -3600, 0, ...Array(8).fill(null)]);
  expect(new Set(entries?.map(({ zoneName }) => zoneName))).toEqual(new Set([null]));
});
