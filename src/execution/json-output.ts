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
    this.used -= 1;
    if (this.bytes[this.used - 1] !== OPENING_BRACE) this.bytes[this.used++] = COMMA;
    this.text(object, 1);
  }

  /** Writes a text from one of its units on. */
  text(text: string, from = 0): void {
    this.reserve(3 * (text.length - from)); // At most three bytes for each unit of a text.
    // Short ones of ASCII, as most are, are done before a call into the encoder has begun.
    const end = Math.min(text.length, from + SHORT);
    let { used } = this;
    let at = from;
    for (; at < end; at++) {
      const unit = text.charCodeAt(at);
      if (unit > LAST_OF_ASCII) break;
      this.bytes[used++] = unit;
    }
    this.used = at === text.length ? used : used + this.bytes.write(text.slice(at), used);
  }

  written(): Buffer {
    return this.bytes.subarray(0, this.used);
  }
}

const GROWTH = 1.5;
const SHORT = 64;
const LAST_OF_ASCII = 0x7f;
const COMMA = 0x2c;
const OPENING_BRACE = 0x7b;
