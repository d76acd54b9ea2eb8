import { expect, inject, it } from 'vitest';
import { openDatabase } from '../../src/db/orm.ts';
import { read } from '../../src/db/read.ts';
import { databaseProxy } from '../database-proxy.ts';

it.each(inject('homes'))(
  '$home: a database ends while its first connections are being made',
  async ({ home, target }) => {
    const database = await openDatabase(home, target);
    const reads = [1, 2, 3].map(() => read(database.em, 'SELECT 1', []).catch(() => undefined));
    // Now they wait for connections.
    await new Promise(setImmediate);
    expect(database.servers()[0]).toMatchObject({ idle: 0 });
    await database.close();
    await Promise.all(reads);
    expect(database.servers()[0]).toMatchObject({ total: 0 });
  },
  30_000,
);

const LIMITS = { poolSize: 2, connectTimeoutMs: 20_000, statementTimeoutMs: 1_000 };

it.each(inject('homes').flatMap((home) => (['begins', 'is at work'] as const).map((when) => ({ ...home, when }))))(
  '$home: a transaction whose connection is lost when it $when leaves nothing behind that others would wait for',
  async ({ home, target, when }) => {
    await using proxy = await databaseProxy(target);
    const database = await openDatabase(home, home === 'embedded' ? proxy.target : { url: proxy.url }, LIMITS);
    const connection = database.em.getConnection();
    const write = (inIt = () => {}) =>
      connection.transactional(async (transaction) => {
        inIt();
        await connection.execute('SELECT 1', [], 'all', transaction);
      });
    for (let lost = 0; lost <= LIMITS.poolSize; lost += 1) {
      await write();
      const begun = write(when === 'begins' ? undefined : proxy.drop);
      if (when === 'begins') proxy.drop();
      await expect(begun).rejects.toThrow();
      await expect.poll(() => database.servers()[0]).toMatchObject({ total: 0, idle: 0 });
    }
    await database.close(); // Where a place is kept this never ends.
  },
);

it.each(inject('homes'))('$home: who has a connection that was lost may give it back', async ({ home, target }) => {
  await using proxy = await databaseProxy(target);
  const database = await openDatabase(home, home === 'embedded' ? proxy.target : { url: proxy.url }, LIMITS);
  const pool = await database.em.getConnection('write').getNativeClient();
  const held = await pool.connect();
  proxy.drop();
  await expect.poll(() => database.servers()[0]).toMatchObject({ total: 0, idle: 0 });
  held.release();
  await database.close();
});
