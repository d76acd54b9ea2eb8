/** What runs of the work that was let in, and whether more may. */
import type { BytesInFlight } from './bytes-in-flight.ts';
import type { GateLimits } from './gate-limits.ts';
import { LoopDelay } from './loop-delay.ts';
import type { Shares } from './shares.ts';
import type { Work } from './work.ts';

/** An answer of more bytes is dear. */
const DEAR_BYTES = 1024 * 1024;
/** Making an answer takes several times what it has in the end: rows, texts, chunks. */
const BYTES_TO_MAKE = 2;
/** From this delay of the event loop on less is done at a time, in milliseconds: more take longer for each where its thread is what all wait for. */
const TOLERABLE_DELAY_MS = 8;

export class Occupancy {
  readonly #limits: GateLimits;
  readonly #inFlight: BytesInFlight;
  readonly #shares: Shares;
  readonly #loop = new LoopDelay();
  #running = 0;
  #dear = 0;

  constructor(limits: GateLimits, inFlight: BytesInFlight, shares: Shares) {
    this.#limits = limits;
    this.#inFlight = inFlight;
    this.#shares = shares;
  }

  get running(): number {
    return this.#running;
  }

  /** Where the event loop runs late each owner has fewer places; who has nothing dear running finds one beside the dear work of others. */
  mayRun({ owner, bytes, isReading }: Work): boolean {
    const { atOnce, dearAtOnce } = this.#limits;
    const share = this.#shares.get(owner);
    if (isReading && share && (share.isReading || share.begun > 0)) return false;
    const { running = 0, dear = 0 } = share ?? {};
    const inTime = Math.max(2, atOnce * Math.min(1, TOLERABLE_DELAY_MS / this.#loop.ms));
    if (this.#running >= atOnce || running >= inTime) return false;
    if (bytes <= DEAR_BYTES) return true;
    return this.#dear < dearAtOnce * (dear === 0 ? 2 : 1) && this.#inFlight.hasRoom(bytes * BYTES_TO_MAKE);
  }

  begin(work: Work): void {
    const isDear = work.bytes > DEAR_BYTES;
    this.#running += 1;
    if (isDear) this.#dear += 1;
    this.#inFlight.reserve(work.bytes * BYTES_TO_MAKE);
    this.#shares.letIn(work, isDear);
    this.#loop.start();
  }

  leave(work: Work): void {
    const isDear = work.bytes > DEAR_BYTES;
    this.#running -= 1;
    if (isDear) this.#dear -= 1;
    this.#inFlight.release(work.bytes * BYTES_TO_MAKE);
    this.#shares.end(work, isDear);
    if (this.#running === 0) this.#loop.stop();
  }
}
