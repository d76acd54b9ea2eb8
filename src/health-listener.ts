/** Health on a port of its own, answered by a thread of its own: neither load nor a main loop that hangs keeps it from answering. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Address } from './listeners.ts';
import type { Log } from './log.ts';

/** How often the main loop shows that it runs, in milliseconds. */
const BEAT_MS = 250;
/** The pause before a thread that has ended is followed by another, in milliseconds. */
const REST_MS = 1_000;

export interface HealthListener {
  readonly port: number;
  /** Has the thread say at once what `/readyz` is now; otherwise it does within a quarter of a second. */
  tell(): void;
  close(): Promise<void>;
}

/** What the thread is told: the present answer of `/readyz`. */
export interface Readiness {
  readonly status: number;
  readonly text: string;
}

/** What the log says of a thread that has ended. */
export function tellHealthLoss(log: Log): (error: unknown) => void {
  return (err) => log.error({ err }, 'the health port ended: it is opened again');
}

/** Listens; rejects with the system's error when the address cannot be had. `readyz` is the main thread's answer. */
export async function listenForHealth(
  address: Address,
  readyz: () => { readonly status: number; readonly body?: unknown },
  /** Told when the thread has ended, and why: another takes its place. */
  onLoss: (reason: unknown) => void,
): Promise<HealthListener> {
  // The main loop's last sign of life: monotonic nanoseconds, which all threads read alike.
  const beat = new BigInt64Array(new SharedArrayBuffer(8));
  let told = '';
  let thread = start(address, beat);
  const tell = () => {
    Atomics.store(beat, 0, process.hrtime.bigint());
    const { status, body } = readyz();
    const text = String(body ?? '');
    if (text === told) return;
    told = text;
    thread.worker.postMessage({ status, text } satisfies Readiness);
  };
  tell();
  const beating = setInterval(tell, BEAT_MS).unref();
  const port = await thread.listening;
  thread.worker.unref();
  let closed = false;
  async function keep(): Promise<void> {
    while (!closed) {
      const reason = await thread.ended;
      if (closed) return;
      onLoss(reason);
      await sleep(REST_MS, undefined, { ref: false });
      if (closed) return;
      thread = start({ ...address, port }, beat);
      thread.worker.unref();
      told = '';
      tell();
    }
  }
  void keep();
  return {
    port,
    tell,
    async close() {
      closed = true;
      clearInterval(beating);
      await thread.worker.terminate();
    },
  };
}

interface Thread {
  readonly worker: Worker;
  /** Its port; rejects when it cannot be had. */
  readonly listening: Promise<number>;
  /** Why it has ended, or is of no use and was ended. */
  readonly ended: Promise<unknown>;
}

function start(address: Address, beat: BigInt64Array): Thread {
  const worker = new Worker(new URL('./health-worker.ts', import.meta.url), { workerData: { ...address, beat } });
  let fault: unknown;
  worker.on('error', (error) => {
    fault = error;
  });
  const ended = new Promise<unknown>((resolve) => {
    worker.once('exit', (code) => resolve(fault ?? new Error(`the thread ended with ${code}`)));
  });
  const listening = new Promise<number>((resolve, reject) => {
    void ended.then(reject);
    worker.once('message', (said: number | { readonly code: string }) => {
      if (typeof said === 'number') return resolve(said);
      fault = listenError(said.code, address);
      void worker.terminate();
    });
  });
  // That of the first thread is waited for; of others it is known by their end.
  listening.catch(() => undefined);
  return { worker, listening, ended };
}

/** As node itself would say it. */
function listenError(code: string, { host, port }: Address): Error {
  const message = `listen ${code}: the health port ${host}:${port}`;
  return Object.assign(new Error(message), { code, syscall: 'listen', address: host, port, variable: 'HEALTH_PORT' });
}
