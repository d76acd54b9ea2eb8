/** Numbers as they come, in a typed array that grows: an array of JavaScript's takes twice the room, and holds garbage as it grows. */

const FIRST_LENGTH = 1024;
const GROWTH = 1.25;
/** The most that the format of an index holds. So many addresses are reserved for an array; memory is only taken for what is written. */
const MOST_BYTES = 4 * 1024 * 1024 * 1024;

type Numbers =
  | Uint8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

/**
 * An array that begins as the given one and holds at least `length` numbers; one that was grown before grows where it stands.
 * Throws RangeError for more than 4 GiB.
 */
export function grown<T extends Numbers>(numbers: T, length: number): T {
  if (length <= numbers.length) return numbers;
  const larger = Math.max(length, Math.ceil(numbers.length * GROWTH), FIRST_LENGTH) * numbers.BYTES_PER_ELEMENT;
  if (numbers.buffer.resizable) {
    numbers.buffer.resize(Math.max(Math.min(larger, MOST_BYTES), length * numbers.BYTES_PER_ELEMENT));
    return numbers;
  }
  const buffer = new ArrayBuffer(larger, { maxByteLength: MOST_BYTES });
  const copy = new (numbers.constructor as new (buffer: ArrayBuffer) => T)(buffer);
  copy.set(numbers);
  return copy;
}

/** Whole numbers below 2³² unless another kind of array is given. */
export class Column<T extends Numbers = Uint32Array<ArrayBuffer>> {
  #numbers: T;
  #length = 0;

  constructor(empty: T = new Uint32Array(0) as Numbers as T) {
    this.#numbers = empty;
  }

  get length(): number {
    return this.#length;
  }

  push(number: number): void {
    this.#numbers = grown(this.#numbers, this.#length + 1);
    this.#numbers[this.#length] = number;
    this.#length += 1;
  }

  /** 0 where nothing was pushed: beyond the end, and at -1. */
  at(index: number): number {
    return this.#numbers[index] ?? 0;
  }

  /** What was pushed, without the room to grow. */
  numbers(): T {
    return this.#numbers.slice(0, this.#length) as T;
  }
}
