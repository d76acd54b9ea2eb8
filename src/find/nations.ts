/** Parts of a country that people write where the country's name belongs: "England". */
import type { Candidate, Candidates } from './candidates.ts';
import type { Places } from './places.ts';

/** Codes of such states, by the country's. */
const NATIONS: Readonly<Record<string, readonly string[]>> = { GB: ['ENG', 'NIR', 'SCT', 'WLS'] };

/** The states of that kind that are called so, where no country is; their country is meant. */
export function nationsNamed(text: string, candidates: Candidates, places: Places): readonly Candidate[] {
  if (candidates.named('country', text).length > 0) return [];
  return candidates.named('state', text).filter(({ place, isCode }) => !isCode && isNation(places, place));
}

function isNation(places: Places, state: number): boolean {
  return NATIONS[places.countryCode(state)]?.includes(places.stateCode(state) ?? '') ?? false;
}
