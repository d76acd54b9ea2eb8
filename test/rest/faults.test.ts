import { pino } from 'pino';
import { describe, expect, inject, it } from 'vitest';
import type { DataSet } from '../../src/db/data-set.queries.ts';
import { ApiError } from '../../src/http/errors.ts';
import { assertSortVisible } from '../../src/rest/shape.ts';
import { COUNTRY } from '../../src/schema/country.resource.ts';
import { FAULTY, watching } from '../faulty.ts';
import { openService } from '../service.ts';
import { OPERATIONS } from './operations.ts';

/** One that the database does not have, as when it is another server than before. */
const GONE: DataSet = { ...FAULTY, version: 'gone', edition: 'gone', schema: 'geo_99999' };

describe.each(inject('homes'))('on $home', (home) => {
  it('a fault of our own is a 500 that says nothing, and a log line that says what, but no personal data', async () => {
    const lines: string[] = [];
    const sink = { write: (line: string) => void lines.push(line) };
    await using service = await openService(home, { dataSets: watching(FAULTY), log: pino({}, sink) });
    for (const { id, path } of OPERATIONS) {
      lines.length = 0;
      const response = await service.get(path, 'Business');
      // Alpha codes are in memory.
      if (id === 'ConvertCountryCode') expect(response.status).toBe(200);
      // These answer from an index in memory, which this data set has not.
      else if (path.startsWith('/v1/places/') || id === 'CheckPlace') {
        expect([id, response.status, response.headers.get('retry-after')]).toEqual([id, 503, '1']);
      } else {
        expect([id, response.status, await response.text()]).toEqual([id, 500, '{"error":"Internal server error."}']);
        expect(response.headers.get('cache-control')).toBe('no-store');
        expect(lines.join('')).toContain('nowhere');
        expect(lines.join('')).toContain(`"route":"${id}"`);
        expect(lines.join('')).not.toContain('4155552671');
      }
    }
    expect(service.gateway.cache.size).toBe(1);
  });

  it('a data set that the database has no more is a 503 that asks to come back, and no fault of ours', async () => {
    const lines: string[] = [];
    const sink = { write: (line: string) => void lines.push(line) };
    await using service = await openService(home, { dataSets: watching(GONE), log: pino({ level: 'warn' }, sink) });
    for (const { id, path } of OPERATIONS) {
      const response = await service.get(path, 'Business');
      if (id === 'ConvertCountryCode') expect(response.status).toBe(200);
      else expect([id, response.status, response.headers.get('retry-after')]).toEqual([id, 503, '1']);
    }
    expect(lines).toEqual([]);
  });

  it('without a data set every operation is a 503 that asks to come back', async () => {
    await using service = await openService(home, { dataSets: watching(undefined) });
    for (const { id, path } of OPERATIONS) {
      const response = await service.get(path, 'Business');
      expect([id, response.status, await response.text()]).toEqual([
        id,
        503,
        '{"error":"Service temporarily unavailable."}',
      ]);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });
});

describe('a sort key above the tier', () => {
  it('is refused by name, before anything is read', () => {
    const sort = [
      { field: 'NAME', direction: 'ASC' },
      { field: 'POPULATION', direction: 'ASC' },
    ] as const;
    expect(() => assertSortVisible(COUNTRY, sort, 'coordinates')).not.toThrow();
    try {
      assertSortVisible(COUNTRY, sort, 'basic');
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({
        status: 400,
        body: { error: 'Field "population" is not available on your current plan.' },
      });
    }
  });
});
