/** A Business key for the time of a benchmark, in the database that DATABASE_URL names. */
import { generateKey, hashKey, keyPrefix } from '../../../src/auth/key-format.ts';
import { insertKey, revokeKey } from '../../../src/db/api-key.queries.ts';
import { openDatabase } from '../../../src/db/orm.ts';

export async function withBenchKey(work: (key: string) => Promise<void>): Promise<void> {
  const url = process.env['DATABASE_URL'];
  if (!url) throw new Error('DATABASE_URL: a PostgreSQL with the full data set');
  const database = await openDatabase('postgresql', { url });
  const key = generateKey();
  const facts = { prefix: keyPrefix(key), hash: hashKey(key), plan: 'Business', name: 'bench' } as const;
  const id = await insertKey(database.em, facts);
  try {
    await work(key);
  } finally {
    await revokeKey(database.em, id);
    await database.close();
  }
}
