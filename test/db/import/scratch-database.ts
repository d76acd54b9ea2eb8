/** Fresh databases for the tests, one per suite, in each home that this machine offers. */
import { inject } from 'vitest';
import { openEmbeddedInMemory } from '../../../src/db/embedded/embedded.ts';
import { type Database, openDatabase, type Target } from '../../../src/db/orm.ts';
import { postgresUrl } from '../../environment.ts';
import { newDatabase } from '../../new-database.ts';

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

/** Makes a database after the migrations what it is to be before a test. */
type Prepare = (database: Database, target: Target) => Promise<unknown>;

async function openPostgres(prepare?: Prepare): Promise<ScratchDatabase> {
  const { url, drop } = await newDatabase(SERVER ?? '', inject('prepared').migrated);
  const target = { url };
  const database = await openDatabase('postgresql', target, LIMITS);
  return scratch(database, target, prepare, drop);
}

async function openInMemory(prepare?: Prepare): Promise<ScratchDatabase> {
  const { snapshotFile } = inject('prepared');
  const embedded = await openEmbeddedInMemory(snapshotFile === undefined ? {} : { snapshotFile });
  const database = await openDatabase('embedded', embedded.clientConfig, LIMITS);
  return scratch(database, embedded.clientConfig, prepare, () => embedded.close());
}

async function scratch(
  database: Database,
  target: Target,
  prepare: Prepare = async () => undefined,
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
