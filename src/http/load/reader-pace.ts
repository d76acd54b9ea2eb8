/** How well the reader of one answer keeps up, by what the system takes for it. */

/** How fast a reader has to be at least. */
export interface LeastSpeed {
  /** From so many milliseconds on; and so long at most it may take until a piece leaves, however much left at once before. */
  readonly graceMs: number;
  readonly bytesPerSecond: number;
}

/** Who is waited for longer, in milliseconds, has what the system takes for it at once. */
const AT_ONCE_MS = 500;

/** See ADR 111. All times are those of the process's clock, in milliseconds. */
export class ReaderPace {
  /** When it began; the times in which it did not wait for the reader do not count. */
  #since = performance.now();
  #taken = 0;
  /** What it had taken when the reader was first waited for, some megabytes that it has not; then its time begins. */
  #takenBefore: number | undefined;
  /** When what the reader is waited for now was handed to the system. */
  #handedAt = this.#since;
  /** Since when there is nothing to hand over, or no turn for it; undefined while the reader is waited for. */
  #readyAt: number | undefined;

  /** Bytes that the system has taken. */
  get taken(): number {
    return this.#taken;
  }

  /** Bytes are about to be handed to the system: what was waited for until now was not the reader. */
  handOver(): void {
    const now = performance.now();
    if (this.#readyAt !== undefined) this.#since += now - this.#readyAt;
    this.#handedAt = now;
    this.#readyAt = undefined;
  }

  /** The system has taken so many bytes more; until the next are handed over nobody waits for the reader. */
  took(bytes: number): void {
    this.#taken += bytes;
    this.#readyAt = performance.now();
  }

  /** Notes what only time tells. Where other answers are before it on its connection those are read, and its time has not begun. */
  look(isItsTurn: boolean, now: number): void {
    if (this.#readyAt !== undefined) return;
    if (!isItsTurn) {
      this.#since = now;
      this.#handedAt = now;
    } else if (this.#takenBefore === undefined && now - this.#handedAt > AT_ONCE_MS) {
      this.#takenBefore = this.#taken;
      this.#since = this.#handedAt;
    }
  }

  /** For how many milliseconds the reader ought to have taken more; it is in time where that is none or less. */
  lateBy({ graceMs, bytesPerSecond }: LeastSpeed, now: number): number {
    if (this.#readyAt !== undefined) return Number.NEGATIVE_INFINITY;
    const mayTakeMs = graceMs + ((this.#taken - (this.#takenBefore ?? 0)) / bytesPerSecond) * 1000;
    return Math.max(now - this.#handedAt - graceMs, now - this.#since - mayTakeMs);
  }
}
