/** What the service and its porter tell each other: words, and numbers in memory that both threads see. */

/** What they send beside a handle, or alone; each is one byte. */
export const WORDS = { connection: 'c', door: 'd', rest: 'r', shut: 's' };

const NAMES = ['came', 'refused', 'handedOver', 'received', 'share', 'isAtDoor'] as const;

type Name = (typeof NAMES)[number];

const BYTES = Int32Array.BYTES_PER_ELEMENT;
/** What a part is counted in. */
const PARTS = 1_000_000;

/** Counts go round after four thousand million: only what lies between two of them means something. */
export class PorterLedger {
  readonly memory: SharedArrayBuffer;
  readonly #numbers: Int32Array;

  constructor(memory = new SharedArrayBuffer(NAMES.length * BYTES)) {
    this.memory = memory;
    this.#numbers = new Int32Array(memory);
  }

  get(name: Name): number {
    return Atomics.load(this.#numbers, NAMES.indexOf(name));
  }

  set(name: Name, value: number): void {
    Atomics.store(this.#numbers, NAMES.indexOf(name), value);
  }

  /** One more, or so many. */
  count(name: Name, by = 1): void {
    Atomics.add(this.#numbers, NAMES.indexOf(name), by);
  }

  /** The part of those who come that is handed over, from 0 to 1. */
  get share(): number {
    return this.get('share') / PARTS;
  }

  set share(share: number) {
    this.set('share', Math.round(share * PARTS));
  }

  /** How many were handed over and not yet received. */
  get waiting(): number {
    return (this.get('handedOver') - this.get('received')) | 0;
  }
}
