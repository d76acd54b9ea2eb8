import { expect, inject, it, vi } from 'vitest';
import { isOutOfReach, isPoolExhausted } from '../../src/db/faults.ts';
import { openDatabase } from '../../src/db/orm.ts';
import { read } from '../../src/db/read.ts';
import { databaseProxy } from '../database-proxy.ts';
import type { TestHome } from '../prepared.ts';

/** Keeps a place, and is told from those of other files. */
const HOLD = 'SELECT pg_sleep(20) AS held_place';
const shared = inject('homes').find((each) => each.home === 'postgresql');

it.skipIf(!shared)('a database is reached that takes longer to let somebody in than anybody waits', async () => {
  if (!shared) throw new Error('skipped without PostgreSQL');
  await using proxy = await databaseProxy(shared.target);
  proxy.delay(700);
  const limits = { poolSize: 2, connectTimeoutMs: 450, statementTimeoutMs: 20_000 };
  const { em, close } = await openDatabase('postgresql', { url: proxy.url }, limits);
  try {
    await expect(read(em, 'SELECT 1 AS one', [])).rejects.toThrow('connection timeout');
    await vi.waitFor(async () => expect(await read(em, 'SELECT 1 AS one', [])).toEqual([{ one: 1 }]), 60_000);
  } finally {
    await close();
  }
});

it.skipIf(!shared)(
  'who waits for a place that only unfinished connections hold is told of a silent server, and of a busy pool where others are let in',
  async () => {
    if (!shared) throw new Error('skipped without PostgreSQL');
    await using proxy = await databaseProxy(shared.target);
    const limits = { poolSize: 2, connectTimeoutMs: 450, statementTimeoutMs: 300_000 };
    const { em, close } = await openDatabase('postgresql', { url: proxy.url }, limits);
    const failureOf = (sql: string) => read(em, sql, []).then(String, (error: unknown) => error);
    let held = false;
    try {
      const holders = [1, 2].map(async () => {
        do await failureOf(HOLD);
        while (!held);
      });
      // Until they have been let in they are unfinished themselves, and on a busy machine that takes longer than anybody waits.
      await expect.poll(() => heldPlaces(shared), { timeout: 20_000 }).toBe(2);
      held = true;
      expect(isPoolExhausted(await failureOf('SELECT 1'))).toBe(true);
      proxy.freeze();
      proxy.drop();
      const failures = async () => {
        const all = await Promise.all(Array.from({ length: 6 }, () => failureOf('SELECT 1')));
        return new Set(all.map((error) => [isOutOfReach(error), isPoolExhausted(error)].join()));
      };
      await Promise.all(holders);
      // Places come free meanwhile, and are taken by connections that are begun.
      await expect.poll(failures, { timeout: 20_000 }).toEqual(new Set(['true,false']));
      expect(await failures()).toEqual(new Set(['true,false']));
    } finally {
      held = true;
      await close();
    }
  },
);

async function heldPlaces({ home, target }: TestHome): Promise<number | undefined> {
  const { em, close } = await openDatabase(home, target);
  const sql = `SELECT count(*)::int AS held FROM pg_stat_activity
                WHERE query = $1 AND state = 'active' AND datname = current_database()`;
  try {
    return (await read<{ held: number }>(em, sql, [HOLD]))[0]?.held;
  } finally {
    await close();
  }
}
