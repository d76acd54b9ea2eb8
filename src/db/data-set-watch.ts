/** Keeps the current data set of this process up to date: a new one is picked up within a second, everywhere. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type DataSet, DataSetOutdatedError, findCurrentDataSetId, loadDataSet } from './data-set.queries.ts';
import { isPoolExhausted, isTableMissing } from './faults.ts';

const POLL_MS = 1000;
/** While the database is away: it is to be used again as soon as it is back. */
const LOST_POLL_MS = 200;

export interface DataSetWatch {
  /** The data set that requests starting now read; undefined while none is loaded. */
  current(): DataSet | undefined;
  /** Why the data set of the database is not the one that requests read; undefined while nothing is wrong with it. */
  refused(): string | undefined;
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
  events: {
    onFault?: (error: unknown) => void;
    onRecovery?: () => void;
    onChange?: (dataSet: DataSet) => void;
    onRefused?: (reason: string) => void;
  } = {},
): DataSetWatch {
  let current: DataSet | undefined;
  let refused: string | undefined;
  let reachable = false;
  let lost = false;
  let running: Promise<void> | undefined;

  async function look(): Promise<void> {
    try {
      const id = await findCurrentDataSetId(em).catch(noneBeforeMigrations);
      if (id !== undefined && id !== current?.id) await take(id);
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

  async function take(id: number): Promise<void> {
    try {
      current = await loadDataSet(em, id);
      refused = undefined;
      events.onChange?.(current);
    } catch (error) {
      if (!(error instanceof DataSetOutdatedError)) throw error;
      if (refused !== error.message) events.onRefused?.(error.message);
      refused = error.message;
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
    refused: () => refused,
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
