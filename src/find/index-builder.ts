/** Has the indexes of a data set built in a thread of its own, which is handed the rows as they are read. */
import { Worker } from 'node:worker_threads';
import type { StoredColumn } from './data-row.ts';
import type { BuiltIndex, FoundTable } from './find-index.ts';

/** What the thread is told, one message after the other. */
export type BuildOrder =
  | {
      readonly kind: 'rows';
      readonly table: FoundTable;
      readonly columns: readonly StoredColumn[];
      readonly json: string;
    }
  | { readonly kind: 'letters'; readonly json: string }
  | {
      readonly kind: 'build';
      readonly withGeonames: boolean;
      /** One number in shared memory: how many pieces have been stored. The thread waits for it to change. */
      readonly stored: Int32Array<SharedArrayBuffer>;
    };

/** What it answers: to each order; to the last one with the pieces of what it builds, and at the end. */
export type BuildAnswer =
  | { readonly taken: true }
  | { readonly part: Uint8Array }
  | { readonly geonames: Uint8Array }
  | { readonly built: BuiltIndex };

/** Keeps what is built, piece by piece, each before the next one is made. */
export interface BuiltStore {
  /** Bytes of the indexes that follow those before; the first ones follow `BuiltIndex.head`. They are there until it resolves. */
  addPart(bytes: Uint8Array): Promise<void>;
  /** JSON of an array of `{ cityId, geonamesId, population, names }`, in UTF-8. It is there until it resolves, too. */
  addGeonames(json: Uint8Array): Promise<void>;
}

export interface IndexBuilder {
  /** Takes rows of a table: JSON of an array of arrays, values in the order of `columns`. */
  addRows(table: FoundTable, columns: readonly StoredColumn[], json: string): Promise<void>;
  /** Takes what the database says of letters: JSON of a `LetterEvidence`. */
  addLetters(json: string): Promise<void>;
  /** Builds and packs the indexes, and waits for `store` meanwhile. */
  finish(store: BuiltStore): Promise<BuiltIndex>;
  /** Ends the thread, whatever it is doing. */
  stop(): Promise<void>;
}

const MIB = 1024 * 1024;
/** What the full data with all its names takes to build, and half as much again. */
const LEAST_HEAP_MIB = 1024;
/** With a large heap V8 takes up to 128 for what is young, all of which stays; with 16 building takes a fifth more processor time. */
const YOUNG_MIB = 48;

export interface IndexBuilderOptions {
  /** Whether GeoNames' places are joined where they are installed. */
  readonly withGeonames?: boolean;
  /** What the thread's objects may take, in MiB; beyond it the thread ends and the process goes on. */
  readonly heapMib?: number;
}

/** Starts the thread. Every method rejects once it has failed, for want of memory too, and says why. */
export function startIndexBuilder({
  withGeonames = true,
  heapMib = spareHeapMib(),
}: IndexBuilderOptions = {}): IndexBuilder {
  const file = new URL(import.meta.url.endsWith('.ts') ? './build-worker.ts' : './build-worker.js', import.meta.url);
  const resourceLimits = { maxOldGenerationSizeMb: heapMib, maxYoungGenerationSizeMb: YOUNG_MIB };
  const worker = new Worker(file, { execArgv: [], resourceLimits });
  const failed = new Promise<never>((_, reject) => {
    worker.once('error', (error) => reject(explained(error, heapMib)));
    worker.once('exit', () => reject(new Error('the thread that builds the indexes ended')));
  });
  failed.catch(() => undefined); // Whoever waits for an answer is told.

  /** The thread answers in the order of the orders, and one is sent at a time. */
  function send(order: BuildOrder): Promise<BuildAnswer> {
    const answer = nextAnswer();
    worker.postMessage(order);
    return answer;
  }

  function nextAnswer(): Promise<BuildAnswer> {
    return Promise.race([new Promise<BuildAnswer>((resolve) => worker.once('message', resolve)), failed]);
  }

  return {
    async addRows(table, columns, json) {
      await send({ kind: 'rows', table, columns, json });
    },
    async addLetters(json) {
      await send({ kind: 'letters', json });
    },
    async finish(store) {
      const stored = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      let answered = send({ kind: 'build', withGeonames, stored });
      for (;;) {
        const answer = await answered;
        if ('built' in answer) return answer.built;
        if ('part' in answer) await store.addPart(answer.part);
        if ('geonames' in answer) await store.addGeonames(answer.geonames);
        answered = nextAnswer();
        Atomics.add(stored, 0, 1);
        Atomics.notify(stored, 0);
      }
    },
    async stop() {
      await worker.terminate();
    },
  };
}

/** Half of what the machine or the control group has left: the arrays of the indexes stand beside the thread's objects. */
function spareHeapMib(): number {
  return Math.max(LEAST_HEAP_MIB, Math.floor(process.availableMemory() / 2 / MIB));
}

/** How the RangeErrors of `packSections`, of V8 and of Node.js begin where something would be larger than it can be. */
const TOO_MANY = [
  'they would take ',
  'Array buffer allocation failed',
  'ArrayBuffer.prototype.resize: Invalid length',
  'Cannot create a string longer',
  'Invalid array buffer length',
  'Invalid array length',
  'Invalid string length',
  'Invalid typed array length',
  'Map maximum size exceeded',
  'Set maximum size exceeded',
];

/** The reason why the thread failed, for the operator: of too much data, or of too little memory for it. */
export function explained(error: unknown, heapMib: number): unknown {
  if (!(error instanceof Error)) return error;
  if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new Error(
      `building the indexes of this data takes more than the ${heapMib} MiB that are left for it: import it on a machine with more memory`,
      { cause: error },
    );
  }
  if (!(error instanceof RangeError) || !TOO_MANY.some((start) => error.message.startsWith(start))) return error;
  return new Error(`the indexes can't hold as many places and names as this data has: ${error.message}`, {
    cause: error,
  });
}
