/** Those who wait to be let in, in the order in which they came, each for so long at most. */
import { InTurns } from './turn.ts';
import { TURN_BUDGET_MS } from './turn-budget.ts';
import type { Waiter } from './work.ts';

const SWEEP_MS = 10;

export class WorkQueue implements Iterable<Waiter> {
  readonly #waitMs: number;
  readonly #onSweep: () => void;
  readonly #waiting: Waiter[] = [];
  /** Those who were not let in in time, as far as they have not been told. */
  #late: Waiter[] = [];
  readonly #refusals = new InTurns(
    TURN_BUDGET_MS.refusals,
    () => this.#late.length > 0,
    () => this.#refuse(this.#late.shift()),
  );
  #sweep: NodeJS.Timeout | undefined;
  #sweptAt = 0;

  /**
   * @param waitMs how long one waits before it is refused
   * @param onSweep is called every few milliseconds while somebody waits, when those who are late have been told, as far as a turn has time
   */
  constructor(waitMs: number, onSweep: () => void) {
    this.#waitMs = waitMs;
    this.#onSweep = onSweep;
  }

  get length(): number {
    return this.#waiting.length;
  }

  [Symbol.iterator](): Iterator<Waiter> {
    return this.#waiting.values();
  }

  add(waiter: Waiter): void {
    this.#waiting.push(waiter);
    this.#sweep ??= setInterval(() => this.#tidy(), SWEEP_MS);
  }

  remove(waiter: Waiter): void {
    this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
  }

  /** Refuses who was not let in in time, by what there was time for since the last sweep: a turn may have been long. */
  #tidy(): void {
    this.#late = this.#waiting.filter(({ since }) => this.#sweptAt - since > this.#waitMs);
    this.#refusals.goOn();
    this.#onSweep();
    this.#sweptAt = performance.now();
    if (this.#waiting.length > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }

  /** One who was let in meanwhile, or has gone, is not refused. */
  #refuse(waiter: Waiter | undefined): void {
    if (waiter && this.#waiting.includes(waiter)) waiter.refuse();
  }
}
