import type pg from 'pg';

/** The backends of the database that a client is connected to, but for its own. */
export async function databasePids(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  return rows.map(({ pid }) => pid);
}
