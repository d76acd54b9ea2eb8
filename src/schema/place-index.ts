/** The indexes of a data set's places, as the fields that find places use them. */
import type { FindIndex } from '../find/find-index.ts';
import { NoIndexError } from '../find/no-index.ts';
import { openedIndex } from '../find/opened-indexes.ts';
import type { DataSet } from './context.ts';

/** Throws NoIndexError while there is none. */
export function placeIndexOf({ findIndex }: DataSet): FindIndex {
  if (!findIndex) throw new NoIndexError();
  return openedIndex(findIndex);
}
