/** The indexes of a data set's places, as the fields that find places use them. */
import { NoIndexError } from '../find/no-index.ts';
import { openedIndex } from '../find/opened-indexes.ts';
import type { PlaceIndex } from '../find/place-index.ts';
import type { DataSet } from './context.ts';

/** Throws NoIndexError while there is none. */
export function placeIndexOf({ findIndex }: DataSet): PlaceIndex {
  if (!findIndex) throw new NoIndexError();
  return openedIndex(findIndex);
}
