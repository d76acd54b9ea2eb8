/** Databases that the set-up makes once: those with the fixture that all tests read, and those that tests copy to write in. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashKey, keyPrefix } from '../src/auth/key-format.ts';
import { PLAN_NAMES, type Plan } from '../src/auth/plans.ts';
import { insertKey } from '../src/db/api-key.queries.ts';
import { openEmbeddedInMemory } from '../src/db/embedded/embedded.ts';
import { type ImportOptions, type ImportOutcome, importDataSet } from '../src/db/import/import-data-set.ts';
import type { DataSetSource } from '../src/db/import/data-set-source.ts';
import { releaseFolder } from '../src/db/import/release-folder.ts';
import { migrate } from '../src/db/migrate.ts';
import { type Database, DEFAULT_LIMITS, type Home, openDatabase, type Target } from '../src/db/orm.ts';
import { INDEX_MAKER } from '../src/find/index-maker.ts';
import { FIXTURE_DIR } from './environment.ts';
import { newDatabase } from './new-database.ts';

export interface TestHome {
  readonly home: Home;
  readonly target: Target;
}

/** A home with the full data set, and what its import told. */
export interface FullHome extends TestHome {
  readonly outcome: ImportOutcome;
}

/** What tests copy; undefined where the run has not that home. */
export interface Prepared {
  /** The name of a PostgreSQL database after the migrations. */
  readonly migrated?: string;
  /** The same with the run's keys and the fixture, without its indexes. */
  readonly filled?: string;
  /** A file with an embedded database after the migrations. */
  readonly snapshotFile?: string;
}

export interface Run {
  readonly keys: Readonly<Record<Plan, string>>;
  /** What ends with the run, in reverse order. */
  readonly closers: (() => Promise<void>)[];
}

const PATIENT = { ...DEFAULT_LIMITS, statementTimeoutMs: 0, connectTimeoutMs: 30_000 };
const FIXTURE = releaseFolder(FIXTURE_DIR);
const INDEX: ImportOptions['index'] = {
  maker: INDEX_MAKER,
  onFault(error) {
    throw error;
  },
};

/** PostgreSQL with the fixture, and what is copied on the way there. */
export async function preparePostgres(server: string, run: Run): Promise<{ home: TestHome; prepared: Prepared }> {
  const migrated = await postgresHome(server, run);
  await opened(migrated, (database) => migrate(database));
  const filled = await postgresHome(server, run, migrated.name);
  await opened(filled, async ({ em }) => {
    await insertKeys(em, run);
    await importDataSet({ em, source: FIXTURE });
  });
  const home = await postgresHome(server, run, filled.name);
  // It has the data already, and gets the indexes.
  await opened(home, ({ em }) => importDataSet({ em, source: FIXTURE, index: INDEX }));
  return { home, prepared: { migrated: migrated.name, filled: filled.name } };
}

/** The embedded database with the fixture, and what is copied on the way there. */
export async function prepareEmbedded(run: Run): Promise<{ home: TestHome; prepared: Prepared }> {
  const folder = mkdtempSync(join(tmpdir(), 'geo-prepared-'));
  run.closers.push(async () => rmSync(folder, { recursive: true }));
  const snapshotFile = join(folder, 'migrated.tar');
  const { home, saveSnapshot } = await embeddedHome(run);
  await opened(home, async (database) => {
    await migrate(database);
    await saveSnapshot(snapshotFile);
    await insertKeys(database.em, run);
    await importDataSet({ em: database.em, source: FIXTURE, index: INDEX });
  });
  return { home, prepared: { snapshotFile } };
}

/** A home of this kind with this data, its indexes and the run's keys. */
export async function homeWith(source: DataSetSource, server: string | undefined, run: Run): Promise<FullHome> {
  const home = server === undefined ? (await embeddedHome(run)).home : await postgresHome(server, run);
  const outcome = await opened(home, async (database) => {
    await migrate(database);
    await insertKeys(database.em, run);
    return importDataSet({ em: database.em, source, index: INDEX });
  });
  return { ...home, outcome };
}

async function embeddedHome({ closers }: Run) {
  const { clientConfig, close, saveSnapshot } = await openEmbeddedInMemory();
  closers.push(close);
  const home: TestHome = { home: 'embedded', target: { ...clientConfig } };
  return { home, saveSnapshot };
}

async function postgresHome(server: string, { closers }: Run, template?: string): Promise<TestHome & { name: string }> {
  const { name, url, drop } = await newDatabase(server, template);
  closers.push(drop);
  return { home: 'postgresql', target: { url }, name };
}

async function opened<T>({ home, target }: TestHome, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(home, target, PATIENT);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function insertKeys(em: Database['em'], { keys }: Run): Promise<void> {
  for (const plan of PLAN_NAMES) {
    await insertKey(em, { prefix: keyPrefix(keys[plan]), hash: hashKey(keys[plan]), plan, name: 'test' });
  }
}
