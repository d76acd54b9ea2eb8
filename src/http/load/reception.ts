/**
 * Takes requests as they come while a turn of the event loop has time for them; what is left comes in the next turns, one of each
 * owner after the other. Refusing takes time as well: of five hundred requests that come in one turn, somebody else's was last.
 */
import { afterwards, Turn } from './turn.ts';
import { TURN_BUDGET_MS } from './turn-budget.ts';

interface Waiting {
  readonly answer: () => void;
  readonly isNewcomer: boolean;
}

export class Reception {
  readonly #turn = new Turn(TURN_BUDGET_MS.requests, () => this.#goOn());
  /** In the order in which their owners are asked for the next. */
  readonly #waiting = new Map<string, Waiting[]>();
  #newcomers = 0;

  /** How many of those who wait were never answered on their connection. */
  get newcomers(): number {
    return this.#newcomers;
  }

  /** True when a request need not wait: nobody does, and the turn, which begins with the first who asks, has time. */
  isFree(): boolean {
    return this.#waiting.size === 0 && this.#turn.hasTime();
  }

  /** Calls `answer`, which must not throw, when it is the turn of its owner. */
  wait(owner: string, answer: () => void, isNewcomer = false): void {
    if (isNewcomer) this.#newcomers += 1;
    const before = this.#waiting.get(owner);
    if (before) before.push({ answer, isNewcomer });
    else this.#waiting.set(owner, [{ answer, isNewcomer }]);
  }

  #goOn(): void {
    const [first] = this.#waiting;
    if (!first || !this.#turn.hasTime()) return;
    const [owner, all] = first;
    this.#waiting.delete(owner);
    const next = all.shift();
    if (all.length > 0) this.#waiting.set(owner, all);
    if (next?.isNewcomer) this.#newcomers -= 1;
    next?.answer();
    afterwards(() => this.#goOn());
  }
}
