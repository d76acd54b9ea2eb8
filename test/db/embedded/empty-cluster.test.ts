/** New embedded databases start from files made beforehand, not from initdb. */
import { existsSync } from 'node:fs';
import pg from 'pg';
import { expect, it } from 'vitest';
import { openEmbeddedInMemory } from '../../../src/db/embedded/embedded.ts';
import { EMPTY_CLUSTER_FILE } from '../../../src/db/embedded/empty-cluster.ts';

it('there are files for the installed version of PGlite (npm run generate:cluster makes them)', () => {
  expect(existsSync(EMPTY_CLUSTER_FILE)).toBe(true);
});

it('every new database starts from them: it bears the number that initdb gave to these files', async () => {
  expect(await systemNumber()).toBe(await systemNumber());
});

async function systemNumber(): Promise<string | undefined> {
  const embedded = await openEmbeddedInMemory();
  const client = new pg.Client(embedded.clientConfig);
  await client.connect();
  const { rows } = await client.query<{ number: string }>(
    'SELECT system_identifier::text AS number FROM pg_control_system()',
  );
  await client.end();
  await embedded.close();
  return rows[0]?.number;
}
