/**
 * Answers that were waited for leave together, when the turn of the event loop that made them has dealt with what else came in it.
 * A system that sleeps has to be woken for each answer that leaves alone; the first of several wakes it for all.
 */
export class Departures {
  #ready: (() => void)[] = [];

  /** Calls `send`, which must not throw, at the end of the turn, after those that were ready before. */
  atEndOfTurn(send: () => void): void {
    if (this.#ready.push(send) === 1) setImmediate(() => this.#sendAll());
  }

  #sendAll(): void {
    const ready = this.#ready;
    this.#ready = [];
    for (const send of ready) send();
  }
}
