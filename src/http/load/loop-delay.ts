/** How late the event loop is: what a timer is late by, the worst of the last moments. */

const SAMPLE_MS = 20;
/** What is left of a measurement with each new one. */
const FADING = 0.8;

export class LoopDelay {
  #delay = 0;
  #timer: NodeJS.Timeout | undefined;
  #isWanted = false;
  /** True where it has been wanted since the last measurement. */
  #wasWanted = false;

  /** In milliseconds; 0 while nothing is measured. */
  get ms(): number {
    return this.#delay;
  }

  start(): void {
    this.#isWanted = true;
    this.#wasWanted = true;
    if (this.#timer) return;
    let due = performance.now() + SAMPLE_MS;
    this.#timer = setInterval(() => {
      if (!this.#wasWanted) {
        this.#end();
        return;
      }
      this.#wasWanted = this.#isWanted;
      const now = performance.now();
      this.#delay = Math.max(now - due, this.#delay * FADING);
      due = now + SAMPLE_MS;
    }, SAMPLE_MS).unref();
  }

  /** Ends after a while in which it is not started again: what is done within a turn would start it thousands of times a second. */
  stop(): void {
    this.#isWanted = false;
  }

  #end(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#delay = 0;
  }
}
