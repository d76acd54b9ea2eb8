/** Memory in which one large row after the other is put together: a piece of its own for each is garbage by the megabyte. */

/** What a DataRow message with one field has beside that field's bytes (PostgreSQL documentation, "Message Formats"). */
const AROUND_ONE_FIELD = 11;

export class RowRoom {
  readonly #size: number;
  #free: Buffer | undefined;

  /** For rows of one field of so many bytes. */
  constructor(fieldBytes: number) {
    this.#size = fieldBytes + AROUND_ONE_FIELD;
  }

  /** Who takes it has it alone until it is given back. What has been taken by a statement that nobody waits for any more is let go. */
  take(): Buffer {
    const room = this.#free ?? Buffer.allocUnsafe(this.#size);
    this.#free = undefined;
    return room;
  }

  /** What lies in it is there until it is taken again. */
  giveBack(room: Buffer): void {
    this.#free = room;
  }
}
