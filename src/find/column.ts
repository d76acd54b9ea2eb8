/** Numbers as they come, in a typed array that grows: an array of JavaScript's takes twice the room, and holds garbage as it grows. */

const FIRST_LENGTH = 1024;
/** Little, since what is grown to stands beside what is grown from for a moment. */
const GROWTH = 1.25;

type Numbers = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/** An array that begins as the given one and holds at least `length` numbers. */
export function grown<T extends Numbers>(numbers: T, length: number): T {
  if (length <= numbers.length) return numbers;
  const larger = new (numbers.constructor as new (length: number) => T)(
    Math.max(length, Math.ceil(numbers.length * GROWTH), FIRST_LENGTH),
  );
  larger.set(numbers);
  return larger;
}

export class Column {
  #numbers = new Uint32Array(0);
  #length = 0;

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
  numbers(): Uint32Array<ArrayBuffer> {
    return this.#numbers.slice(0, this.#length);
  }
}
