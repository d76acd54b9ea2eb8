/** How many bytes answers take that are being made or being sent, beside those that the cache keeps. */

const RSS_SAMPLE_MS = 100;
/** Parts of the process's memory and of the budget from which on room is short. */
const SHORT_OF_MEMORY = 0.85;
const SHORT_OF_BUDGET = 0.75;

export interface MemoryLimits {
  /** The most that answers in flight may take, in bytes. */
  readonly budget: number;
  /** What the whole process is to stay below, in bytes. */
  readonly process: number;
}

export class BytesInFlight {
  readonly #limits: MemoryLimits;
  readonly #rssOf: () => number;
  #reserved = 0;
  /** How many are sending each buffer: an answer that many read at the same time takes its place once. */
  readonly #sending = new Map<Buffer, number>();
  #sendingBytes = 0;
  #rss = 0;
  #rssAt = Number.NEGATIVE_INFINITY;

  constructor(limits: MemoryLimits, rssOf: () => number = process.memoryUsage.rss) {
    this.#limits = limits;
    this.#rssOf = rssOf;
  }

  /** What the whole process is to stay below, in bytes. */
  get processLimit(): number {
    return this.#limits.process;
  }

  get bytes(): number {
    return this.#reserved + this.#sendingBytes;
  }

  /** True when so many bytes more may be made. When there are none yet, some always may: else a large answer never could. */
  hasRoom(bytes: number): boolean {
    if (this.bytes === 0) return true;
    return this.bytes + bytes <= this.#limits.budget && !this.#isProcessLarge();
  }

  /** True when those who read slowly stand in the way of others. */
  get isShort(): boolean {
    return this.excess > 0 || (this.bytes > 0 && this.#isProcessLarge());
  }

  /** Bytes that are too many of the budget; less than none where there is room. */
  get excess(): number {
    return this.bytes - this.#limits.budget * SHORT_OF_BUDGET;
  }

  /** Counts bytes that are being made: whole ones, of which sums are exact. Of estimates with parts nearly none would be left at last. */
  reserve(bytes: number): void {
    this.#reserved += Math.ceil(bytes);
  }

  release(bytes: number): void {
    this.#reserved -= Math.ceil(bytes);
  }

  /** Counts a body that is being sent; returns what ends that. */
  send(body: Buffer): () => void {
    const senders = this.#sending.get(body) ?? 0;
    this.#sending.set(body, senders + 1);
    if (senders === 0) this.#sendingBytes += body.length;
    return () => {
      const left = (this.#sending.get(body) ?? 1) - 1;
      if (left > 0) this.#sending.set(body, left);
      else {
        this.#sending.delete(body);
        this.#sendingBytes -= body.length;
      }
    };
  }

  #isProcessLarge(): boolean {
    const now = performance.now();
    if (now - this.#rssAt >= RSS_SAMPLE_MS) {
      this.#rssAt = now;
      try {
        this.#rss = this.#rssOf();
      } catch {
        // There is no descriptor to read it by: it is what it was.
      }
    }
    return this.#rss > this.#limits.process * SHORT_OF_MEMORY;
  }
}
