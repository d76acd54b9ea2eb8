/** What a way to match is worth, before anything is known of the place. */
import { ALTERNATE, FIRST_LANGUAGE } from './collect-names.ts';
import { kindWeight } from './names.ts';
import type { Places } from './places.ts';

/**
 * What a way to match is worth, in decimal logarithms of population: a whole name outweighs the beginning of a name of
 * a place some hundred times as large, and no more ("kras" is Krasnodar rather than Graz, "bra" not only Bra).
 */
export const WORTH = {
  exact: 2.6,
  exactOther: 0.7,
  /** The name that a capital's own goes on from. */
  short: -0.3,
  word: -1.2,
  /** Words written as a letter or two: "Frankfurt a. M." */
  shortened: 0.5,
  /** The beginning, or a word, of another name than the place's own where no more was typed than a code has. */
  otherBeginning: -1,
  countryCode: 0.8,
  stateCode: 0,
  /** Two or three capitals are a code of a state or country more often than the beginning of a name. */
  capitals: 1.5,
  /** The whole code of ISO 3166-2, with its hyphen: there is nothing else that it is. */
  subdivision: 9,
  /** The same with a number that people use instead: FR-75 is FR-75C. */
  usualSubdivision: 5,
  /** Two letters stand for a large city as often as for a country, three are its airport. */
  cityInitials: -0.4,
  cityCode: -1.2,
  /** Saint where St was typed, or the other way. */
  abbreviated: -0.4,
  /** Written with other accents or vowel signs than those that were typed; with some where none were. */
  otherSigns: -0.9,
  signs: -0.15,
  twoTypos: -3.5,
  /** A beginning with a typo: the letters that are still to come are not known to be right, either. */
  unfinished: -2.5,
  firstLetter: -0.6,
};
/** Scripts of India and all that stand behind them: a sign is more than a letter. */
const FIRST_SYLLABLE = 0x900;

/** Signs that stand for syllables or words count as so many letters. */
export function lengthOf(text: string): number {
  return text.charCodeAt(0) < FIRST_SYLLABLE ? text.length : 2 * text.length;
}

/** What any name of a country in a language is worth at least, typed whole: there are few, and all are well known. */
const OF_COUNTRY = -0.8;
/** What a usual or former name of a country is worth at least. */
const USUAL = -1.5;

/** Three letters are the beginning of something more often than a whole name, let alone one that few know. */
export function exactWorth(mask: number, length: number, isCountry: boolean): number {
  const own = kindWeight(mask);
  const least = mask >>> FIRST_LANGUAGE !== 0 ? OF_COUNTRY : mask & ALTERNATE ? USUAL : own;
  const kind = isCountry ? Math.max(own, least) : own;
  const short = 0.5 * Math.max(0, 5 - length) + (own < OF_COUNTRY ? Math.max(0, 4 - length) : 0);
  return Math.max(WORTH.exactOther, WORTH.exact + kind) - short;
}

/** As ISO 3166-2 has it: US-CA. */
const SUBDIVISION = /^ *([A-Z]{2})-[A-Z\d]{1,3} *$/;

const CAPITALS = /^ *[A-Z]{2,3} *$/;

/** `code` is a code of the place, folded, in what was typed. */
export function codeWorth(places: Places, place: number, code: string, typed: string): number {
  const type = places.typeOf(place);
  if (type === 'city') return code.length === 2 ? WORTH.cityInitials : WORTH.cityCode;
  const capitals = CAPITALS.test(typed) ? WORTH.capitals : 0;
  if (type === 'country') return WORTH.countryCode + capitals;
  const [whole = '', country] = SUBDIVISION.exec(typed.toUpperCase()) ?? [];
  if (country !== places.countryCode(place)) return WORTH.stateCode + capitals;
  return whole.trim() === places.subdivisionCode(place) ? WORTH.subdivision : WORTH.usualSubdivision;
}
