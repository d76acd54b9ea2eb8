/** Opens the indexes of a data set once a process, however many requests ask for them. */
import { type FindIndex, openFindIndex } from './find-index.ts';

const opened = new WeakMap<SharedArrayBuffer, FindIndex>();

/** The indexes in these bytes. Throws IndexFormatError for what is damaged or of another version. */
export function openedIndex(bytes: SharedArrayBuffer): FindIndex {
  const known = opened.get(bytes);
  if (known) return known;
  const index = openFindIndex(bytes);
  opened.set(bytes, index);
  return index;
}
