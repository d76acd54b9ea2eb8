/**
 * Takes the rows of chosen statements out of what a connection receives, before the driver makes a text of each of their
 * fields. Messages are framed by a type and a length (PostgreSQL documentation, "Message Flow" and "Message Formats").
 */

const DATA_ROW = 0x44;
const READY_FOR_QUERY = 0x5a;
/** A message's type, and the length that counts itself. */
const HEADER_BYTES = 5;
const NOTHING: Buffer = Buffer.alloc(0);

/** Where the DataRow messages of one statement go: each call brings some of them, whole, one after the other. */
export type RowSink = (messages: Buffer) => void;

/** What one connection receives, on its way to the driver. */
export class RowTap {
  readonly #forward: (bytes: Buffer) => void;
  #sink: RowSink | undefined;
  /** For the first row that does not arrive whole. */
  #room = NOTHING;
  /** Room for a message that has not arrived whole, or for its header where its length is not known yet; what of it is there. */
  #partial = NOTHING;
  #arrived = 0;

  constructor(forward: (bytes: Buffer) => void) {
    this.#forward = forward;
  }

  /**
   * The rows of the statement that is sent next go to `sink` and not to the driver, until the server is ready again. The first that does not
   * arrive whole is put together in `room` where it fits: whoever reads much piece by piece makes less garbage so.
   */
  divert(sink: RowSink, room = NOTHING): void {
    this.#sink = sink;
    this.#room = room;
  }

  /** Bytes from the server, as they come. */
  receive(chunk: Buffer): void {
    let rest = chunk;
    while (this.#arrived > 0) {
      // Only the message that was cut is put together; the others stay where they are.
      const message = this.#partial;
      const missing = rest.subarray(0, message.length - this.#arrived);
      message.set(missing, this.#arrived);
      this.#arrived += missing.length;
      if (this.#arrived < message.length) return;
      this.#keep(message.subarray(this.#route(message)));
      rest = rest.subarray(missing.length);
      if (rest.length === 0) return;
    }
    this.#keep(rest.subarray(this.#route(rest)));
  }

  /** Keeps the beginning of a message until the rest of it comes. */
  #keep(bytes: Buffer): void {
    this.#arrived = bytes.length;
    this.#partial = NOTHING;
    if (bytes.length === 0) return;
    this.#partial = this.#roomOf(bytes);
    this.#partial.set(bytes);
  }

  #roomOf(begun: Buffer): Buffer {
    if (begun.length < HEADER_BYTES) return Buffer.allocUnsafe(HEADER_BYTES);
    const length = endOf(begun, 0);
    const room = this.#room;
    if (begun[0] !== DATA_ROW || this.#sink === undefined || length > room.length) return Buffer.allocUnsafe(length);
    this.#room = NOTHING; // The sink may hold on to the row until its statement has ended.
    return room.subarray(0, length);
  }

  /** Sends every whole message its way; returns where the first one begins that is not whole. */
  #route(bytes: Buffer): number {
    let sent = 0; // Everything before has gone its way.
    let at = 0;
    let areRows = false; // What lies between `sent` and `at`.
    const send = () => {
      if (at === sent) return;
      const run = bytes.subarray(sent, at);
      if (areRows) this.#sink?.(run);
      else this.#forward(run);
      sent = at;
    };
    while (at + HEADER_BYTES <= bytes.length) {
      const end = endOf(bytes, at);
      if (end > bytes.length) break;
      const isRow = bytes[at] === DATA_ROW && this.#sink !== undefined;
      if (isRow !== areRows) {
        send();
        areRows = isRow;
      }
      // The driver may send the next statement, and divert its rows, as soon as it hears this.
      if (bytes[at] === READY_FOR_QUERY) {
        this.#sink = undefined;
        this.#room = NOTHING;
      }
      at = end;
    }
    send();
    return at;
  }
}

function endOf(bytes: Buffer, start: number): number {
  return start + 1 + bytes.readUInt32BE(start + 1);
}
