/** What is called by a name as tables have it: "The Netherlands", "United Kingdom (UK)", "TX - Texas", "US-Texas". */
import type { Candidate } from './candidates.ts';
import { bothNames, withoutArticle } from './cell-forms.ts';
import { NO_PLACE, type Places, type PlaceType } from './places.ts';

/** As good as a name with other signs. */
const QUALITY = 0.97;

/** What places of a type are called by a text, as it is written. */
type Called = (type: PlaceType, text: string) => readonly Candidate[];

/** Of two names a place has to have both, or a state one and its country the other. */
export function rewordedNames(places: Places, called: Called, type: PlaceType, text: string): readonly Candidate[] {
  const bare = withoutArticle(text);
  if (bare !== undefined) return called(type, bare).map((each) => reworded(each, each));
  const names = bothNames(text);
  if (names === undefined) return [];
  const [one, other] = names.map((name) => called(type, name));
  const found = (one ?? []).flatMap((each) => {
    const same = other?.find(({ place }) => place === each.place);
    return same === undefined ? [] : [reworded(same.quality > each.quality ? same : each, each.isCode ? same : each)];
  });
  if (found.length > 0 || type !== 'state') return found;
  return [names, names.toReversed()].flatMap((both) => statesIn(places, called, both));
}

function statesIn(places: Places, called: Called, [country = '', name = '']: readonly string[]): readonly Candidate[] {
  const countries = new Set(called('country', country).map(({ place }) => place));
  const states = countries.size === 0 ? [] : called('state', name);
  return states
    .filter(({ place, isCode }) => !isCode && countries.has(places.countries[place] ?? NO_PLACE))
    .map((each) => reworded(each, each));
}

/** As `found`, written with more than its name; a code where the other name, `beside`, is one too. */
function reworded(found: Candidate, beside: Candidate): Candidate {
  const fit = found.fit === 'exact' ? 'folded' : found.fit;
  return { ...found, fit, quality: Math.min(found.quality, QUALITY), isCode: beside.isCode };
}
