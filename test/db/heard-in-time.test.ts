/** A statement that waited for its connection has less time for its answer: whoever asks hears within the limit of both together. */
import { expect, inject, it, vi } from 'vitest';
import { DatabaseAwayError, isDatabaseUnavailable } from '../../src/db/faults.ts';
import { DEFAULT_LIMITS, openDatabase } from '../../src/db/orm.ts';
import { read } from '../../src/db/read.ts';
import { databaseProxy } from '../database-proxy.ts';
import { countingSql } from '../sql-count.ts';

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
      const { signal } = new AbortController();
      expect(await read(em, 'SELECT 2 AS two', [], signal)).toEqual([{ two: 2 }]);
      expect(proxy.accepted).toBe(1);
    } finally {
      await close();
    }
  },
);

it.skipIf(!shared)(
  'whoever comes just after a statement of which nothing was heard waits in vain for no second one',
  async () => {
    if (!shared) throw new Error('skipped without PostgreSQL');
    await using proxy = await databaseProxy(shared.target);
    const { em, close } = await openDatabase('postgresql', { url: proxy.url });
    const { signal } = new AbortController();
    const two = () => read(em, 'SELECT 2 AS two', [], signal);
    try {
      expect(await two()).toEqual([{ two: 2 }]);
      proxy.freeze();
      const { statements } = await countingSql(async () => {
        // As a key that is due is looked up: it may go on without an answer.
        await expect(read(em, 'SELECT 1 AS one', [])).rejects.toSatisfy(isDatabaseUnavailable);
        await expect(two()).rejects.toBeInstanceOf(DatabaseAwayError);
      });
      expect(statements.filter((sql) => sql.includes('two'))).toEqual([]);
      await proxy.open();
      await expect.poll(() => two().catch(() => undefined), { timeout: 10_000 }).toEqual([{ two: 2 }]);
    } finally {
      await close();
    }
  },
);

it.skipIf(!shared)('a statement that was under way when the database went silent speaks for the next one', async () => {
  if (!shared) throw new Error('skipped without PostgreSQL');
  await using proxy = await databaseProxy(shared.target);
  const { em, close } = await openDatabase('postgresql', { url: proxy.url });
  const { signal } = new AbortController();
  try {
    // On a busy machine a connection takes longer to be made than the silence that follows.
    const two = () => Promise.all([1, 2].map(() => read(em, 'SELECT pg_sleep(0.2)', [])));
    await vi.waitFor(two, { timeout: 30_000 });
    const underWay = read(em, 'SELECT pg_sleep(0.5)', []).catch((error: unknown) => error);
    expect(await read(em, 'SELECT 1 AS one', [])).toEqual([{ one: 1 }]); // It is heard after the other has begun.
    proxy.freeze();
    expect(isDatabaseUnavailable(await underWay)).toBe(true);
    await expect(read(em, 'SELECT 2 AS two', [], signal)).rejects.toBeInstanceOf(DatabaseAwayError);
  } finally {
    proxy.drop();
    await close();
  }
});

it.skipIf(!shared)(
  'one silent connection speaks for those that wait for work: nobody waits for each of them in vain',
  async () => {
    if (!shared) throw new Error('skipped without PostgreSQL');
    await using proxy = await databaseProxy(shared.target);
    // Ten new connections at once take longer on a busy machine than anybody waits for one.
    const limits = { ...DEFAULT_LIMITS, connectTimeoutMs: 20_000 };
    const { em, close } = await openDatabase('postgresql', { url: proxy.url }, limits);
    const one = () => read(em, 'SELECT 1 AS one', []);
    try {
      await Promise.all(Array.from({ length: DEFAULT_LIMITS.poolSize }, () => read(em, 'SELECT pg_sleep(0.2)', [])));
      expect(proxy.connections).toBe(DEFAULT_LIMITS.poolSize);
      proxy.stall(); // All that there are; new ones are as ever.
      await expect(one()).rejects.toSatisfy(isDatabaseUnavailable);
      expect(await one()).toEqual([{ one: 1 }]);
    } finally {
      proxy.drop();
      await close();
    }
  },
);

it.skipIf(!shared)('a command waits for an answer as long as it takes, and ten minutes at most', async () => {
  if (!shared) throw new Error('skipped without PostgreSQL');
  await using proxy = await databaseProxy(shared.target);
  const limits = { poolSize: 1, connectTimeoutMs: 20_000, statementTimeoutMs: 0 };
  const { em, close } = await openDatabase('postgresql', { url: proxy.url }, limits);
  try {
    expect(await read(em, 'SELECT 1 AS one', [])).toEqual([{ one: 1 }]);
    proxy.freeze();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const told = vi.fn<(error: unknown) => void>();
    const heard = read(em, 'SELECT 1 AS one', []).catch(told);
    // The driver's, and that of our cancel request.
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(2));
    await vi.advanceTimersByTimeAsync(9 * 60_000);
    expect(told).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2 * 60_000);
    await heard;
    expect(told.mock.calls).toEqual([[expect.objectContaining({ message: 'Query read timeout' })]]);
  } finally {
    vi.useRealTimers();
    proxy.drop(); // What was not given up would be waited for.
    await close();
  }
});
