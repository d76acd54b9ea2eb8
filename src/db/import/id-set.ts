/** A set of row ids that costs about one bit per id, so that checking a file takes no memory worth naming. */

const PAGE_BITS = 15;
const PAGE_MASK = (1 << PAGE_BITS) - 1;

export class IdSet {
  readonly #pages = new Map<number, Uint32Array>();

  /** Adds an id (1 to 2^31-1); false when it was there already. */
  add(id: number): boolean {
    const page = this.#page(id >>> PAGE_BITS);
    const word = (id & PAGE_MASK) >>> 5;
    const bit = 1 << (id & 31);
    const held = page[word] ?? 0;
    if ((held & bit) !== 0) return false;
    page[word] = held | bit;
    return true;
  }

  has(id: number): boolean {
    const word = this.#pages.get(id >>> PAGE_BITS)?.[(id & PAGE_MASK) >>> 5] ?? 0;
    return (word & (1 << (id & 31))) !== 0;
  }

  #page(number: number): Uint32Array {
    const known = this.#pages.get(number);
    if (known !== undefined) return known;
    const page = new Uint32Array((PAGE_MASK + 1) >>> 5);
    this.#pages.set(number, page);
    return page;
  }
}
