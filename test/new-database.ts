/** Makes PostgreSQL databases of a test run. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';

export interface NewDatabase {
  readonly name: string;
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * @param server the URL of any database on the server
 * @param template the database that it is a copy of; nobody may be connected to that one
 */
export async function newDatabase(server: string, template = 'template1'): Promise<NewDatabase> {
  const name = `geo_test_${randomUUID().slice(0, 8)}`;
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { name, url: url.href, drop: () => administer(server, `DROP DATABASE ${name} WITH (FORCE)`) };
}

async function administer(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
