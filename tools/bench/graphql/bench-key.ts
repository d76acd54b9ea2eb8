/** Keys for the time of a benchmark, in the database that DATABASE_URL names unless told otherwise. */
import { generateKey, hashKey, keyPrefix } from '../../../src/auth/key-format.ts';
import type { Plan } from '../../../src/auth/plans.ts';
import { insertKey, revokeKey } from '../../../src/db/api-key.queries.ts';
import { openDatabase } from '../../../src/db/orm.ts';

export async function withBenchKey(
  work: (key: string) => Promise<void>,
  plan: Plan = 'Business',
  url = process.env['DATABASE_URL'],
): Promise<void> {
  if (!url) throw new Error('DATABASE_URL: a PostgreSQL with the full data set');
  const database = await openDatabase('postgresql', { url });
  const key = generateKey();
  const facts = { prefix: keyPrefix(key), hash: hashKey(key), plan, name: 'bench' };
  const id = await insertKey(database.em, facts);
  try {
    await work(key);
  } finally {
    await revokeKey(database.em, id);
    await database.close();
  }
}
