/** Bytes that are being written, in one piece of memory. */
export class JsonOutput {
  bytes: Buffer;
  used = 0;

  /** Takes as much memory as the bytes are expected to need; more when they turn out to be more. */
  constructor(expected: number) {
    this.bytes = Buffer.allocUnsafe(expected);
  }

  /** Makes sure of memory for so many more bytes. Takes `bytes` to another place when it has to. */
  reserve(count: number): void {
    const needed = this.used + count;
    if (needed <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, Math.ceil(this.bytes.length * GROWTH)));
    this.bytes.copy(larger, 0, 0, this.used);
    this.bytes = larger;
  }

  append(bytes: Buffer): void {
    this.reserve(bytes.length);
    this.used += bytes.copy(this.bytes, this.used);
  }

  written(): Buffer {
    return this.bytes.subarray(0, this.used);
  }
}

const GROWTH = 1.5;
