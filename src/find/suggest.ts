/** What people mean by what they type: the places whose names fit best, the most important first. */
import { CODE } from './collect-names.ts';
import { type Context, contextsOf, type Splitting } from './contexts.ts';
import { abbreviated, fold } from './fold.ts';
import { Heaviest } from './heaviest.ts';
import { BLOCK, kindWeight, type Names, weightOf } from './names.ts';
import { distanceKm } from './near.ts';
import { PLACE_TYPES, type Places, type PlaceType } from './places.ts';
import { findText, type Range, textsFrom, wordsFrom } from './text-range.ts';
import { typoWorth } from './typo-worth.ts';
import { textsWithTypos } from './typos.ts';

export type Match = 'exact' | 'prefix' | 'word' | 'fuzzy' | 'code';

export interface SuggestQuery {
  /** As it was typed; what counts of it is its folded text. */
  readonly q: string;
  readonly types?: readonly PlaceType[];
  /** ISO 3166-1 alpha-2 in capitals; only places of these countries. */
  readonly countries?: readonly string[];
  readonly near?: { readonly latitude: number; readonly longitude: number };
  /**
   * True where whoever asks may not know where places lie: `near` then sees them in whole degrees. Of exact places the order alone, asked
   * for from many points, tells where one lies to less than a kilometre.
   */
  readonly isCoarse?: boolean;
  readonly limit: number;
}

export interface Suggestion {
  /** The place's number. */
  readonly place: number;
  /** The entry of the dictionary that matched. */
  readonly entry: number;
  readonly match: Match;
  /** Only good to compare suggestions of one answer. */
  readonly score: number;
  /** What of the score is for lying near the point; who may not know where a place lies must not be told it. */
  readonly nearness: number;
}

/**
 * What a way to match is worth, in decimal logarithms of population: a whole name outweighs the beginning of a name of
 * a place some hundred times as large, and no more ("kras" is Krasnodar rather than Graz, "bra" not only Bra).
 */
const WORTH = {
  exact: 2.6,
  exactOther: 0.7,
  word: -1.2,
  countryCode: 0.8,
  stateCode: 0,
  cityCode: -1.2,
  /** Written with other accents or vowel signs than those that were typed; with some where none were. */
  otherSigns: -0.9,
  signs: -0.15,
  twoTypos: -3,
  firstLetter: -0.6,
};
/** Letters without accents and what keyboards have besides. */
const PLAIN = /^[ -~]*$/;
/** A name that is not whole though what follows says where it lies. */
const UNFINISHED = -2.5;
/** Right at the point that is given. */
const NEAREST = 3;
/** From this score on a name that was typed whole is meant: typos are not looked for. */
const SURE = 7.6;
/** Half of it is left at this distance. */
const NEAR_KM = 60;
/** Places of each range that are weighed exactly: some more than the longest answer has. */
const KEPT = 24;
/** Names that begin as what stands before a context, at most: more of them say nothing yet. */
const MOST_IN_CONTEXT = 4_000;
/** Scripts of India and all that stand behind them: a sign is more than a letter. */
const FIRST_SYLLABLE = 0x900;
/** Words of a range that are looked at, at most. */
const MOST_WORDS = 8_000;

export function suggest(places: Places, names: Names, query: SuggestQuery): Suggestion[] {
  return new Search(places, names, query).run();
}

class Search {
  readonly #places: Places;
  readonly #names: Names;
  readonly #query: SuggestQuery;
  readonly #countries: ReadonlySet<number> | undefined;
  readonly #types: ReadonlySet<PlaceType> | undefined;
  readonly #best = new Map<number, Suggestion>();
  readonly #typed: string;
  /** Whether a name was typed whole that is likely to be meant. */
  #isSure = false;

  constructor(places: Places, names: Names, query: SuggestQuery) {
    this.#places = places;
    this.#names = names;
    this.#query = query;
    this.#typed = spelling(query.q);
    const { countries, types } = query;
    this.#countries = countries && new Set(countries.flatMap((code) => places.country(code) ?? []));
    this.#types = types && types.length < PLACE_TYPES.length ? new Set(types) : undefined;
  }

