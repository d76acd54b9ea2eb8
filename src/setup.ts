/** Brings an opened database to where it can answer: migrations, and for the embedded default its data and demo keys. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type DemoKeys, ensureDemoKeys } from './auth/demo-keys.ts';
import { findCurrentDataSet } from './db/data-set.queries.ts';
import { isDatabaseUnavailable, isLocked, isNotLetIn } from './db/faults.ts';
import type { OpenedHome } from './db/home.ts';
import { defaultDataSet } from './db/import/default-data-set.ts';
import { type ImportProgress, importDataSet } from './db/import/import-data-set.ts';
import { migrate } from './db/migrate.ts';
import { assertTrigramLocale } from './db/trigram-locale.ts';

const RETRY_MS = 500;

export interface SetupEvents {
  onImport?(progress: ImportProgress): void;
  onWaiting?(error: unknown): void;
  onMigrated?(names: readonly string[]): void;
  /** A data set, named by its schema, could not be brought along with the migrations, or the service's own schema lacks what one made. */
  onLeftBehind?(schema: string, error: unknown): void;
}

/**
 * Runs the migrations, waiting for a database that is away. Rejects when `signal` aborts before all is done. An empty embedded database is filled
 * with the default data set and gets one demo key a plan, which are returned. Its indexes are made while it answers already.
 */
export async function setUp(
  home: OpenedHome,
  dataDir: string,
  events: SetupEvents = {},
  signal?: AbortSignal,
): Promise<DemoKeys> {
  for (let toldOfLock: boolean | undefined; ; ) {
    signal?.throwIfAborted();
    try {
      const names = await migrate(home, events.onLeftBehind);
      if (names.length > 0) events.onMigrated?.(names);
      await assertTrigramLocale(home.em);
      break;
    } catch (error) {
      if (!isDatabaseUnavailable(error) || isNotLetIn(error) || signal?.aborted) throw error;
      // Once for a database that is away, and once for one that others keep locked.
      if (toldOfLock !== isLocked(error)) events.onWaiting?.(error);
      toldOfLock = isLocked(error);
      await sleep(RETRY_MS, undefined, { signal });
    }
  }
  if (home.home !== 'embedded' || !home.owner) return {};
  const keys = await ensureDemoKeys(home.em, dataDir);
  if ((await findCurrentDataSet(home.em)) === undefined) {
    await importDataSet({
      em: home.em,
      source: defaultDataSet(),
      onProgress(progress) {
        signal?.throwIfAborted(); // The import drops what it has loaded so far.
        events.onImport?.(progress);
      },
    });
  }
  return keys;
}
