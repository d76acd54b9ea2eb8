/** What people mean by what they type: the places whose names fit best, the most important first. */
import { CODE } from './collect-names.ts';
import { type Context, contextsOf, type Splitting } from './contexts.ts';
import { abbreviated, fold } from './fold.ts';
import { BLOCK, kindWeight, type Names, weightOf } from './names.ts';
import { distanceKm } from './near.ts';
import { PLACE_TYPES, type Places, type PlaceType } from './places.ts';
import { findText, type Range, textsFrom, wordsFrom } from './text-range.ts';
import { textsWithTypos } from './typos.ts';

export type Match = 'exact' | 'prefix' | 'word' | 'fuzzy' | 'code';

export interface SuggestQuery {
  /** As it was typed; what counts of it is its folded text. */
  readonly q: string;
  readonly types?: readonly PlaceType[];
  /** ISO 3166-1 alpha-2 in capitals; only places of these countries. */
  readonly countries?: readonly string[];
  readonly near?: { readonly latitude: number; readonly longitude: number };
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
}

/**
 * What a way to match is worth, in decimal logarithms of population: a whole name outweighs the beginning of a name of
 * a place some hundred times as large, and no more ("kras" is Krasnodar rather than Graz, "bra" not only Bra).
 */
const WORTH = {
  exact: 2.6,
  exactOther: 1.1,
  word: -1.2,
  countryCode: 1.5,
  stateCode: 0,
  cityCode: -0.5,
  oneTypo: -0.6,
  twoTypos: -3,
  firstLetter: -0.8,
};
/** A name that is not whole though what follows says where it lies. */
const UNFINISHED = -2.5;
/** Right at the point that is given. */
const NEAREST = 3;
/** Half of it is left at this distance. */
const NEAR_KM = 60;
/** Places of each range that are weighed exactly: some more than the longest answer has. */
const KEPT = 24;
/** Names that begin as what stands before a context, at most: more of them say nothing yet. */
const MOST_IN_CONTEXT = 4_000;
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

  constructor(places: Places, names: Names, query: SuggestQuery) {
    this.#places = places;
    this.#names = names;
    this.#query = query;
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
    if (!this.#isSure()) this.#typos(whole, splittings);
    return [...this.#best.values()]
      .sort((one, other) => other.score - one.score || one.place - other.place)
      .slice(0, this.#query.limit);
  }

  /** A typo is looked for unless a name was typed whole, or begun with enough that a large place is meant. */
  #isSure(): boolean {
    const top = Math.max(0, ...[...this.#best.values()].map(({ score }) => score));
    return top >= 7;
  }

  /** A name that is followed by where it lies is a whole one. */
  #begins(text: string, context: Context | undefined, bonus: number, isWhole: boolean): void {
    const exact = findText(this.#names, text);
    if (exact !== undefined) this.#exact(exact, text.length, context, bonus);
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
      else this.#offer(entry, 'exact', bonus + exactWorth(mask, length), context);
    }
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
      const worth = bonus + first + (edits === 1 ? WORTH.oneTypo : WORTH.twoTypos);
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
    const score = worth + kind + importance + this.#nearness(place) + (context?.weightOf(place) ?? 0);
    const known = this.#best.get(place);
    if (known === undefined || score > known.score) this.#best.set(place, { place, entry, match, score });
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
    const { near } = this.#query;
    const latitude = this.#places.latitudes[place] ?? Number.NaN;
    if (near === undefined || Number.isNaN(latitude)) return 0;
    const km = distanceKm(near.latitude, near.longitude, latitude, this.#places.longitudes[place] ?? 0);
    return (NEAREST * NEAR_KM) / (NEAR_KM + km);
  }
}

/** Three letters are the beginning of something more often than a whole name. */
function exactWorth(mask: number, length: number): number {
  const short = 0.5 * Math.max(0, 5 - length);
  return Math.max(WORTH.exactOther, WORTH.exact + kindWeight(mask)) - short;
}

/** Keeps the heaviest places, each once, and tells what the lightest of them weighs; 0 until there are enough. */
class Heaviest {
  readonly #most: number;
  readonly #places: number[] = [];
  readonly #weights: number[] = [];
  lightest = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** `weight` is more than the lightest's. */
  add(place: number, weight: number): void {
    let at = this.#places.indexOf(place);
    if (at !== -1 && weight <= (this.#weights[at] ?? 0)) return;
    if (at === -1) at = this.#places.length < this.#most ? this.#places.length : this.#most - 1;
    // What was at this position goes; those that are lighter move back by one.
    for (; at > 0 && (this.#weights[at - 1] ?? 0) < weight; at -= 1) {
      this.#places[at] = this.#places[at - 1] ?? 0;
      this.#weights[at] = this.#weights[at - 1] ?? 0;
    }
    this.#places[at] = place;
    this.#weights[at] = weight;
    if (this.#places.length === this.#most) this.lightest = this.#weights[this.#most - 1] ?? 0;
  }
}
