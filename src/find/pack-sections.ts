/** Puts named arrays into the container of an index, one after the other, so that none has to wait for the last. */
import { crc32 } from 'node:zlib';
import {
  ALIGNMENT,
  ARRAY_TYPES,
  type ArrayType,
  CHECKED_FROM,
  type Entry,
  FORMAT_VERSION,
  HEADER_BYTES,
  MAGIC,
  type SectionArray,
  type Sections,
} from './sections.ts';

/** More than the header can tell the length of is 4 GiB. */
export const MOST_BYTES = 4095 * 1024 * 1024;
const NOTHING = new Uint8Array(1024 * 1024);

export class SectionPacker {
  readonly #take: (bytes: Uint8Array) => void;
  /** Their offsets are counted from the first section. */
  readonly #entries: Entry[] = [];
  #length = 0;
  #checksum = 0;

  /** `take` is handed what follows the head, in its order. The bytes are those of the sections, and not to be changed. */
  constructor(take: (bytes: Uint8Array) => void) {
    this.#take = take;
  }

  /** Throws RangeError for more than an index can hold. */
  add(sections: Sections): void {
    for (const [name, array] of Object.entries(sections)) {
      this.#entries.push({ name, type: typeOf(array), offset: this.#length, length: array.length });
      checkLength(this.#length + array.byteLength);
      this.#put(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
      this.#put(NOTHING.subarray(0, roundUp(this.#length) - this.#length));
    }
  }

  /** What the container begins with, once all sections are there. Throws as `add`. */
  head(): Uint8Array<ArrayBuffer> {
    const directoryBytes = roundUp(measureDirectory(this.#entries));
    const start = HEADER_BYTES + directoryBytes;
    checkLength(start + this.#length);
    const head = new Uint8Array(start).fill(0x20, HEADER_BYTES);
    const entries = this.#entries.map((entry): Entry => ({ ...entry, offset: start + entry.offset }));
    head.set(Buffer.from(JSON.stringify(entries)), HEADER_BYTES);
    const header = new Uint32Array(head.buffer, 0, HEADER_BYTES / 4);
    header.set([...MAGIC, FORMAT_VERSION, 0, start + this.#length, directoryBytes]);
    header[3] = joinedChecksum(crc32(head.subarray(CHECKED_FROM)), this.#checksum, this.#length);
    return head;
  }

  #put(bytes: Uint8Array): void {
    this.#length += bytes.length;
    this.#checksum = crc32(bytes, this.#checksum);
    this.#take(bytes);
  }
}

/** Packs sections into bytes of their own. Throws RangeError for more than an index can hold. */
export function packSections(sections: Sections): Uint8Array<ArrayBuffer> {
  checkLength(Object.values(sections).reduce((sum, { byteLength }) => sum + byteLength, 0));
  const pieces: Uint8Array[] = [];
  const packer = new SectionPacker((bytes) => pieces.push(bytes));
  packer.add(sections);
  const all = [packer.head(), ...pieces];
  const packed = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const bytes of all) {
    packed.set(bytes, end);
    end += bytes.length;
  }
  return packed;
}

/**
 * The checksum of two runs of bytes, one behind the other, from those of both and the length of the second. What the first
 * adds to it does not depend on the bytes of the second, so that zeros may stand for them.
 */
function joinedChecksum(first: number, second: number, length: number): number {
  let [own, none] = [first, 0];
  for (let left = length; left > 0; left -= NOTHING.length) {
    const zeros = NOTHING.subarray(0, left);
    own = crc32(zeros, own);
    none = crc32(zeros, none);
  }
  return (own ^ none ^ second) >>> 0;
}

function checkLength(bytes: number): void {
  if (bytes <= MOST_BYTES) return;
  throw new RangeError(
    `they would take ${Math.ceil(bytes / 2 ** 20)} MiB, and can take ${MOST_BYTES / 2 ** 20} at most`,
  );
}

/**
 * The size of the directory, which stands before the sections and names their offsets; these begin behind it, and so are not known before
 * its size is. Room is left for the longest number that any of them can be.
 */
function measureDirectory(entries: readonly Entry[]): number {
  const widest = entries.map((entry): Entry => ({ ...entry, offset: 2 ** 32, length: 2 ** 32 }));
  return Buffer.byteLength(JSON.stringify(widest));
}

function typeOf(array: SectionArray): ArrayType {
  for (const [type, arrayType] of Object.entries(ARRAY_TYPES)) {
    if (array instanceof arrayType) return type as ArrayType; // Object.entries forgets the keys' type.
  }
  throw new TypeError('A section is none of the arrays that an index may hold.');
}

function roundUp(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
