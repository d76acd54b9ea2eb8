/** Collects garbage where much of it has been made, and what comes next gives V8 no reason to. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Of Node.js 24. */
const V8_THAT_FAVORS_MEMORY = '13.';

/** So often the means are asked for: each time takes half a millisecond. */
const ATTEMPTS = 20;

/**
 * Collects this thread's garbage now, as V8 does where it has no memory left, which takes a tenth of a second and some: it would
 * keep 100 MB of an import for what comes next. The room of young objects is given back, too.
 */
export function collectGarbage(): void {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const collect = means();
    if (!collect) continue;
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    return;
  }
}

/** Undefined where another thread has just put the switch back, which is one for all threads of the process. */
function means(): ((how: object) => void) | undefined {
  setFlagsFromString('--expose-gc');
  // The function is there in contexts that are made while the switch is set.
  const found: unknown = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  return found as ReturnType<typeof means>;
}

/**
 * Has V8 collect as ever where it does so by itself, after a hundred seconds without. It would make the heap as small as can be then, in one
 * turn: 120 to 130 ms of processor in a million requests of all kinds, for some 30 MB that it needs again. Newer versions of V8 have no such
 * switch, and complain of it on the terminal.
 */
export function collectGently(): void {
  if (!process.versions.v8.startsWith(V8_THAT_FAVORS_MEMORY)) return;
  setFlagsFromString('--no-memory-reducer-favors-memory');
}
