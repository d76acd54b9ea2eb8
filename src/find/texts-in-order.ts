/** The texts of a dictionary in the three orders that it is looked up in: from the start, from the end, from each word. */
import { Column } from './column.ts';
import type { TextSet } from './text-set.ts';
import { orderedByUnits } from './unit-order.ts';

const BLANK = 0x20;
/** The offset of a word is kept in a byte. */
const FARTHEST_WORD = 255;

export interface TextsInOrder {
  /** By the number that a text has in the set: which one it is in order. */
  readonly ranks: Uint32Array<ArrayBuffer>;
  /** As `Names` describes them. */
  readonly units: Uint16Array<ArrayBuffer>;
  readonly starts: Uint32Array<ArrayBuffer>;
}

export function textsInOrder(texts: TextSet): TextsInOrder {
  const count = texts.size;
  const order = orderedByUnits(count, (text, depth) => {
    const at = texts.start(text) + depth;
    return at < texts.start(text + 1) ? (texts.units[at] ?? 0) : -1;
  });
  const ranks = new Uint32Array(count);
  const starts = new Uint32Array(count + 1);
  const units = new Uint16Array(texts.start(count));
  for (const [rank, text] of order.entries()) {
    ranks[text] = rank;
    const [from, to] = [texts.start(text), texts.start(text + 1)];
    const start = starts[rank] ?? 0;
    units.set(texts.units.subarray(from, to), start);
    starts[rank + 1] = start + to - from;
  }
  return { ranks, units, starts };
}

/** The texts by their last units. */
export function reversed(units: Uint16Array, starts: Uint32Array): Uint32Array<ArrayBuffer> {
  return orderedByUnits(starts.length - 1, (text, depth) => {
    const at = (starts[text + 1] ?? 0) - 1 - depth;
    return at >= (starts[text] ?? 0) ? (units[at] ?? 0) : -1;
  });
}

/** Words but the first of a text. Those that begin the same are in the order of their texts, which is the one that they are gathered in. */
export function words(units: Uint16Array, starts: Uint32Array) {
  const [wordTexts, wordOffsets] = [new Column(), new Column()];
  for (let text = 0; text < starts.length - 1; text += 1) {
    const [from, to] = [starts[text] ?? 0, starts[text + 1] ?? 0];
    for (let at = from; at < Math.min(to, from + FARTHEST_WORD); at += 1) {
      if (units[at] !== BLANK) continue;
      wordTexts.push(text);
      wordOffsets.push(at + 1 - from);
    }
  }
  const order = orderedByUnits(wordTexts.length, (word, depth) => {
    const text = wordTexts.at(word);
    const at = (starts[text] ?? 0) + wordOffsets.at(word) + depth;
    return at < (starts[text + 1] ?? 0) ? (units[at] ?? 0) : -1;
  });
  return {
    texts: order.map((word) => wordTexts.at(word)),
    offsets: Uint8Array.from(order, (word) => wordOffsets.at(word)),
  };
}
