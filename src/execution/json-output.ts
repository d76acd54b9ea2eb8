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

  /** Lets the object that was written last go on with the properties of another one, of which this is the JSON. */
  goOn(object: string): void {
    this.reserve(3 * object.length); // At most three bytes for each unit of a text.
    this.used -= 1;
    if (this.bytes[this.used - 1] !== OPENING_BRACE) this.bytes[this.used++] = COMMA;
    this.used += this.bytes.write(object.slice(1), this.used);
  }

  written(): Buffer {
    return this.bytes.subarray(0, this.used);
  }
}

const GROWTH = 1.5;
const COMMA = 0x2c;
const OPENING_BRACE = 0x7b;
