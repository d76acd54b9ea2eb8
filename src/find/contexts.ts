/** Takes a question apart into a name and what says where that lies: "paris texas", "Portoviejo, ecu", "75 Paris". */
import { CODE } from './collect-names.ts';
import { abbreviated, fold } from './fold.ts';
import { lowerBoundIn } from './lower-bound.ts';
import { kindWeight, type Names } from './names.ts';
import { NO_PLACE, type Places } from './places.ts';
import { countryOfState, territoriesOf } from './territories.ts';
import { findText, textsFrom } from './text-range.ts';

/** Words of a question that are looked at for what they say of the place. */
const MOST_WORDS = 12;
/** Names of countries and states that a context's unfinished last word may be the beginning of. */
const MOST_UNFINISHED = 2_000;
const UNFINISHED_FROM = 3;
/** A state, its country, and the country's code. */
const MOST_AREAS = 3;
/** Words on either side of a name that stands in the middle. */
const MOST_WORDS_AROUND = 3;

/** "Rotterdam the Netherlands". */
const ARTICLE = /^the /;

/** What it is worth to say where a place lies, behind its name and before it. */
export const BEHIND = 2.2;
const BEFORE = 0.8;
/** What a state of an upper level is worth for a place of its country that the data does not have among its parts. */
const IN_COUNTRY_OF = -4;

/** One or more countries and states that a place has to lie in. */
export interface Context {
  holds(place: number): boolean;
  /** 0 for a context that was called by its own name, less for other names of it. */
  weightOf(place: number): number;
}

export interface Splitting {
  /** Folded. */
  readonly head: string;
  readonly context: Context;
  /** What a place gains that fits it: a name with what was said about where it lies fits better than one without. */
  readonly bonus: number;
  /** Whether a comma ends the name. */
  readonly isNamed: boolean;
}

const NOT_IN = Number.NEGATIVE_INFINITY;

/** Country or state → what the name is worth by which it was called. */
export type Areas = ReadonlyMap<number, number>;

export function contextsOf(places: Places, names: Names, q: string): Splitting[] {
  const comma = q.indexOf(',');
  const words = fold(q).split(' ').slice(0, MOST_WORDS);
  const splittings: Splitting[] = [];
  // A comma says where the name ends.
  const named = comma === -1 ? 0 : fold(q.slice(0, comma)).split(' ').length;
  for (let count = words.length - 1; count >= 1; count -= 1) {
    if (named > 0 && named < words.length && count !== named) continue;
    const context = contextOf(places, areasOf(places, names, words.slice(count), true));
    if (context !== undefined) splittings.push(splitting(words.slice(0, count), context, BEHIND, named > 0));
  }
  // "Austria, Vienna": what comes last is the name.
  const before = comma === -1 ? 0 : fold(q.slice(0, q.lastIndexOf(','))).split(' ').length;
  for (let count = Math.max(1, before); count < words.length && (comma === -1 || count === before); count += 1) {
    const context = contextOf(places, areasOf(places, names, words.slice(0, count), false));
    if (context !== undefined) splittings.push(splitting(words.slice(count), context, BEFORE, false));
  }
  // "California, Los Angeles, USA".
  const [around = '', name = '', last, ...more] = q.split(',', 4).map(fold);
  if (last && around !== '' && name !== '' && more.length === 0) {
    const context = contextOf(
      places,
      areasOf(places, names, `${around} ${last}`.split(' ').slice(0, MOST_WORDS), false),
    );
    if (context !== undefined) splittings.push(splitting(name.split(' '), context, BEFORE, true));
  }
  return splittings;
}

/** "California Los Angeles USA": what lies around the place stands on both sides of its name, and no comma tells where that begins. */
export function contextsAround(places: Places, names: Names, q: string): Splitting[] {
  const words = fold(q).split(' ').slice(0, MOST_WORDS);
  const splittings: Splitting[] = [];
  for (let from = 1; from <= MOST_WORDS_AROUND && from < words.length - 1; from += 1) {
    const before = areasOf(places, names, words.slice(0, from), false);
    if (before === undefined) continue;
    for (let to = words.length - 1; to > from && to >= words.length - MOST_WORDS_AROUND; to -= 1) {
      const behind = areasOf(places, names, words.slice(to), false);
      const context = behind && contextOf(places, [...before, ...behind]);
      if (context !== undefined) splittings.push(splitting(words.slice(from, to), context, BEFORE, true));
    }
  }
  return splittings;
}

