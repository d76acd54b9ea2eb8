/** Keeps the current data set of this process up to date: a new one is picked up within a second, everywhere. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type DataSet, DataSetRefusedError, type FoundDataSet, inNewEdition, loadDataSet } from './data-set.queries.ts';
import { DataSetGoneError, isColumnMissing, isDatabaseUnavailable } from './faults.ts';
import { countGeonames, FAST_MS, readIndex } from './stored-index.queries.ts';
import { limitOf } from './patience.ts';
import { isNoSign, noteReachable } from './reachability.ts';
import { type ReplicaEvents, serveFromReplicas, wakeReplicas } from './replicas.ts';
import { assertUsable, findNamed } from './usable.ts';

const POLL_MS = 1000;
/** While the database is away, or may be: it is to be used again as soon as it is back. */
const LOST_POLL_MS = 100;

/** Reads the indexes of a data set; what they are made of is not known here. */
export interface IndexReader {
  /** The version of the format that can be read. */
  readonly format: number;
  /** Opens them, so that no request has to; rejects for bytes that are damaged. */
  open(bytes: SharedArrayBuffer): Promise<void>;
}

export interface DataSetWatch {
  /** Resolves when it is known for the first time which data set there is, or that the database can't say; nothing has read indexes then. */
  readonly looked: Promise<void>;
  /** The data set that requests starting now read; undefined while none is loaded. */
  current(): DataSet | undefined;
  /** Why the data set of the database is not the one that requests read; undefined while nothing is wrong with it. */
  refused(): string | undefined;
  /** The indexes of the current data set that can't be used, as {@link StoredIndex} has it: they are to be built anew. */
  unusableIndex(): string | undefined;
  /**
   * True once a data set is there with all that is stored of it, its indexes too. Where none are stored that this program can use, some
   * operations answer 503 until they are built, and that is not waited for.
   */
  whole(): boolean;
  /** True when the last look at the database succeeded. */
  reachable(): boolean;
  /** True while it answers and cannot be used as it is: it lacks what it had. */
  unfit(): boolean;
  /** Asks the database, whatever the last look saw; rejects where it does not answer, or lacks what it had. */
  assertUsable(): Promise<void>;
  /** Looks now instead of at the next tick, and sees what is there by now; with `indexAnew` at indexes too that were or will be stored in the place of those in use. */
  refresh(options?: { readonly indexAnew?: boolean }): Promise<void>;
  /** Looks no more. Indexes that are being read are given up; resolves when nothing of this uses the database. */
  stop(): Promise<void>;
}

export interface DataSetEvents extends ReplicaEvents {
  onFault?(error: unknown): void;
  onRecovery?(): void;
  onChange?(dataSet: DataSet): void;
  /** The database has never had the data set in service: its address leads to another server than before. */
  onOtherServer?(): void;
  /** The newest data set can't be served, for this reason, and an administrator can do this about it; the one before it goes on. */
  onRefused?(reason: string, advice: string | undefined): void;
  /** The indexes of the current data set are in use; told their size. */
  onIndex?(bytes: number): void;
  /** They come slowly: a piece of them was too late for the limit of a statement. Told once a reading, with the size of all in bytes. */
  onLateIndex?(bytes: number): void;
  /** They can't be used, for this reason: the database answers searches. Told once, and again when others can't be either. */
  onUnusableIndex?(error: unknown): void;
}

/**
 * Starts polling. A database that is out of reach keeps the last known data set, so cached answers go on.
 * `onFault` is told once when the database is lost, and again where it is for the other sort of reason, and `onRecovery` once when it is back. It is looked at from when `ready` resolves.
 */
