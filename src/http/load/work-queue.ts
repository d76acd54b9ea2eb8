/** Those who wait to be let in, in the order in which they came, each for so long at most. */
import { InTurns } from './turn.ts';
import { TURN_BUDGET_MS } from './turn-budget.ts';
import type { Owner, Waiter } from './work.ts';

const SWEEP_MS = 10;
/** Work may go so many times as fast as it has so far: what is new to a process takes longer at first. */
const HOPE = 2;

export class WorkQueue implements Iterable<Waiter> {
  readonly #waitMs: number;
  readonly #countIn: (ms: number) => number | undefined;
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
   * @param countIn how many are let in in so many milliseconds, where that is known
   * @param onSweep is called every few milliseconds while somebody waits, when those who are late have been told, as far as a turn has time
   */
  constructor(waitMs: number, countIn: (ms: number) => number | undefined, onSweep: () => void) {
    this.#waitMs = waitMs;
    this.#countIn = countIn;
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

  /** Refuses who was not let in in time, or cannot be, by what there was time for since the last sweep: a turn may have been long. */
  #tidy(): void {
    this.#late = this.#lateOnes();
    this.#refusals.goOn();
    this.#onSweep();
    this.#sweptAt = performance.now();
    if (this.#waiting.length > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }

  /**
   * Whose time is over, or will be before its turn comes. Owners take turns, so that of several who wait none waits for more than so many
   * of each as it has itself before that one. What has begun waits for as long as it may: it would have been done in vain.
   */
  #lateOnes(): Waiter[] {
    const owners = new Set(this.#waiting.map(({ work }) => work.owner)).size;
    const perMs = this.#countIn(1);
    const before = new Map<Owner, number>();
    let staying = 0;
    return this.#waiting.filter(({ work, since, hasBegun }) => {
      const own = before.get(work.owner) ?? 0;
      const leftMs = this.#waitMs - (this.#sweptAt - since);
      const most = perMs === undefined || hasBegun ? Number.POSITIVE_INFINITY : perMs * leftMs * HOPE;
      const isInVain = Math.min(staying, (own + 1) * owners) > most;
      if (leftMs < 0 || isInVain) return true;
      before.set(work.owner, own + 1);
      staying += 1;
      return false;
    });
  }

  /** One who was let in meanwhile, or has gone, is not refused. */
  #refuse(waiter: Waiter | undefined): void {
    if (waiter && this.#waiting.includes(waiter)) waiter.refuse();
  }
}
