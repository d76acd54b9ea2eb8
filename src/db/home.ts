/** Opens whichever database is configured: PostgreSQL by URL, else the embedded one in the data folder. */
import { openOrJoinEmbedded, startEmbedded } from './embedded/embedded.ts';
import type { Database, DatabaseLimits } from './orm.ts';

export interface HomeOptions {
  readonly databaseUrl: string | undefined;
  readonly replicaUrls: readonly string[];
  readonly dataDir: string;
  readonly limits?: Partial<DatabaseLimits>;
  /** True for command-line tools: they go through a running server's database instead of refusing a locked folder. */
  readonly join?: boolean;
}

export interface OpenedHome extends Database {
  /** Resolves with the reason when the embedded database ends by itself; pending for ever otherwise. */
  readonly exited: Promise<Error>;
  /** True when this process opened the embedded database, so that it may set it up. */
  readonly owner: boolean;
}

/** A database that may still be starting. Its clients have to wait for it; there is enough else to do. */
export interface StartingHome extends OpenedHome {
  /** Rejects where it cannot be opened. A PostgreSQL that is away is no reason: it may come. */
  readonly ready: Promise<void>;
}

export async function openHome(options: HomeOptions): Promise<OpenedHome> {
  const home = await startHome(options);
  try {
    await home.ready;
    return home;
  } catch (error) {
    await home.close();
    throw error;
  }
}

export async function startHome(options: HomeOptions): Promise<StartingHome> {
  const { databaseUrl, replicaUrls, limits } = options;
  if (databaseUrl === undefined) return openFolder(options);
  const { DEFAULT_LIMITS, openDatabase } = await import('./orm.ts');
  const database = await openDatabase(
    'postgresql',
    { url: databaseUrl, replicaUrls },
    { ...DEFAULT_LIMITS, ...limits },
  );
  return { ...database, exited: new Promise(() => undefined), owner: false, ready: Promise.resolve() };
}

/** The database starts in its thread while this one loads MikroORM. */
async function openFolder({ dataDir, join, limits }: HomeOptions): Promise<StartingHome> {
  const starting = join
    ? openOrJoinEmbedded({ dataDir }).then((joined) => ({ ...joined, ready: Promise.resolve() }))
    : startEmbedded({ dataDir });
  const [embedded, { DEFAULT_LIMITS, openDatabase }] = await Promise.all([starting, import('./orm.ts')]);
  // Its clients wait for one session: a longer wait is normal there, not a sign of a database that is away.
  const patient = { ...DEFAULT_LIMITS, ...limits, connectTimeoutMs: 10_000 };
  const database = await openDatabase('embedded', embedded.clientConfig, patient);
  return {
    ...database,
    exited: embedded.exited,
    owner: embedded.owner,
    ready: embedded.ready,
    async close() {
      await database.close();
      await embedded.close();
    },
  };
}
