/** A PostgreSQL database of one test file, with the fixture and the keys of the run: for tests that lock tables or kill backends. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { hashKey, keyPrefix } from '../src/auth/key-format.ts';
import { insertKey } from '../src/db/api-key.queries.ts';
import { importDataSet } from '../src/db/import/import-data-set.ts';
import { releaseFolder } from '../src/db/import/release-folder.ts';
import { DEFAULT_LIMITS, migrate, openDatabase } from '../src/db/orm.ts';
import { FIXTURE_DIR } from './environment.ts';
import type { TestHome } from './global-setup.ts';

export interface OwnDatabase extends TestHome, AsyncDisposable {
  readonly home: 'postgresql';
  readonly target: { readonly url: string };
}

/** @param besides a database on the server that the new one is made on */
export async function ownDatabase(besides: TestHome): Promise<OwnDatabase> {
  if (!('url' in besides.target)) throw new Error('only PostgreSQL has several databases');
  const administration = new URL(besides.target.url);
  const name = `geo_test_${randomUUID().slice(0, 8)}`;
  await administer(administration, `CREATE DATABASE ${name}`);
  const own = new URL(administration);
  own.pathname = `/${name}`;
  const target = { url: own.href };
  const limits = { ...DEFAULT_LIMITS, statementTimeoutMs: 0, connectTimeoutMs: 30_000 };
  const database = await openDatabase('postgresql', target, limits);
  try {
    await migrate(database);
    for (const [plan, key] of Object.entries(inject('keys'))) {
      await insertKey(database.em, { prefix: keyPrefix(key), hash: hashKey(key), plan, name: 'test' });
    }
    await importDataSet({ em: database.em, source: releaseFolder(FIXTURE_DIR) });
  } finally {
    await database.close();
  }
  return {
    home: 'postgresql',
    target,
    [Symbol.asyncDispose]: () => administer(administration, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

async function administer(url: URL, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
