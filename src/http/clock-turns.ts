/** A clock that goes back, for answers that are true until a moment: those that were made at a later one say nothing of the time before. */

/** A clock that is set right by less has gone back over hardly any change of what an answer says. */
const SLACK_MS = 1_000;

/**
 * From moments, in milliseconds since 1970, to how often they have gone back so far: as a part of the key under which such an answer is
 * kept it leaves behind what was made later.
 */
export function createClockTurns(): (at: number) => number {
  let last = Number.NEGATIVE_INFINITY;
  let turns = 0;
  return (at) => {
    if (at < last - SLACK_MS) turns += 1;
    last = at;
    return turns;
  };
}
