/** What people and programs write into a cell that has nothing to say. */
import { fold } from './fold.ts';

/** Folded. NA is left to the places that have it for a code. */
const FILLERS: ReadonlySet<string> = new Set([
  ...['n a', 'nan', 'nil', 'none', 'null', 'other', 'others', 'tba', 'tbd', 'test', 'undefined', 'unknown', 'various'],
  ...['not applicable', 'not available', 'not known', 'not specified', 'unspecified', 'xxx'],
]);

export function isFiller(text: string): boolean {
  return FILLERS.has(fold(text));
}
