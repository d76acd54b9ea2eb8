/** Starts, watches and ends the worker thread in which PGlite runs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

export const DATABASE_USER = 'postgres';
export const DATABASE_NAME = 'postgres';

/** What the thread is started with. */
export interface WorkerInput {
  /** The database's folder; without it the database lives in memory. */
  readonly databasePath?: string;
  /** A file to start an in-memory database from. */
  readonly snapshotFile?: string;
  readonly socketPath: string;
  readonly idleTransactionMs: number;
}

/** What the thread is told. */
export type WorkerOrder = { readonly type: 'close' } | { readonly type: 'save'; readonly file: string };

/** What the thread tells. */
export type WorkerNote =
  | { readonly type: 'listening' }
  | { readonly type: 'saved' }
  | { readonly type: 'failed'; readonly reason: string };

export interface DatabaseThread {
  /** Resolves when the database listens on its socket; rejects with one line when it cannot be opened. */
  readonly listening: Promise<void>;
  /** Resolves with the reason when the thread ends without `close`. */
  readonly exited: Promise<Error>;
  /** Closes the database and ends the thread; further calls wait for the first. */
  close(): Promise<void>;
  /** Writes the database into a file. */
  save(file: string): Promise<void>;
}

/**
 * A transaction that pauses so long while others wait has deadlocked with one of them, or belongs to a process that stands still. Nobody is
 * answered from the database meanwhile, so it is no longer than a request may take.
 */
const IDLE_TRANSACTION_MS = 5_000;
const CLOSE_TIMEOUT_MS = 30_000;
/**
 * WebAssembly frames lie on the thread's stack. With the default of 4 MB a deeply nested expression overflows it before
 * PostgreSQL's own limit (max_stack_depth) turns it into an error, and that wrecks the session: 64 MB were too little
 * for a million nested brackets, 256 were enough. The memory is only reserved.
 */
const STACK_MB = 256;

export function startThread(
  input: Omit<WorkerInput, 'idleTransactionMs'> & { readonly idleTransactionMs?: number },
): DatabaseThread {
  const workerData: WorkerInput = { idleTransactionMs: IDLE_TRANSACTION_MS, ...input };
  const worker = new Worker(workerFile(), { workerData, resourceLimits: { stackSizeMb: STACK_MB }, execArgv: [] });
  const ended = endOf(worker);
  const listening = note(worker, ended, 'listening').catch(async (error: unknown) => {
    await worker.terminate();
    throw error;
  });
  listening.catch(() => undefined); // Whoever waits for it is told.
  let closing: Promise<void> | undefined;
  return {
    listening,
    exited: new Promise((resolve) => {
      void ended.then((reason) => {
        if (closing === undefined) resolve(reason);
      });
    }),
    close: () => {
      closing ??= closeThread(worker, ended);
      return closing;
    },
    save: async (file) => {
      tell(worker, { type: 'save', file });
      await note(worker, ended, 'saved');
    },
  };
}

/** The same folder holds the sources or their emitted JavaScript, and a URL in a string is not rewritten. */
function workerFile(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './embedded-worker.ts' : './embedded-worker.js', import.meta.url);
}

function endOf(worker: Worker): Promise<Error> {
  return new Promise((resolve) => {
    let reason = 'its thread ended';
    worker.once('error', (error) => {
      reason = error instanceof Error ? error.message : String(error);
    });
    worker.on('message', (message: WorkerNote) => {
      if (message.type === 'failed') reason = message.reason;
    });
    worker.once('exit', () => resolve(new Error(`The embedded database broke down: ${reason}.`)));
  });
}

async function note(worker: Worker, ended: Promise<Error>, expected: WorkerNote['type']): Promise<void> {
  const told = new Promise<void>((resolve, reject) => {
    const listen = (message: WorkerNote) => {
      if (message.type === 'failed') reject(new Error(`The embedded database cannot be opened: ${message.reason}.`));
      else if (message.type !== expected) return;
      worker.off('message', listen);
      resolve();
    };
    worker.on('message', listen);
  });
  await Promise.race([told, ended.then((reason) => Promise.reject(reason))]);
}

function tell(worker: Worker, order: WorkerOrder): void {
  worker.postMessage(order);
}

async function closeThread(worker: Worker, ended: Promise<Error>): Promise<void> {
  tell(worker, { type: 'close' });
  const late = new AbortController();
  const timeout = sleep(CLOSE_TIMEOUT_MS, 'late', { signal: late.signal }).catch(() => undefined);
  // What was committed is in the log and survives this, like a kill.
  if ((await Promise.race([ended, timeout])) === 'late') await worker.terminate();
  late.abort();
}
