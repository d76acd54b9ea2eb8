/**
 * Answers that have been asked for once, as bytes in one ring of memory: the probationary segment of a segmented LRU cache. Most answers
 * are never asked for again; as bytes they are nothing that a collector of garbage has to mark, copy or free (ADR 91).
 */
import { Answer } from './answer.ts';

/*
 * A record begins at a multiple of 8 bytes: its length, the hash of its key (0 when nobody may have it any more), and the lengths of key, tag
 * and body, as 32 bits each; from byte 24 on, until when it is kept and until when it is true, as doubles; then the key in
 * UTF-16, so that no two keys are the same bytes, the tag and the body. A record lies in one piece: where the ring ends before it would, an empty
 * one fills the rest.
 */
const [LENGTH, HASH, KEY, TAG, BODY] = [0, 1, 2, 3, 4];
const [KEPT_UNTIL, VALID_UNTIL] = [3, 4]; // Doubles.
const HEAD_BYTES = 40;
const ALIGNMENT = 8;
const EMPTY = 0;
const BYTES_OF_UNIT = 2;
/** A larger part of the ring would push too many others out. */
const MOST_OF_RING = 1 / 8;
/** The hash of a key names a few slots, one of which tells where its record is. Where all are taken, the oldest of theirs is not found any more. */
const SLOTS_OF_HASH = 4;
/** There are slots for records of this size. */
const BYTES_OF_SLOT = 256;
const NOWHERE = -1;

export class ProbationaryAnswers {
  readonly #capacity: number;
  #memory: Memory | undefined;
  /** Where the next record begins, and the oldest one: in bytes that were ever written. */
  #head = 0;
  #tail = 0;
  #size = 0;

  /** Takes its memory, a multiple of 8 bytes, with the first answer. */
  constructor(capacity: number) {
    this.#capacity = capacity - (capacity % ALIGNMENT);
  }

  /** Bytes in use. */
  get bytes(): number {
    return this.#head - this.#tail;
  }

  /** How many answers there are. */
  get size(): number {
    return this.#size;
  }

