/** What a place is called in a language, and the shortest text that tells it from every other of its type. */
import { FIRST_LANGUAGE, NAME } from './collect-names.ts';
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
  const nameOf = (place: number, lang?: string): PlaceName => nameIn(names, place, languageBit(names, lang));
  return { nameOf, labelOf: (place, lang) => labelIn(places, names, place, languageBit(names, lang)) };
}

/** The language itself, then a part of it ("de-CH", "de"), then one that it is a part of ("zh", "zh-CN"). */
function languageBit(names: Names, lang: string | undefined): number | undefined {
  if (lang === undefined) return undefined;
  const wanted = lang.toLowerCase();
  const known = names.languages.map((language) => language.toLowerCase());
  const parts = wanted.split('-');
  for (let count = parts.length; count >= 1; count -= 1) {
    const bit = known.indexOf(parts.slice(0, count).join('-'));
    if (bit !== -1) return bit;
  }
  const region = known.findIndex((language) => language.startsWith(`${parts[0]}-`));
  return region === -1 || parts[0] === 'en' ? undefined : region;
}

function nameIn(names: Names, place: number, bit: number | undefined): PlaceName {
  let own = '';
  for (const entry of names.entriesOf(place)) {
    const mask = names.entryMasks[entry] ?? 0;
    if (bit !== undefined && (mask >>> (FIRST_LANGUAGE + bit)) & 1) {
      return { text: names.shown(entry), lang: names.languages[bit] ?? 'en' };
    }
    if (mask & NAME && own === '') own = names.shown(entry);
  }
  return { text: own, lang: 'en' };
}

function labelIn(places: Places, names: Names, place: number, bit: number | undefined): string {
  const name = nameIn(names, place, bit).text;
  const others = namesakes(places, names, place, name, bit);
  if (others.length === 0) return name;
  const country = places.countries[place] ?? place;
  const countryName = nameIn(names, country, bit).text;
  const compatriots = others.filter((other) => places.countries[other] === country);
  if (compatriots.length === 0) return `${name}, ${countryName}`;
  const state = places.states[place] ?? place;
  const code = places.stateCode(place);
  // Codes of letters are what people write where they write codes at all; numbers tell nobody anything.
  const isTelling = code !== undefined && /^[A-Z]+$/.test(code);
  if (isTelling && others.every((other) => places.stateCode(other) !== code)) return `${name}, ${code}`;
  const stateText = isTelling ? code : state < places.size ? nameIn(names, state, bit).text : undefined;
  const where = [name, stateText, isTelling ? places.countryCode(place) : countryName];
  const neighbours = compatriots.filter((other) => places.states[other] === state);
  if (neighbours.length > 0) where.push(pointOf(places, place));
  return where.filter((part) => part !== undefined).join(', ');
}

/** Other places of the type that bear the name as their own or in the language. */
function namesakes(places: Places, names: Names, place: number, name: string, bit: number | undefined): number[] {
  const text = findText(names, fold(name));
  if (text === undefined) return [];
  const type = places.typeOf(place);
  const own = NAME | (bit === undefined ? 0 : 2 ** (FIRST_LANGUAGE + bit));
  const found: number[] = [];
  for (let entry = names.firstEntries[text] ?? 0; entry < (names.firstEntries[text + 1] ?? 0); entry += 1) {
    const other = names.entryPlaces[entry] ?? 0;
    if (other !== place && (names.entryMasks[entry] ?? 0) & own && places.typeOf(other) === type) found.push(other);
  }
  return found;
}

function pointOf(places: Places, place: number): string {
  const latitude = places.latitudes[place] ?? Number.NaN;
  const longitude = places.longitudes[place] ?? Number.NaN;
  if (Number.isNaN(latitude)) return String(places.ids[place]);
  const degrees = (value: number, positive: string, negative: string): string =>
    `${Math.abs(value).toFixed(2)}° ${value < 0 ? negative : positive}`;
  return `${degrees(latitude, 'N', 'S')} ${degrees(longitude, 'E', 'W')}`;
}
