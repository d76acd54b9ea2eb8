/** Prepares the databases that the whole test run shares: the fixture data set in each home, one key a plan. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { generateKey, hashKey, keyPrefix } from '../src/auth/key-format.ts';
import { PLAN_NAMES, type Plan } from '../src/auth/plans.ts';
import { insertKey } from '../src/db/api-key.queries.ts';
import { openEmbeddedInMemory } from '../src/db/embedded/embedded.ts';
import type { DataSetSource } from '../src/db/import/data-set-source.ts';
import { type ImportOutcome, importDataSet } from '../src/db/import/import-data-set.ts';
import { releaseFolder } from '../src/db/import/release-folder.ts';
import { DEFAULT_LIMITS, type Home, migrate, openDatabase, type Target } from '../src/db/orm.ts';
import { INDEX_MAKER } from '../src/find/index-maker.ts';
import { FIXTURE_DIR, fullDataDir, postgresUrl } from './environment.ts';

export interface TestHome {
  readonly home: Home;
  readonly target: Target;
}

/** A home with the full data set, and what its import told. */
export interface FullHome extends TestHome {
  readonly outcome: ImportOutcome;
}

/** The usual cause, of which no test could tell: none runs without the fixture. */
const NEW_COLUMN =
  'Was a column added? Its migration, and the migration’s import and entry in src/db/orm.ts, have to go with src/db/*.entity.ts.';

declare module 'vitest' {
  interface ProvidedContext {
    homes: readonly TestHome[];
    /** Where `fullHome` asks for a home with the full data set; undefined when there is none on this machine. */
    fullHomeUrl: string | undefined;
    keys: Readonly<Record<Plan, string>>;
    /** The inner loop: one home, no full data, fewer draws. */
    isQuick: boolean;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const closers: (() => Promise<void>)[] = [];
  const keys = Object.fromEntries(PLAN_NAMES.map((plan) => [plan, generateKey()])) as Record<Plan, string>;
  const isQuick = project.vite.config.mode === 'quick';
  const url = await postgresUrl();
  const homes = isQuick && url ? [] : [await embeddedHome(closers)];
  if (url) homes.push(await postgresHome(url, closers));
  const close = async () => {
    for (const closer of closers.reverse()) await closer();
  };
  try {
    for (const home of homes) await fill(home, keys, releaseFolder(FIXTURE_DIR));
  } catch (error) {
    await close();
    throw new Error(`the fixture cannot be imported: ${error instanceof Error ? error.message : error}\n${NEW_COLUMN}`);
  }
  const full = isQuick ? undefined : fullDataDir();
  const makeFullHome = async (folder: string, kind: Home): Promise<FullHome> => {
    const home = url && kind === 'postgresql' ? await postgresHome(url, closers) : await embeddedHome(closers);
    return { ...home, outcome: await fill(home, keys, releaseFolder(folder)) };
  };
  project.provide('homes', homes);
  project.provide('fullHomeUrl', full && (await onDemand((kind) => makeFullHome(full, kind), closers)));
  project.provide('keys', keys);
  project.provide('isQuick', isQuick);
  return close;
}

/**
 * Makes each home when the first test asks for it, since most runs never do; the address at which all processes ask, again and
 * again while the answer is 202.
 */
async function onDemand(make: (kind: Home) => Promise<FullHome>, closers: (() => Promise<void>)[]): Promise<string> {
  const answers = new Map<Home, { readonly status: number; readonly text: string }>();
  let last: Promise<unknown> = Promise.resolve();
  const server = createServer((request, response) => {
    const kind = request.url === '/embedded' ? 'embedded' : 'postgresql';
    if (!answers.has(kind)) {
      answers.set(kind, { status: 202, text: '' });
      // One at a time: an import alone keeps two processors busy.
      last = last
        .then(() => make(kind))
        .then(
          (home) => answers.set(kind, { status: 200, text: JSON.stringify(home) }),
          (error: unknown) => answers.set(kind, { status: 500, text: String(error) }),
        );
    }
    const { status = 500, text } = answers.get(kind) ?? {};
    response.writeHead(status).end(text);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closers.push(async () => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has an address');
  return `http://127.0.0.1:${address.port}`;
}

async function embeddedHome(closers: (() => Promise<void>)[]): Promise<TestHome> {
  const embedded = await openEmbeddedInMemory();
  closers.push(() => embedded.close());
  return { home: 'embedded', target: { ...embedded.clientConfig } };
}

async function postgresHome(url: string, closers: (() => Promise<void>)[]): Promise<TestHome> {
  const name = `geo_test_${randomUUID().slice(0, 8)}`;
  await administer(url, `CREATE DATABASE ${name}`);
  closers.push(() => administer(url, `DROP DATABASE ${name} WITH (FORCE)`));
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { home: 'postgresql', target: { url: own.href } };
}

async function administer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

async function fill(
  { home, target }: TestHome,
  keys: Record<Plan, string>,
  source: DataSetSource,
): Promise<ImportOutcome> {
  const database = await openDatabase(home, target, {
    ...DEFAULT_LIMITS,
    statementTimeoutMs: 0,
    connectTimeoutMs: 30_000,
  });
  try {
    await migrate(database);
    for (const plan of PLAN_NAMES) {
      await insertKey(database.em, { prefix: keyPrefix(keys[plan]), hash: hashKey(keys[plan]), plan, name: 'test' });
    }
    const onFault = (error: unknown) => {
      throw error;
    };
    return await importDataSet({ em: database.em, source, index: { maker: INDEX_MAKER, onFault } });
  } finally {
    await database.close();
  }
}