  /** Keeps an answer until a moment on the clock of `performance.now()`, or until it is pushed out; false for one that is too large. */
  add(key: string, answer: Answer, keptUntil: number): boolean {
    const { identity, tag, validUntil } = answer;
    const bytes = HEAD_BYTES + key.length * BYTES_OF_UNIT + tag.length + identity.length;
    const length = Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
    if (length > this.#capacity * MOST_OF_RING) return false;
    this.#memory ??= takeMemory(this.#capacity);
    this.#withdraw(key, this.#memory);
    const { ring, words, doubles, places } = this.#memory;
    const at = this.#makeRoom(length, this.#memory);
    const [word, double, hash] = [at / 4, at / 8, hashOf(key)];
    words[word + LENGTH] = length;
    words[word + HASH] = hash;
    doubles[double + KEPT_UNTIL] = keptUntil;
    doubles[double + VALID_UNTIL] = validUntil;
    let end = at + HEAD_BYTES;
    end += words[word + KEY] = ring.write(key, end, 'utf16le');
    end += words[word + TAG] = ring.write(tag, end, 'latin1');
    words[word + BODY] = identity.copy(ring, end);
    places[oldestSlot(hash, places)] = this.#head;
    this.#head += length;
    this.#size += 1;
    return true;
  }

  /** The answer under a key, which is here no more afterwards, and until when it is to be kept. */
  take(key: string): { readonly answer: Answer; readonly keptUntil: number } | undefined {
    if (!this.#memory) return undefined;
    const at = this.#withdraw(key, this.#memory);
    if (at === undefined) return undefined;
    const { ring, words, doubles } = this.#memory;
    const [word, double] = [at / 4, at / 8];
    const keptUntil = doubles[double + KEPT_UNTIL] ?? 0;
    if (keptUntil <= performance.now()) return undefined;
    const [keyBytes = 0, tagBytes = 0, bodyBytes = 0] = words.subarray(word + KEY, word + BODY + 1);
    const tagAt = at + HEAD_BYTES + keyBytes;
    const bodyAt = tagAt + tagBytes;
    // A copy: what is on its way to a slow client must stay, and the ring is written over.
    const body = Buffer.from(ring.subarray(bodyAt, bodyAt + bodyBytes));
    const validUntil = doubles[double + VALID_UNTIL];
    return { answer: new Answer(body, '', validUntil, ring.toString('latin1', tagAt, bodyAt)), keptUntil };
  }

  /** Forgets the record of a key; where in the ring it begins. Its slot is free: a key that is added anew takes none of another's. */
  #withdraw(key: string, memory: Memory): number | undefined {
    const { ring, words, places } = memory;
    const hash = hashOf(key);
    const first = firstSlot(hash, places);
    for (let slot = first; slot < first + SLOTS_OF_HASH; slot++) {
      const place = places[slot] as number; // In bounds.
      if (place < this.#tail) continue;
      const at = place % this.#capacity;
      if (words[at / 4 + HASH] !== hash) continue;
      const keyAt = at + HEAD_BYTES;
      // Another one may have the same hash.
      if (ring.toString('utf16le', keyAt, keyAt + (words[at / 4 + KEY] ?? 0)) !== key) continue;
      places[slot] = NOWHERE;
      this.#forget(at, memory);
      return at;
    }
    return undefined;
  }

  /** Forgets the oldest records until there is room for one of a length, and returns where in the ring it may begin. */
  #makeRoom(length: number, memory: Memory): number {
    const { words } = memory;
    const at = this.#head % this.#capacity;
    const rest = this.#capacity - at;
    const isWhole = length <= rest;
    const needed = isWhole ? length : rest + length;
    while (this.#head + needed - this.#tail > this.#capacity) {
      const oldest = this.#tail % this.#capacity;
      this.#forget(oldest, memory);
      this.#tail += words[oldest / 4 + LENGTH] ?? 0;
    }
    if (isWhole) return at;
    words[at / 4 + LENGTH] = rest;
    words[at / 4 + HASH] = EMPTY;
    this.#head += rest;
    return 0;
  }

  /** Nobody may have the record that begins there any more. */
  #forget(at: number, { words }: Memory): void {
    if (words[at / 4 + HASH] === EMPTY) return;
    words[at / 4 + HASH] = EMPTY;
    this.#size -= 1;
  }
}

/** The ring, as bytes and as numbers, and the slots. */
interface Memory {
  readonly ring: Buffer;
  readonly words: Uint32Array;
  readonly doubles: Float64Array;
  readonly places: Float64Array;
}

/** Memory that nothing is written to yet is not the system's loss. */
function takeMemory(capacity: number): Memory {
  const memory = new ArrayBuffer(capacity);
  return {
    ring: Buffer.from(memory),
    words: new Uint32Array(memory),
    doubles: new Float64Array(memory),
    places: new Float64Array(2 ** Math.ceil(Math.log2(SLOTS_OF_HASH + capacity / BYTES_OF_SLOT))).fill(NOWHERE),
  };
}

function firstSlot(hash: number, { length }: Float64Array): number {
  return hash & (length - 1) & -SLOTS_OF_HASH;
}

/** Of the slots of a hash the one that was written first. */
function oldestSlot(hash: number, places: Float64Array): number {
  const first = firstSlot(hash, places);
  let oldest = first;
  for (let slot = first + 1; slot < first + SLOTS_OF_HASH; slot++) {
    if ((places[slot] as number) < (places[oldest] as number)) oldest = slot; // In bounds.
  }
  return oldest;
}

/** FNV-1a over the units of a text; never {@link EMPTY}. */
export function hashOf(text: string): number {
  // Who looks for an answer in vain, makes it and adds it asks three times.
  if (text === hashed.text) return hashed.hash;
  let hash = 0x811c_9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  hash = hash >>> 0 || 1;
  hashed = { text, hash };
  return hash;
}

/** What was asked for last. */
let hashed = { text: '', hash: 0x811c_9dc5 };
