/** What the rows break: a PostgreSQL of their own behind a proxy of ours, the service in processes of its own, callers, golden copies. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateKey, hashKey, keyPrefix } from '../../src/auth/key-format.ts';
import { PLAN_NAMES } from '../../src/auth/plans.ts';
import { insertKey } from '../../src/db/api-key.queries.ts';
import { importDataSet } from '../../src/db/import/import-data-set.ts';
import { releaseFolder } from '../../src/db/import/release-folder.ts';
import { migrate } from '../../src/db/migrate.ts';
import { DEFAULT_LIMITS, openDatabase } from '../../src/db/orm.ts';
import { INDEX_MAKER } from '../../src/find/index-maker.ts';
import { type DatabaseProxy, databaseProxy } from '../database-proxy.ts';
import { FIXTURE_DIR, fullDataDir } from '../environment.ts';
import { freePort } from '../free-port.ts';
import { COUNTS_STATEMENTS, type PostgresServer, singleServer } from '../postgres-cluster.ts';
import { type ServiceProcess, startService, statusOf } from '../server/service-process.ts';
import { questionsOn } from './golden.ts';
import { type Golden, type Question, WORD } from './question.ts';
import { ask, isDocumented, type Keys, startTraffic, type Tally, type TrafficOptions } from './traffic.ts';

export type Size = 'small' | 'full';

/** How long a start may take: on a machine that is busy with others, much longer than by itself. */
const START_MS = 300_000;

export interface World extends AsyncDisposable {
  readonly size: Size;
  readonly postgres: PostgresServer;
  /** Between the services and PostgreSQL. */
  readonly proxy: DatabaseProxy;
  readonly keys: Keys;
  readonly golden: Golden;
  /** The folder that the data was imported from. */
  readonly dataDir: string;
  /** A folder for what a row makes. */
  readonly folder: string;
  /** `small` or `full`, as the size is. */
  pick<T>(small: T, full: T): T;
  /** Starts a service on the database, and waits until it is ready unless told otherwise. */
  start(variables?: Readonly<Record<string, string>>, options?: StartOptions): Promise<ServiceProcess>;
  /** Callers of these services, against the golden copies. */
  traffic(
    services: readonly Pick<ServiceProcess, 'base'>[],
    options?: Partial<TrafficOptions>,
  ): ReturnType<typeof startTraffic>;
  /** Ends callers that a row has left, since it failed: they would ask for ever. */
  endTraffic(): Promise<void>;
  /** What a calm service answers now. */
  copy(service: Pick<ServiceProcess, 'base'>, questions?: readonly Question[]): Promise<Golden>;
}

interface StartOptions {
  readonly ready?: boolean;
  readonly stdout?: 'read' | 'unread' | number;
}

export async function createWorld(size: Size): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'geo-faults-'));
  const postgres = await singleServer(COUNTS_STATEMENTS);
  const proxy = await databaseProxy({ url: postgres.url });
  const keys = Object.fromEntries(PLAN_NAMES.map((plan) => [plan, generateKey()])) as Keys;
  const dataDir = (size === 'full' ? fullDataDir() : undefined) ?? FIXTURE_DIR;
  const limits = { ...DEFAULT_LIMITS, statementTimeoutMs: 0, connectTimeoutMs: 30_000 };
  const database = await openDatabase('postgresql', { url: postgres.url }, limits);
  await migrate(database);
  for (const plan of PLAN_NAMES) {
    await insertKey(database.em, { prefix: keyPrefix(keys[plan]), hash: hashKey(keys[plan]), plan, name: 'faults' });
  }
  const onFault = (error: unknown) => {
    throw error;
  };
  // With its index, or the services would build it while rows import.
  await importDataSet({ em: database.em, source: releaseFolder(dataDir), index: { maker: INDEX_MAKER, onFault } });
  await database.close();

  async function start(
    variables: Readonly<Record<string, string>> = {},
    { ready = true, stdout = 'read' }: StartOptions = {},
  ) {
    const service = startService(await freePort(), { DATABASE_URL: proxy.url, ...variables }, stdout);
    if (ready) await untilReady(service);
    return service;
  }

  async function copy({ base }: Pick<ServiceProcess, 'base'>, questions = questionsOn(dataDir)): Promise<Golden> {
    const golden = new Map<Question, string>();
    for (const question of questions) {
      const { path, body } = question.request(WORD);
      let answer = await ask(base, keys[question.plan], path, { body });
      // On a machine that is busy with others even a service that nobody else asks may be late.
      for (let again = 0; isDocumented(answer) && again < 20; again++) {
        await sleep(500);
        answer = await ask(base, keys[question.plan], path, { body });
      }
      const { status, text } = answer;
      if (status !== 200) throw new Error(`calm, ${question.plan} ${path} is ${status} ${text.slice(0, 200)}`);
      golden.set(question, text);
    }
    return golden;
  }

  const calmCopy = async () => {
    await using calm = await start();
    const answers = await copy(calm);
    for (const [question, text] of answers) question.verify(JSON.parse(text));
    return answers;
  };
  const golden = await calmCopy();
  const started: ReturnType<typeof startTraffic>[] = [];

  return {
    size,
    postgres,
    proxy,
    keys,
    golden,
    dataDir,
    folder,
    pick: (small, full) => (size === 'small' ? small : full),
    start,
    traffic(services, options = {}) {
      const bases = services.map(({ base }) => base);
      const traffic = startTraffic({ bases, keys, goldens: () => [golden], ...options });
      started.push(traffic);
      return traffic;
    },
    async endTraffic() {
      await Promise.allSettled(started.splice(0).map((traffic) => traffic.stop()));
    },
    copy,
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      await postgres[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until a service may be asked; throws what it said where it ends instead. */
export async function untilReady(service: ServiceProcess): Promise<void> {
  await until(async () => {
    const { exitCode, signalCode } = service.child;
    if (exitCode !== null || signalCode !== null)
      throw new Error(`it ended with ${exitCode ?? signalCode}: ${service.output.stderr}${service.output.stdout}`);
    return (await statusOf(service, '/readyz')) === 200;
  }, START_MS);
}

/** Waits until something holds; returns after how many milliseconds that was. */
export async function until(holds: () => Promise<boolean>, withinMs: number): Promise<number> {
  const startedAt = performance.now();
  while (!(await holds())) {
    if (performance.now() - startedAt > withinMs) throw new Error(`it did not come within ${withinMs} ms`);
    await sleep(10);
  }
  return performance.now() - startedAt;
}

/** Throws unless every request was answered, and rightly. */
export function assertNoneLost({ wrong, lost, right, notes }: Tally): void {
  if (wrong + lost > 0) throw new Error(`${wrong} wrong, ${lost} lost: ${notes.join('; ')}`);
  if (right === 0) throw new Error('nothing was answered rightly');
}

/** Throws where it does not hold. */
export function assert(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}
