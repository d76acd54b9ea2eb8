/** Long lists without a stalled event loop. */
import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE = 250;

/**
 * The rows themselves when they are few, else an async iterable that lets other requests run after every slice, so
 * that completing 150,000 rows never holds the event loop for longer than one slice takes.
 */
export function paced<Row>(rows: readonly Row[]): readonly Row[] | AsyncIterable<Row> {
  return rows.length <= SLICE ? rows : slices(rows);
}

async function* slices<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  for (let start = 0; start < rows.length; start += SLICE) {
    yield* rows.slice(start, start + SLICE);
    await nextTurn();
  }
}
