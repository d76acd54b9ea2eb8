/** Keeps the current data set of this process up to date: a new one is picked up within a second, everywhere. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type DataSet, findCurrentDataSetId, loadDataSet } from './data-set.queries.ts';
import { isPoolExhausted, isTableMissing } from './faults.ts';

const POLL_MS = 1000;
/** While the database is away: it is to be used again as soon as it is back. */
const LOST_POLL_MS = 200;

export interface DataSetWatch {
  /** The data set that requests starting now read; undefined while none is loaded. */
  current(): DataSet | undefined;
  /** True when the last look at the database succeeded. */
  reachable(): boolean;
  /** Looks now instead of at the next tick. */
  refresh(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts polling. A database that is out of reach keeps the last known data set, so cached answers go on.
 * `onFault` is told once when the database is lost and `onRecovery` once when it is back.
 */
export function watchDataSet(
  em: EntityManager,
  events: { onFault?: (error: unknown) => void; onRecovery?: () => void; onChange?: (dataSet: DataSet) => void } = {},
): DataSetWatch {
  let current: DataSet | undefined;
  let reachable = false;
  let lost = false;
  let running: Promise<void> | undefined;

  async function look(): Promise<void> {
    try {
      const id = await findCurrentDataSetId(em).catch(noneBeforeMigrations);
      if (id !== undefined && id !== current?.id) {
        current = await loadDataSet(em, id);
        events.onChange?.(current);
      }
      reachable = true;
      if (lost) events.onRecovery?.();
      lost = false;
    } catch (error) {
      // Not getting a turn says nothing about the database.
      if (isPoolExhausted(error)) return;
      reachable = false;
      if (!lost) events.onFault?.(error);
      lost = true;
    }
  }

  function refresh(): Promise<void> {
    running ??= look().finally(() => {
      running = undefined;
    });
    return running;
  }

  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  function schedule(pause: number): void {
    if (stopped) return;
    timer = setTimeout(() => void refresh().then(() => schedule(lost ? LOST_POLL_MS : POLL_MS)), pause).unref();
  }
  schedule(0);
  return {
    current: () => current,
    reachable: () => reachable,
    refresh,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

function noneBeforeMigrations(error: unknown): undefined {
  if (!isTableMissing(error)) throw error;
}
