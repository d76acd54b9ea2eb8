/** Those who wait to be let in, in the order in which they came, each for so long at most, and no longer than there is hope. */
import type { Prospects } from './prospects.ts';
import { InTurns } from './turn.ts';
import { TURN_BUDGET_MS } from './turn-budget.ts';
import type { Owner, Waiter } from './work.ts';

const SWEEP_MS = 10;

export class WorkQueue implements Iterable<Waiter> {
  readonly #waitMs: number;
  readonly #prospects: Prospects;
  readonly #onSweep: () => void;
  readonly #waiting: Waiter[] = [];
  /** Those who were not let in in time, or cannot be, as far as they have not been told. */
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
   * @param prospects of those who wait
   * @param onSweep is called every few milliseconds while somebody waits, when those who are late have been told, as far as a turn has time
   */
  constructor(waitMs: number, prospects: Prospects, onSweep: () => void) {
    this.#waitMs = waitMs;
    this.#prospects = prospects;
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
   * Whose time is over, or will be before its turn comes. Owners take turns: before one who waits come at most as many of each other owner
   * as of its own, itself included. Nobody is told early whose owner has less than its share, nor what has begun, which would have been done
   * in vain.
   */
  #lateOnes(): Waiter[] {
    const perMs = this.#prospects.mostIn(1);
    const { running } = this.#prospects;
    const owners = new Set(this.#waiting.map(({ work }) => work.owner));
    const greedy = new Set([...owners].filter((owner) => perMs !== undefined && this.#prospects.isGreedy(owner)));
    const before = new Map<Owner, number>();
    let staying = 0;
    return this.#waiting.filter(({ work: { owner }, since, hasBegun }) => {
      const own = before.get(owner) ?? 0;
      const leftMs = this.#waitMs - (this.#sweptAt - since);
      const canBe = perMs !== undefined && greedy.has(owner) && !hasBegun;
      const most = canBe ? perMs * leftMs + running : Number.POSITIVE_INFINITY;
      if (leftMs < 0 || Math.min(staying, (own + 1) * owners.size - 1) > most) return true;
      before.set(owner, own + 1);
      staying += 1;
      return false;
    });
  }

  /** One who was let in meanwhile, or has gone, is not refused. */
  #refuse(waiter: Waiter | undefined): void {
    if (waiter && this.#waiting.includes(waiter)) waiter.refuse();
  }
}
