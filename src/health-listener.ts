/** Health on a port of its own, answered by a thread of its own: neither load nor a main loop that hangs keeps it from answering. */
import { Worker } from 'node:worker_threads';
import type { Address } from './listeners.ts';

/** How often the main loop shows that it runs, in milliseconds. */
const BEAT_MS = 250;

export interface HealthListener {
  readonly port: number;
  close(): Promise<void>;
}

/** What the thread is told: the present answer of `/readyz`. */
export interface Readiness {
  readonly status: number;
  readonly text: string;
}

/** Listens; rejects with the system's error when the address cannot be had. `readyz` is the main thread's answer. */
export async function listenForHealth(
  address: Address,
  readyz: () => { readonly status: number; readonly body?: unknown },
): Promise<HealthListener> {
  // The main loop's last sign of life: monotonic nanoseconds, which all threads read alike.
  const beat = new BigInt64Array(new SharedArrayBuffer(8));
  const worker = new Worker(new URL('./health-worker.ts', import.meta.url), {
    workerData: { ...address, beat },
  });
  let told = '';
  const tell = () => {
    Atomics.store(beat, 0, process.hrtime.bigint());
    const { status, body } = readyz();
    const text = String(body ?? '');
    if (text === told) return;
    told = text;
    worker.postMessage({ status, text } satisfies Readiness);
  };
  tell();
  const beating = setInterval(tell, BEAT_MS).unref();
  const port = await new Promise<number>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (said: number | { readonly code: string }) => {
      if (typeof said === 'number') resolve(said);
      else reject(listenError(said.code, address));
    });
  });
  worker.unref();
  return {
    port,
    async close() {
      clearInterval(beating);
      await worker.terminate();
    },
  };
}

/** As node itself would say it. */
function listenError(code: string, { host, port }: Address): Error {
  const message = `listen ${code}: the health port ${host}:${port}`;
  return Object.assign(new Error(message), { code, syscall: 'listen', address: host, port, variable: 'HEALTH_PORT' });
}