export function splitting(words: readonly string[], context: Context, bonus: number, isNamed: boolean): Splitting {
  return { head: abbreviated(words.join(' ')), context, bonus, isNamed };
}

/** All words as one name of a country or state, or as several, one after the other. */
function areasOf(
  places: Places,
  names: Names,
  words: readonly string[],
  isEnd: boolean,
  most = MOST_AREAS,
): Areas[] | undefined {
  const whole = areasCalled(places, names, words.join(' '), isEnd);
  if (whole.size > 0) return [whole];
  for (let count = most === 1 ? 0 : words.length - 1; count >= 1; count -= 1) {
    const first = areasCalled(places, names, words.slice(0, count).join(' '), false);
    const rest = first.size === 0 ? undefined : areasOf(places, names, words.slice(count), isEnd, most - 1);
    if (rest !== undefined) return [first, ...rest];
  }
  return undefined;
}

export function areasCalled(places: Places, names: Names, text: string, mayBeUnfinished: boolean): Areas {
  const areas = new Map<number, number>();
  const exact = findText(names, text) ?? findText(names, text.replace(ARTICLE, ''));
  if (exact !== undefined) addAreas(areas, places, names, exact, 0);
  if (!mayBeUnfinished || text.length < UNFINISHED_FROM) return areas;
  const range = textsFrom(names, text);
  const firstArea = lowerBoundIn(names.areaTexts, range.from);
  for (let index = firstArea; index < firstArea + MOST_UNFINISHED; index += 1) {
    const area = names.areaTexts[index] ?? range.to;
    if (area >= range.to) break;
    addAreas(areas, places, names, area, -1);
  }
  return areas;
}

/** Adds the countries and states that a text of the dictionary is a name of; no codes where it is not what was typed. */
export function addAreas(
  areas: Map<number, number>,
  places: Places,
  { firstEntries, entryPlaces, entryMasks }: Names,
  text: number,
  worth: number,
): void {
  for (let entry = firstEntries[text] ?? 0; entry < (firstEntries[text + 1] ?? 0); entry += 1) {
    const place = entryPlaces[entry] ?? 0;
    const mask = entryMasks[entry] ?? 0;
    if (place >= places.firstCity || (worth < 0 && mask === CODE)) continue;
    areas.set(place, Math.max(worth + (mask & CODE ? 0 : kindWeight(mask)), areas.get(place) ?? -9));
  }
}

export function contextOf(places: Places, areas: readonly Areas[] | undefined): Context | undefined {
  if (areas === undefined) return undefined;
  const wholes = areas.map((called) => countriesOf(places, called));
  const worthIn = (place: number, at: number): number => {
    const country = places.countries[place] ?? NO_PLACE;
    if (country === place) return NOT_IN;
    let worth = Math.max(areas[at]?.get(country) ?? NOT_IN, wholes[at]?.get(country) ?? NOT_IN);
    // A state lies in its country and in the state above it, not in itself.
    for (let state = places.states[place] ?? NO_PLACE; state !== NO_PLACE; state = places.parentOf(state)) {
      if (state !== place) worth = Math.max(worth, areas[at]?.get(state) ?? NOT_IN);
    }
    return worth;
  };
  return {
    holds: (place) => areas.every((_, at) => worthIn(place, at) !== NOT_IN),
    weightOf: (place) => areas.reduce((sum, _, at) => sum + worthIn(place, at), 0),
  };
}

/** Countries of the upper states among the areas, since what the data has of levels and their parts is not whole, and territories. */
function countriesOf(places: Places, called: Areas): Areas {
  const countries = new Map<number, number>();
  for (const [area, worth] of called) {
    for (const country of beside(places, area))
      countries.set(country, Math.max(worth + IN_COUNTRY_OF, countries.get(country) ?? NOT_IN));
  }
  return countries;
}

/** Countries of which a place may be that lies in the area. */
function beside(places: Places, area: number): readonly number[] {
  if (area < places.firstState) return territoriesOf(places, area);
  const territory = countryOfState(places, area);
  if (territory !== NO_PLACE) return [territory];
  return places.isUpper(area) ? [places.countries[area] ?? NO_PLACE] : [];
}
