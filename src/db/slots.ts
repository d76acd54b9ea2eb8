/** How many statements of one operation run at a time: it shares the pool with everyone else's, and waits in vain for one of them at most. */
import { isGivenUp } from './faults.ts';

/** Two operations leave some of the ten connections of a pool to others. */
const AT_A_TIME = 4;

const slots = new WeakMap<AbortSignal, Slots>();

class Slots {
  #free = AT_A_TIME;
  readonly #waiting: (() => void)[] = [];
  /** Why one was given up: the others are not sent any more, or the operation would wait as often as it has levels. */
  #inVain: unknown;

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      if (this.#inVain) throw this.#inVain;
      return await work();
    } catch (error) {
      if (isGivenUp(error)) this.#inVain = error;
      throw error;
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}

/** Runs `work` when the operation that `signal` ends has a slot free; throws without running it when that is over. */
export function inSlot<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const own = slots.get(signal) ?? new Slots();
  slots.set(signal, own);
  return own.take(() => {
    signal.throwIfAborted();
    return work();
  });
}
