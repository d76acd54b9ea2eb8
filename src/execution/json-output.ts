/** Bytes that are being written, in one piece of memory. */
export class JsonOutput {
  bytes: Buffer;
  used = 0;
  /** Bytes that nothing has been counted for: room for what turns out longer than was counted. */
  #spare = SPARE;

  /** Holds as many bytes as were counted, and more where it has to. */
  constructor(counted: number) {
    this.bytes = Buffer.allocUnsafe(counted + SPARE);
  }

  text(text: string): void {
    this.used += this.bytes.write(text, this.used);
  }

  append(bytes: Buffer): void {
    this.used += bytes.copy(this.bytes, this.used);
  }

  /** Makes sure of bytes beyond those that were counted. Takes `bytes` to other memory when it has to. */
  beyond(count: number): void {
    this.#spare -= count;
    if (this.#spare >= 0) return;
    const more = this.bytes.length + SPARE - this.#spare;
    this.#spare += more;
    const larger = Buffer.allocUnsafe(this.bytes.length + more);
    this.bytes.copy(larger, 0, 0, this.used);
    this.bytes = larger;
  }

  written(): Buffer {
    return this.bytes.subarray(0, this.used);
  }
}

const SPARE = 256;
