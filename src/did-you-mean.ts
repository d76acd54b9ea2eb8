/** Finds what a mistyped name was meant to be. */
import { closestMatch } from 'leven';

/** The candidate nearest to `name`, in any case; undefined when none is near enough to be what was meant. */
function nearest(name: string, candidates: readonly string[]): string | undefined {
  const byLowerCase = new Map(candidates.map((candidate) => [candidate.toLowerCase(), candidate]));
  const maxDistance = Math.max(1, Math.min(3, Math.floor(name.length / 3)));
  const match = closestMatch(name.toLowerCase(), [...byLowerCase.keys()], { maxDistance });
  return match === undefined ? undefined : byLowerCase.get(match);
}

/** ` (did you mean X?)`, or nothing. */
export function didYouMean(name: string, candidates: readonly string[]): string {
  const match = nearest(name, candidates);
  return match === undefined ? '' : ` (did you mean ${match}?)`;
}
