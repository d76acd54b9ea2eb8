import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findCurrentDataSet } from '../../src/db/data-set.queries.ts';
import { listBatch } from '../../src/db/list.queries.ts';
import { type Database, DEFAULT_LIMITS, openDatabase } from '../../src/db/orm.ts';
import { sqlChannel } from '../../src/db/read.ts';
import { NO_FULL_DATA } from '../environment.ts';
import { fullHome } from '../full-home.ts';

const hasFullData = inject('fullHomeUrl') !== undefined;

describe.skipIf(!hasFullData)(
  `a whole list of the full data, in statements${hasFullData ? '' : ` (skipped: ${NO_FULL_DATA})`}`,
  () => {
    let database: Database;
    let schema: string;
    beforeAll(async () => {
      const { home, target } = await fullHome();
      // The statement that it is held against sorts all cities, which a busy machine takes longer for than callers wait.
      database = await openDatabase(home, target, { ...DEFAULT_LIMITS, statementTimeoutMs: 60_000 });
      schema = `geo_${(await findCurrentDataSet(database.em))?.id}`;
    });
    afterAll(() => database.close());

    it.each([
      ['in the default order', undefined],
      [
        'in an order with nulls and ties',
        [{ property: 'population', direction: 'desc', comparison: 'number' }] as const,
      ],
    ])('has the rows of one statement %s', async (_, orderBy) => {
      const listing = {
        table: 'cities',
        properties: ['id', 'name', 'countryCode'],
        ...(orderBy ? { orderBy } : {}),
      } as const;
      const statements: unknown[] = [];
      const listen = (message: unknown): void => void statements.push(message);
      sqlChannel.start.subscribe(listen);
      const inSlices = (await listBatch(database.em, schema, listing)).toRows();
      sqlChannel.start.unsubscribe(listen);
      const atOnce = (await listBatch(database.em, schema, { ...listing, limit: 1_000_000 })).toRows();
      expect(inSlices).toEqual(atOnce);
      expect(inSlices.length).toBeGreaterThan(100_000);
      expect(statements.length).toBe(2 + Math.ceil(inSlices.length / 20_000));
    });
  },
);
