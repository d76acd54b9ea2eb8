import { expect, inject, it, vi } from 'vitest';
import { openDatabase } from '../../src/db/orm.ts';
import { read } from '../../src/db/read.ts';
import { databaseProxy } from '../database-proxy.ts';

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
