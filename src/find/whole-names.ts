/** What it is worth that the whole of a name was typed: by the kind of name, its length, and how it is spelt. */
import { NAME } from './collect-names.ts';
import { abbreviated, fold } from './fold.ts';
import { exactWorth, lengthOf, WORTH } from './match-worth.ts';
import { kindWeight, type Names } from './names.ts';
import { CAPITAL_OF_COUNTRY, type Places } from './places.ts';

/** What was typed, in Unicode's normal form and in lower case; and folded, between blanks. */
export interface Typed {
  readonly spelt: string;
  readonly folded: string;
}

/** The importance of a city of millions. */
const OF_MILLIONS = 7.5;
/** Letters without accents and what keyboards have besides. */
const PLAIN = /^[ -~]*$/;

/** A function of the entries of a text, which is `word`. */
export function wholeNameWorth(
  places: Places,
  names: Names,
  text: number,
  word: string,
  typed: Typed,
): (entry: number) => number {
  const { firstEntries, entryMasks, entryPlaces } = names;
  const isCountry = (entry: number): boolean => places.typeOf(entryPlaces[entry] ?? 0) === 'country';
  // A country's own name is no short form of a city's ("Mexico").
  let mayBeShort = true;
  for (let entry = firstEntries[text] ?? 0; entry < (firstEntries[text + 1] ?? 0) && mayBeShort; entry += 1)
    mayBeShort = !isCountry(entry) || !names.isOwn(entry);
  const start = abbreviated(word);
  return (entry) => {
    const mask = entryMasks[entry] ?? 0;
    const worth = exactWorth(mask, lengthOf(word), isCountry(entry)) + spelling(names.shown(entry), typed);
    const place = entryPlaces[entry] ?? 0;
    if (mask & NAME || !mayBeShort || !isShortOfCapital(places, names, place, start)) return worth;
    return Math.max(worth, WORTH.exact + WORTH.short);
  };
}

/**
 * What a name of an entry gains, written with a typo, where the place's own name goes on from it: "Washigton" is Washington, D.C. and no town in
 * Utah, and "New Yrok" is the city as much as without a typo. `times` is how much more the kind of a name counts with a typo.
 */
export function shortNameGain(places: Places, names: Names, entry: number, times: number): number {
  const place = names.entryPlaces[entry] ?? 0;
  const isCapital = places.capitals[place] === CAPITAL_OF_COUNTRY;
  // Of a thousand entries hardly any is one of a capital or of a city of millions: the others are not read.
  if (!isCapital && (names.importances[place] ?? 0) < OF_MILLIONS) return 0;
  const text = abbreviated(fold(names.shown(entry)));
  const isOfCapital = isShortOfCapital(places, names, place, text);
  if (!isOfCapital && !isShortOfCity(names, place, text)) return 0;
  const worth = isOfCapital ? WORTH.short : WORTH.exactOther - WORTH.exact;
  return Math.max(0, worth - times * kindWeight(names.entryMasks[entry] ?? 0));
}

/** Whether a capital's own name goes on behind this one, which is folded and abbreviated: Washington, D.C. */
export function isShortOfCapital(places: Places, names: Names, place: number, text: string): boolean {
  if (places.capitals[place] !== CAPITAL_OF_COUNTRY) return false;
  return abbreviated(fold(names.ownName(place) ?? '')).startsWith(`${text} `);
}

/** Whether it is the place's own name without the word for a city: New York. */
function isShortOfCity(names: Names, place: number, text: string): boolean {
  return abbreviated(fold(names.ownName(place) ?? '')) === `${text} city`;
}

export function spellingOf(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function spelling(shown: string, { spelt, folded }: Typed): number {
  if (spelt.includes(spellingOf(shown))) return 0;
  if (!folded.includes(` ${fold(shown)} `)) return WORTH.abbreviated;
  return PLAIN.test(spelt) ? WORTH.signs : WORTH.otherSigns;
}