  run(): Suggestion[] {
    const whole = fold(this.#query.q);
    if (whole === '') return [];
    const splittings = contextsOf(this.#places, this.#names, this.#query.q);
    for (const text of new Set([whole, abbreviated(whole)])) this.#begins(text, undefined, 0, false);
    for (const { head, context, bonus, isNamed } of splittings) this.#begins(head, context, bonus, isNamed);
    if (!this.#isSure) this.#typos(whole, splittings);
    return [...this.#best.values()]
      .sort((one, other) => other.score - one.score || one.place - other.place)
      .slice(0, this.#query.limit);
  }

  /** A name that is followed by where it lies is a whole one. */
  #begins(text: string, context: Context | undefined, bonus: number, isWhole: boolean): void {
    const exact = findText(this.#names, text);
    if (exact !== undefined) this.#exact(exact, lengthOf(text), context, bonus);
    if (isWhole && exact !== undefined) return;
    const range = textsFrom(this.#names, text);
    if (context !== undefined) {
      if (range.to - range.from <= MOST_IN_CONTEXT) this.#prefixes(range, context, bonus + UNFINISHED);
      return;
    }
    this.#prefixes(range, context, bonus);
    if (this.#best.size < KEPT) this.#words(wordsFrom(this.#names, text), context, bonus + WORTH.word);
  }

  #exact(text: number, length: number, context: Context | undefined, bonus: number): void {
    const { firstEntries, entryMasks } = this.#names;
    for (let entry = firstEntries[text] ?? 0; entry < (firstEntries[text + 1] ?? 0); entry += 1) {
      const mask = entryMasks[entry] ?? 0;
      if (mask === CODE) this.#offer(entry, 'code', bonus + this.#codeWorth(entry), context);
      else this.#offer(entry, 'exact', bonus + exactWorth(mask, length) + this.#spelt(entry), context);
    }
  }

  #spelt(entry: number): number {
    if (this.#typed.includes(spelling(this.#names.shown(entry)))) return 0;
    return PLAIN.test(this.#typed) ? WORTH.signs : WORTH.otherSigns;
  }

  /** The heaviest entries of a range, by the maxima of its blocks. */
  #prefixes({ from, to }: Range, context: Context | undefined, bonus: number): void {
    const { firstEntries, entryWeights, blockWeights } = this.#names;
    const end = firstEntries[to] ?? 0;
    const slack = this.#query.near === undefined ? 0 : NEAREST;
    const top = new Heaviest(KEPT);
    let entry = firstEntries[from] ?? 0;
    while (entry < end) {
      if (entry % BLOCK === 0 && weightOf(blockWeights[entry / BLOCK] ?? 0) + slack <= top.lightest) {
        entry += BLOCK;
        continue;
      }
      const weight = weightOf(entryWeights[entry] ?? 0);
      if (weight + slack > top.lightest && this.#accepts(entry, context)) {
        const place = this.#names.entryPlaces[entry] ?? 0;
        top.add(place, weight + this.#nearness(place));
        this.#offer(entry, 'prefix', bonus, context);
      }
      entry += 1;
    }
  }

  #words({ from, to }: Range, context: Context | undefined, bonus: number): void {
    const { firstEntries, entryWeights, wordTexts } = this.#names;
    const top = new Heaviest(KEPT);
    for (let index = from; index < Math.min(to, from + MOST_WORDS); index += 1) {
      const text = wordTexts[index] ?? 0;
      for (let entry = firstEntries[text] ?? 0; entry < (firstEntries[text + 1] ?? 0); entry += 1) {
        const weight = weightOf(entryWeights[entry] ?? 0);
        if (weight <= top.lightest || !this.#accepts(entry, context)) continue;
        top.add(this.#names.entryPlaces[entry] ?? 0, weight);
        this.#offer(entry, 'word', bonus, context);
      }
    }
  }

  #typos(whole: string, splittings: readonly Splitting[]): void {
    this.#typosOf(whole, undefined, 0);
    for (const { head, context, bonus } of splittings.slice(0, 2)) this.#typosOf(head, context, bonus);
  }

  #typosOf(text: string, context: Context | undefined, bonus: number): void {
    const { firstEntries, textStarts, units } = this.#names;
    for (const [found, edits] of textsWithTypos(this.#names, text)) {
      const first = units[textStarts[found] ?? 0] === text.charCodeAt(0) ? 0 : WORTH.firstLetter;
      const worth = bonus + first + (edits === 1 ? typoWorth(this.#names, found, text) : WORTH.twoTypos);
      for (let entry = firstEntries[found] ?? 0; entry < (firstEntries[found + 1] ?? 0); entry += 1) {
        if (this.#names.entryMasks[entry] !== CODE) this.#offer(entry, 'fuzzy', worth, context);
      }
    }
  }

  #offer(entry: number, match: Match, worth: number, context: Context | undefined): void {
    if (!this.#accepts(entry, context)) return;
    const place = this.#names.entryPlaces[entry] ?? 0;
    const kind = match === 'exact' || match === 'code' ? 0 : kindWeight(this.#names.entryMasks[entry] ?? 0);
    const importance = this.#names.importances[place] ?? 0;
    const nearness = this.#nearness(place);
    const score = worth + kind + importance + nearness + (context?.weightOf(place) ?? 0);
    if (match === 'exact' && score >= SURE) this.#isSure = true;
    const known = this.#best.get(place);
    if (known === undefined || score > known.score) this.#best.set(place, { place, entry, match, score, nearness });
  }

  #codeWorth(entry: number): number {
    const type = this.#places.typeOf(this.#names.entryPlaces[entry] ?? 0);
    return type === 'country' ? WORTH.countryCode : type === 'state' ? WORTH.stateCode : WORTH.cityCode;
  }

  #accepts(entry: number, context: Context | undefined): boolean {
    const place = this.#names.entryPlaces[entry] ?? 0;
    if (this.#types !== undefined && !this.#types.has(this.#places.typeOf(place))) return false;
    if (this.#countries !== undefined && !this.#countries.has(this.#places.countries[place] ?? 0)) return false;
    return context === undefined || context.holds(place);
  }

  #nearness(place: number): number {
    const { near, isCoarse } = this.#query;
    const latitude = this.#places.latitudes[place] ?? Number.NaN;
    if (near === undefined || Number.isNaN(latitude)) return 0;
    const longitude = this.#places.longitudes[place] ?? 0;
    const km = isCoarse
      ? distanceKm(near.latitude, near.longitude, Math.round(latitude), Math.round(longitude))
      : distanceKm(near.latitude, near.longitude, latitude, longitude);
    return (NEAREST * NEAR_KM) / (NEAR_KM + km);
  }
}

function spelling(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Signs that stand for syllables or words count as so many letters. */
function lengthOf(text: string): number {
  return text.charCodeAt(0) < FIRST_SYLLABLE ? text.length : 2 * text.length;
}

/** Three letters are the beginning of something more often than a whole name. */
function exactWorth(mask: number, length: number): number {
  const kind = kindWeight(mask);
  const short = 0.5 * Math.max(0, 5 - length);
  return Math.max(WORTH.exactOther, WORTH.exact + kind) - short;
}