export function watchDataSet(
  em: EntityManager,
  events: DataSetEvents = {},
  indexReader?: IndexReader,
  ready: Promise<void> = Promise.resolve(),
): DataSetWatch {
  let current: DataSet | undefined;
  let refused: { readonly id: number; readonly error: DataSetRefusedError } | undefined;
  /** Indexes that can't be used: they are not read again. */
  let unusable: { readonly dataSet: number; readonly stamp: string } | undefined;
  /** The data set of another server, as it was told of. */
  let stranger: number | undefined;
  let whole = false;
  let isFirstReading = true;
  /** Indexes in the place of those in use are looked for, until some are there. */
  let wantsIndexAnew = false;
  let reachable = false;
  let lost = false;
  /** It is lost since it has not what it had, and not since it does not answer. */
  let unfit = false;
  /** It was since it was last well. */
  let lacked = false;
  /** The last look said nothing of the database. */
  let unsure = false;
  let running: Promise<void> | undefined;
  const stopping = new AbortController();
  const looked = Promise.withResolvers<void>();

  function setReachable(isReachable: boolean): void {
    reachable = isReachable;
    noteReachable(em.getDriver(), isReachable);
  }

  async function look(): Promise<void> {
    try {
      const found = await findNamed(em, current?.id);
      noteServer(found);
      if (current) await assertUsable(em, current, found);
      if (found && (found.id !== current?.id || found.version !== current.version)) await take(found.id);
      setReachable(true);
      if (lost) {
        wakeReplicas(em); // What kept the primary away may have kept them away, too.
        events.onRecovery?.();
      }
      // What was read just before it was seen to lack something may have lacked it.
      if (lacked && current) current = inNewEdition(current);
      lost = unsure = unfit = lacked = false;
      looked.resolve();
      if (current && (wantsIndexAnew || !current.findIndex)) {
        const before = current;
        current = await withIndex(before);
        wantsIndexAnew &&= current === before;
      }
      whole ||= current !== undefined;
    } catch (error) {
      if (stopping.signal.aborted) return;
      unsure = error instanceof DataSetGoneError || isNoSign(em.getDriver(), error, limitOf(em));
      if (unsure) return;
      setReachable(false);
      const wasUnfit = unfit;
      unfit = !isDatabaseUnavailable(error);
      lacked ||= unfit;
      if (!unfit) wakeReplicas(em);
      if (!lost || unfit !== wasUnfit) events.onFault?.(error);
      lost = true;
    } finally {
      looked.resolve();
    }
  }

  /** Tells once of a server that never had the data set in service, whether what it has can be taken or not. */
  function noteServer(found: FoundDataSet | undefined): void {
    const id = current && found && !found.isSuccessor ? found.id : undefined;
    if (id !== undefined && id !== stranger) events.onOtherServer?.();
    stranger = id;
  }

  async function take(id: number): Promise<void> {
    try {
      const loaded = await loadDataSet(em, id).catch(orNotYet);
      if (!loaded) return;
      serveFromReplicas(em, loaded, events);
      // The first one answers at once; a later one takes over when it can do all that the one before it could.
      current = current ? await withIndex(loaded) : loaded;
      if (current.findIndex) wantsIndexAnew = false;
      refused = undefined;
      events.onChange?.(current);
    } catch (error) {
      if (!(error instanceof DataSetRefusedError)) throw error;
      const told =
        refused?.id === id && refused.error.message === error.message && refused.error.advice === error.advice;
      refused = { id, error };
      if (!told) events.onRefused?.(error.message, error.advice);
    }
  }

  /** The data set with its indexes where they are there by now; requests that have the one without them keep it. */
  async function withIndex(dataSet: DataSet): Promise<DataSet> {
    if (!indexReader) return dataSet;
    const { format, open } = indexReader;
    const refusedStamp = unusable?.dataSet === dataSet.id ? unusable.stamp : undefined;
    // At a start, while nobody is answered from it; and what was too late once is not hurried again.
    const fastMs = isFirstReading ? FAST_MS : 0;
    isFirstReading = false;
    const { signal } = stopping;
    const onLate = (bytes: number) => events.onLateIndex?.(bytes);
    const stored = await readIndex(em, dataSet.schema, { format, refused: refusedStamp, fastMs, signal, onLate });
    if (!stored) return dataSet;
    const { bytes: findIndex, stamp } = stored;
    try {
      const [geonamesRows] = await Promise.all([countGeonames(em, dataSet.schema), open(findIndex)]);
      events.onIndex?.(findIndex.byteLength);
      return Object.freeze({ ...dataSet, findIndex, indexStamp: stamp, geonamesRows });
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      unusable = { dataSet: dataSet.id, stamp };
      events.onUnusableIndex?.(error);
      return dataSet;
    }
  }

  /** A start looks before it has migrated a database of an earlier release. */
  function orNotYet(error: unknown): undefined {
    if (current || !isColumnMissing(error)) throw error;
  }

  function refresh(): Promise<void> {
    running ??= look().finally(() => {
      running = undefined;
    });
    return running;
  }

  let timer: NodeJS.Timeout | undefined;
  function schedule(pause: number): void {
    if (stopping.signal.aborted) return;
    timer = setTimeout(
      () => void refresh().then(() => schedule((lost && !unfit) || unsure ? LOST_POLL_MS : POLL_MS)),
      pause,
    ).unref();
  }
  ready.then(
    () => schedule(0),
    () => undefined,
  );
  return {
    looked: looked.promise,
    current: () => current,
    refused: () => refused?.error.message,
    unusableIndex: () => (unusable?.dataSet === current?.id ? unusable?.stamp : undefined),
    whole: () => whole,
    reachable: () => reachable,
    unfit: () => unfit,
    async assertUsable() {
      if (current) await assertUsable(em, current, await findNamed(em));
    },
    async refresh({ indexAnew = false } = {}) {
      while (running) await running; // It may have begun before what is to be seen was there.
      wantsIndexAnew ||= indexAnew;
      if (!stopping.signal.aborted) await refresh();
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      looked.resolve();
      await running;
    },
  };
}
