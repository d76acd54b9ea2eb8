/** Makes parts of one size out of bytes as they come, all of them in the same memory. */

export class PartMaker {
  readonly #memory: Uint8Array;
  readonly #take: (part: Uint8Array) => void;
  #end = 0;

  /** `take` gets parts as long as the memory, the last one of less; what it does not copy is overwritten when it returns. */
  constructor(memory: Uint8Array, take: (part: Uint8Array) => void) {
    this.#memory = memory;
    this.#take = take;
  }

  add(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      const some = bytes.subarray(from, from + this.#memory.length - this.#end);
      this.#memory.set(some, this.#end);
      this.#end += some.length;
      from += some.length;
      if (this.#end === this.#memory.length) this.finish();
    }
  }

  /** Hands on what makes no whole part. */
  finish(): void {
    if (this.#end > 0) this.#take(this.#memory.subarray(0, this.#end));
    this.#end = 0;
  }
}
