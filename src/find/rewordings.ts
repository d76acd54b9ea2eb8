/** What is called by a name as tables have it: "The Netherlands", "United Kingdom (UK)", "TX - Texas", "Tuscany, Italy". */
import type { Candidate } from './candidates.ts';
import { bothNames, withoutArticle } from './cell-forms.ts';
import { wholesAbove } from './lies-in.ts';
import { NO_PLACE, type Places, type PlaceType } from './places.ts';

/** As good as a name with other signs. */
const QUALITY = 0.97;

/** What places of a type are called by a text, as it is written. */
type Called = (type: PlaceType, text: string) => readonly Candidate[];

/** Of two names a place has to have both, or a state one and its country the other. */
export function rewordedNames(places: Places, called: Called, type: PlaceType, text: string): readonly Candidate[] {
  const bare = withoutArticle(text);
  if (bare !== undefined) return called(type, bare).map((each) => reworded(each, each));
  for (const names of bothNames(text)) {
    const found = both(called, type, names);
    if (found.length > 0) return found;
    if (type !== 'state') continue;
    const states = [names, names.toReversed()].flatMap((each) => statesIn(places, called, each));
    if (states.length > 0) return states;
  }
  return [];
}

function both(called: Called, type: PlaceType, names: readonly string[]): readonly Candidate[] {
  const [one = [], other = []] = names.map((name) => called(type, name));
  return one.flatMap((each) => {
    const same = other.find(({ place }) => place === each.place);
    return same === undefined ? [] : [reworded(same.quality > each.quality ? same : each, each.isCode ? same : each)];
  });
}

/** "Tuscany, Italy", "London, England", "GA-Georgia, USA". */
function statesIn(places: Places, called: Called, [around = '', name = '']: readonly string[]): readonly Candidate[] {
  const areas = new Set([...called('country', around), ...called('state', around)].map(({ place }) => place));
  const lies = (place: number): boolean =>
    [places.countries[place] ?? NO_PLACE, ...wholesAbove(places, place)].some((each) => areas.has(each));
  const named = areas.size === 0 ? [] : called('state', name);
  const isNamed = areas.size === 0 || named.length > 0;
  const states = isNamed ? named : (pairsOf(name, called).find((found) => found.length > 0) ?? []);
  return states.filter(({ place }) => lies(place)).map((each) => reworded(each, { ...each, isCode: false }));
}

function pairsOf(name: string, called: Called): readonly (readonly Candidate[])[] {
  return bothNames(name).map((names) => both(called, 'state', names));
}

/** As `found`, written with more than its name; a code where the other name, `beside`, is one too. */
function reworded(found: Candidate, beside: Candidate): Candidate {
  const fit = found.fit === 'exact' ? 'folded' : found.fit;
  return { ...found, fit, quality: Math.min(found.quality, QUALITY), isCode: beside.isCode };
}
