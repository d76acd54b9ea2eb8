/** Opens the indexes of a data set once a process, however many requests ask for them. */
import { borders } from './borders.ts';
import { type FindIndex, openFindIndex } from './find-index.ts';
import { checkSections } from './sections.ts';

const opened = new WeakMap<SharedArrayBuffer, FindIndex>();

/** Opens the indexes in these bytes, in turns. Rejects with an IndexFormatError for what is damaged or of another version. */
export async function openIndex(bytes: SharedArrayBuffer): Promise<void> {
  await checkSections(bytes);
  borders(); // Whatever is asked of an index that is open is answered at once.
  if (!opened.has(bytes)) opened.set(bytes, openFindIndex(bytes, { checked: true }));
}

/** The indexes in these bytes. Throws IndexFormatError for what is damaged or of another version. */
export function openedIndex(bytes: SharedArrayBuffer): FindIndex {
  const known = opened.get(bytes);
  if (known) return known;
  const index = openFindIndex(bytes);
  opened.set(bytes, index);
  return index;
}
