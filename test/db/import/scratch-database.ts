/** Fresh databases for the tests, one per suite, in each home that this machine offers. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openEmbeddedInMemory } from '../../../src/db/embedded/embedded.ts';
import { type Database, migrate, openDatabase, type Target } from '../../../src/db/orm.ts';
import { postgresUrl } from '../../environment.ts';

export interface ScratchDatabase {
  readonly database: Database;
  readonly target: Target;
  /** Rows of any statement, for looking behind the importer's back. */
  query<Row extends object>(sql: string): Promise<Row[]>;
  close(): Promise<void>;
}

const LIMITS = { poolSize: 4, connectTimeoutMs: 10_000, statementTimeoutMs: 0 };
const SERVER = await postgresUrl();

/** The homes to test in: the embedded one always, PostgreSQL where one answers. */
export const HOMES = SERVER
  ? ([
      ['PostgreSQL', openPostgres],
      ['the embedded database', openInMemory],
    ] as const)
  : ([['the embedded database', openInMemory]] as const);

/** Makes a fresh database what it is to be before a test. */
type Prepare = (database: Database, target: Target) => Promise<unknown>;

async function openPostgres(prepare: Prepare = upToDate): Promise<ScratchDatabase> {
  const name = `import_test_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name}`);
  const url = new URL(SERVER ?? '');
  url.pathname = name;
  const target = { url: url.href };
  const database = await openDatabase('postgresql', target, LIMITS);
  return scratch(database, target, prepare, () => onServer(`DROP DATABASE ${name} WITH (FORCE)`));
}

async function openInMemory(prepare: Prepare = upToDate): Promise<ScratchDatabase> {
  const embedded = await openEmbeddedInMemory();
  const database = await openDatabase('embedded', embedded.clientConfig, LIMITS);
  return scratch(database, embedded.clientConfig, prepare, () => embedded.close());
}

const upToDate: Prepare = (database) => migrate(database);

async function scratch(
  database: Database,
  target: Target,
  prepare: Prepare,
  remove: () => Promise<unknown>,
): Promise<ScratchDatabase> {
  await prepare(database, target);
  return {
    database,
    target,
    query: (sql) => database.em.fork().execute(sql),
    async close() {
      await database.close();
      await remove();
    },
  };
}

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER });
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end();
  }
}
