/** A statement that waited for its connection has less time for its answer: whoever asks hears within the limit of both together. */
import { expect, inject, it } from 'vitest';
import { isDatabaseUnavailable } from '../../src/db/faults.ts';
import { openDatabase } from '../../src/db/orm.ts';
import { read } from '../../src/db/read.ts';
import { databaseProxy } from '../database-proxy.ts';

const shared = inject('homes').find((each) => each.home === 'postgresql');
/** Longer than half the limit, and shorter than the limit. */
const SLOW = 'SELECT pg_sleep(3)';

it.skipIf(!shared)(
  'whoever waited for a connection hears no later than others, and the connection goes on',
  async () => {
    if (!shared) throw new Error('skipped without PostgreSQL');
    await using proxy = await databaseProxy(shared.target);
    const limits = { poolSize: 1, connectTimeoutMs: 5_000, statementTimeoutMs: 5_000 };
    const { em, close } = await openDatabase('postgresql', { url: proxy.url }, limits);
    try {
      const first = read(em, SLOW, []);
      const second = read(em, SLOW, []).catch((error: unknown) => error);
      await first;
      expect(isDatabaseUnavailable(await second)).toBe(true);
      // The statement ended within its own limit, so nothing is wrong with the connection.
      expect(await read(em, 'SELECT 2 AS two', [])).toEqual([{ two: 2 }]);
      expect(proxy.accepted).toBe(1);
    } finally {
      await close();
    }
  },
);
