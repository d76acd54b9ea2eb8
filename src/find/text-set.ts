/**
 * Texts, each once, numbered as they come. Their code units stand behind each other in one array: a Map of a million texts takes
 * several times the room.
 */
import { Column, grown } from './column.ts';

const FIRST_SLOTS = 1024;
/** A table that is fuller than this is doubled. */
const FULL = 0.7;

export class TextSet {
  #units = new Uint16Array(0);
  readonly #starts = new Column();
  #end = 0;
  /** An open hash table of the texts' numbers plus one. */
  #slots = new Uint32Array(FIRST_SLOTS);

  constructor() {
    this.#starts.push(0);
  }

  get size(): number {
    return this.#starts.length - 1;
  }

  /** Code units of all texts; text n is `units[starts[n]]` up to `units[starts[n + 1]]`. */
  get units(): Uint16Array<ArrayBuffer> {
    return this.#units;
  }

  start(text: number): number {
    return this.#starts.at(text);
  }

  /** The number of a text, which is a new one when it has not been added before. */
  add(text: string): number {
    const end = this.#end + text.length;
    this.#units = grown(this.#units, end);
    for (let index = 0; index < text.length; index += 1) this.#units[this.#end + index] = text.charCodeAt(index);
    let slot = this.#slotOf(this.#end, end);
    for (let known = this.#slots[slot] ?? 0; known !== 0; known = this.#slots[slot] ?? 0) {
      if (this.#isLast(known - 1, text.length)) return known - 1;
      slot = (slot + 1) & (this.#slots.length - 1);
    }
    this.#slots[slot] = this.size + 1;
    this.#end = end;
    this.#starts.push(end);
    if (this.size > this.#slots.length * FULL) this.#spread();
    return this.size - 1;
  }

  text(number: number): string {
    const [from, to] = [this.start(number), this.start(number + 1)];
    return Buffer.from(this.#units.buffer, from * 2, (to - from) * 2).toString('utf16le');
  }

  /** Whether a text is the one that stands behind the last. */
  #isLast(number: number, length: number): boolean {
    const start = this.start(number);
    if (this.start(number + 1) - start !== length) return false;
    for (let index = 0; index < length; index += 1) {
      if (this.#units[start + index] !== this.#units[this.#end + index]) return false;
    }
    return true;
  }

  /** The first slot for the text that stands there. */
  #slotOf(from: number, to: number): number {
    let hash = to - from;
    for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (this.#units[at] ?? 0), 0x0100_0193);
    const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
    return (mixed ^ (mixed >>> 13)) & (this.#slots.length - 1);
  }

  #spread(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    for (let number = 0; number < this.size; number += 1) {
      let slot = this.#slotOf(this.start(number), this.start(number + 1));
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (this.#slots.length - 1);
      this.#slots[slot] = number + 1;
    }
  }
}
