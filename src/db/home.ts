/** Opens whichever database is configured: PostgreSQL by URL, else the embedded one in the data folder. */
import { openEmbedded, openOrJoinEmbedded } from './embedded/embedded.ts';
import { type Database, type DatabaseLimits, DEFAULT_LIMITS, openDatabase } from './orm.ts';

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

export async function openHome(options: HomeOptions): Promise<OpenedHome> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  if (options.databaseUrl !== undefined) {
    const target = { url: options.databaseUrl, replicaUrls: options.replicaUrls };
    const database = await openDatabase('postgresql', target, limits);
    return { ...database, exited: new Promise(() => undefined), owner: false };
  }
  const open = options.join ? openOrJoinEmbedded : openEmbedded;
  const embedded = await open({ dataDir: options.dataDir });
  // Its clients wait for one session: a longer wait is normal there, not a sign of a database that is away.
  const database = await openDatabase('embedded', embedded.clientConfig, { ...limits, connectTimeoutMs: 10_000 });
  return {
    ...database,
    exited: embedded.exited,
    owner: embedded.owner,
    async close() {
      await database.close();
      await embedded.close();
    },
  };
}
