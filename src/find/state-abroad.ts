/** A state that is none of the row's country, beside a city of that state. */
import type { Found, Ranked } from './decide.ts';
import { mayLieIn } from './lies-in.ts';
import type { Places } from './places.ts';

/** So much more important, some three times the people, the state's city is meant rather than the country's own of the name. */
const LIKELIER = 0.5;

/**
 * What a city's text may mean where the row's state is not in its country: Toronto beside Ontario is Canada's, whatever the row says, though Ohio has
 * one as well, and El Paso beside Texas no typo for a town of Mexico. Two of three tell where it is, and the third is contradicted.
 */
export function asStateSays(cities: Found, states: Found, places: Places): Found {
  const abroad = states.here.length > 0 ? [] : states.elsewhere.filter(isOwn).map(({ place }) => place);
  if (abroad.length === 0) return cities;
  const isThere = mayLieIn(places, new Set(abroad));
  const there = cities.elsewhere.filter((each) => isOwn(each) && isThere(each.place));
  const [first] = there;
  const [best] = cities.here;
  if (first === undefined || (best !== undefined && isOwn(best) && first.importance < best.importance + LIKELIER))
    return cities;
  return { ...cities, here: [], elsewhere: there };
}

/** Called by a name that is its own. */
function isOwn({ fit }: Ranked): boolean {
  return fit === 'exact' || fit === 'folded';
}
