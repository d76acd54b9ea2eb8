/** How late the event loop is: what a timer is late by, the worst of the last moments. */

const SAMPLE_MS = 20;
/** What is left of a measurement with each new one. */
const FADING = 0.8;

export class LoopDelay {
  #delay = 0;
  #timer: NodeJS.Timeout | undefined;

  /** In milliseconds; 0 while nothing is measured. */
  get ms(): number {
    return this.#delay;
  }

  start(): void {
    if (this.#timer) return;
    let due = performance.now() + SAMPLE_MS;
    this.#timer = setInterval(() => {
      const now = performance.now();
      this.#delay = Math.max(now - due, this.#delay * FADING);
      due = now + SAMPLE_MS;
    }, SAMPLE_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#delay = 0;
  }
}
