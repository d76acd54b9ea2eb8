import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { type Database, DEFAULT_LIMITS, openDatabase } from '../../src/db/orm.ts';
import { read, readBatch } from '../../src/db/read.ts';

const GONE = new Error('nobody waits for it any more');

describe.each(inject('homes'))('a statement that nobody waits for any more, on $home', ({ home, target }) => {
  let database: Database;
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);

  beforeEach(async () => {
    database = await openDatabase(home, target, {
      ...DEFAULT_LIMITS,
      poolSize: 1,
      connectTimeoutMs: 20_000,
      statementTimeoutMs: 60_000,
    });
  });
  afterEach(async () => {
    await database.close();
    expect(said).not.toHaveBeenCalled();
  });

  it('is left at once by its caller, and its connection serves the next one', async () => {
    for (let turn = 0; turn < 20; turn++) {
      const caller = new AbortController();
      const answer = read(database.em, 'SELECT count(*) FROM generate_series(1, 100000)', [], caller.signal);
      setTimeout(() => caller.abort(GONE), turn % 5);
      await answer.catch((error: unknown) => expect(error).toBe(GONE));
      // Without a signal: whatever was cancelled, it must not be this one.
      expect(await read(database.em, 'SELECT $1::int AS n', [turn])).toEqual([{ n: turn }]);
    }
  });

  it('is not sent when it still waits for a connection', async () => {
    const pool = await database.orm.em.getConnection('write').getNativeClient();
    const held = await pool.connect();
    const caller = new AbortController();
    const answer = read(database.em, "SELECT set_config('geo.sent', 'yes', false)", [], caller.signal);
    caller.abort(GONE);
    await expect(answer).rejects.toBe(GONE);
    held.release();
    expect(await read(database.em, "SELECT current_setting('geo.sent', true) AS sent", [])).not.toEqual([
      { sent: 'yes' },
    ]);
  });

  it.skipIf(home === 'embedded')(
    'is cancelled in the database though no connection is free, and what waited behind it goes on (the embedded one cannot)',
    async () => {
      // Other files sleep in the same database meanwhile.
      const sql = 'SELECT pg_sleep(20) AS slept_alone';
      const ways = [
        (signal: AbortSignal) => read(database.em, sql, [], signal),
        (signal: AbortSignal) => readBatch(database.em, sql, [], signal),
      ];
      for (const send of ways) {
        const caller = new AbortController();
        const answer = send(caller.signal);
        const next = read(database.em, 'SELECT 1 AS one', []);
        const watcher = new pg.Client({ connectionString: 'url' in target ? target.url : '' });
        await watcher.connect();
        const running = async () =>
          (
            await watcher.query(
              "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE 'SELECT pg_sleep% AS slept_alone%'",
            )
          ).rowCount;
        await expect.poll(running, { timeout: 5_000 }).toBe(1);
        caller.abort(GONE);
        await expect(answer).rejects.toBe(GONE);
        expect(await next).toEqual([{ one: 1 }]);
        expect(await running()).toBe(0);
        await watcher.end();
      }
    },
  );
});
