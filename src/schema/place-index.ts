/** The dictionary of a data set's places, as the fields that find places use it. */
import type { Names } from '../find/names.ts';
import { NoIndexError } from '../find/no-index.ts';
import { openedIndex } from '../find/opened-indexes.ts';
import type { Places } from '../find/places.ts';
import type { DataSet } from './context.ts';

/** Throws NoIndexError while there is none. */
export function placeIndexOf({ findIndex }: DataSet): { readonly places: Places; readonly names: Names } {
  if (!findIndex) throw new NoIndexError();
  return openedIndex(findIndex);
}
