/** What a place is called in a language, and the shortest text that tells it from every other of its type. */
import { fold } from './fold.ts';
import type { Names } from './names.ts';
import type { Places } from './places.ts';
import { findText } from './text-range.ts';

export interface PlaceName {
  readonly text: string;
  /** BCP 47; `en` where the data has no name in the language that was asked for. */
  readonly lang: string;
}

export interface Labels {
  nameOf(place: number, lang?: string): PlaceName;
  labelOf(place: number, lang?: string): string;
}

export function openLabels(places: Places, names: Names): Labels {
  const known = names.languages.map((language) => language.toLowerCase());
  const nameOf = (place: number, lang?: string): PlaceName => nameIn(names, place, languagesFor(known, lang));
  return { nameOf, labelOf: (place, lang) => labelIn(places, names, place, languagesFor(known, lang)) };
}

/** The language itself, then a part of it ("de-CH", "de"), then those that it is a part of ("zh", "zh-CN"). */
function languagesFor(known: readonly string[], lang: string | undefined): readonly number[] {
  if (lang === undefined) return [];
  const parts = lang.toLowerCase().split('-');
  const own = parts.map((_, at) => known.indexOf(parts.slice(0, parts.length - at).join('-')));
  const regional = [...known.keys()].filter((at) => known[at]?.startsWith(`${parts[0]}-`) && parts[0] !== 'en');
  return [...new Set([...own, ...regional])].filter((at) => at !== -1);
}

function nameIn(names: Names, place: number, languages: readonly number[]): PlaceName {
  const entries = names.entriesOf(place);
  for (const language of languages) {
    const entry = entries.find((each) => names.isIn(each, language));
    if (entry !== undefined) return { text: names.shown(entry), lang: names.languages[language] ?? 'en' };
  }
  return { text: names.ownName(place) ?? '', lang: 'en' };
}

function labelIn(places: Places, names: Names, place: number, languages: readonly number[]): string {
  const name = nameIn(names, place, languages).text;
  const others = namesakes(places, names, place, name, languages);
  if (others.length === 0) return name;
  const country = places.countries[place] ?? place;
  const countryName = nameIn(names, country, languages).text;
  const compatriots = others.filter((other) => places.countries[other] === country);
  if (compatriots.length === 0) return `${name}, ${countryName}`;
  // A state lies in the one above it, if any.
  const isState = places.typeOf(place) === 'state';
  const above = (each: number): number => (isState ? places.parentOf(each) : (places.states[each] ?? each));
  const code = places.stateCode(place);
  // Codes of letters are what people write where they write codes at all; numbers tell nobody anything.
  const isTelling = code !== undefined && /^[A-Z]+$/.test(code);
  if (isTelling && others.every((other) => places.stateCode(other) !== code)) return `${name}, ${code}`;
  const state = above(place);
  const stateText = isTelling ? code : state < places.size ? nameIn(names, state, languages).text : undefined;
  const where = [name, stateText, isTelling ? places.countryCode(place) : countryName];
  const isBeside = (other: number): boolean =>
    isState && isTelling ? places.stateCode(other) === code : above(other) === state;
  const neighbours = compatriots.filter(isBeside);
  // Not its coordinates, which not every plan may know.
  if (neighbours.length > 0) where.push(`#${places.ids[place]}`);
  return where.filter((part) => part !== undefined).join(', ');
}

/** Other places of the type that bear the name as their own or in the language. */
function namesakes(places: Places, names: Names, place: number, name: string, languages: readonly number[]): number[] {
  const text = findText(names, fold(name));
  if (text === undefined) return [];
  const type = places.typeOf(place);
  const isCalled = (entry: number): boolean =>
    names.isOwn(entry) || languages.some((language) => names.isIn(entry, language));
  const found: number[] = [];
  for (let entry = names.firstEntries[text] ?? 0; entry < (names.firstEntries[text + 1] ?? 0); entry += 1) {
    const other = names.entryPlaces[entry] ?? 0;
    if (other !== place && places.typeOf(other) === type && isCalled(entry)) found.push(other);
  }
  return found;
}
