/** Long lists without a stalled event loop. */
import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE = 250;

/**
 * The rows themselves when they are few. Of many, all but the first slice are promises that come true one slice a turn
 * of the event loop, so that completing 150,000 rows never holds it for longer than one slice takes.
 */
export function paced<Row>(rows: readonly Row[]): readonly (Row | Promise<Row>)[] {
  if (rows.length <= SLICE) return rows;
  let turn: Promise<unknown> = Promise.resolve();
  return rows.map((row, index) => {
    if (index < SLICE) return row;
    if (index % SLICE === 0) turn = turn.then(() => nextTurn());
    return turn.then(() => row);
  });
}
