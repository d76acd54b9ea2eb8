/** What people mean by what they type: the places whose names fit best, the most important first. */
import { Asked, type SuggestQuery } from './asked.ts';
import { CODE } from './collect-names.ts';
import { type Context, contextsAround } from './contexts.ts';
import { fold } from './fold.ts';
import { Heaviest } from './heaviest.ts';
import { BLOCK, kindWeight, type Names, weightOf } from './names.ts';
import { misspeltContextsOf, withLessContext } from './misspelt-contexts.ts';
import { NEAREST } from './nearness.ts';
import { codeWorth, WORTH } from './match-worth.ts';
import type { Places } from './places.ts';
import { type Reading, readingsOf } from './readings.ts';
import { textsShortenedTo } from './shortened.ts';
import { findText, type Range, textsFrom, wordsFrom } from './text-range.ts';
import { typoWorth } from './typo-worth.ts';
import { beginningsWithTypo, textsWithTypos } from './typos.ts';
import { shortNameGain, spellingOf, type Typed, wholeNameWorth } from './whole-names.ts';

export type Match = 'exact' | 'prefix' | 'word' | 'fuzzy' | 'code';

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

/** A name that is not whole though what follows says where it lies. */
const UNFINISHED = -2.5;
/** From this score on a name that was typed whole is meant: typos are not looked for. */
const SURE = 7.6;
/** Letters of most codes of states and countries. */
const CODE_LENGTH = 2;
/** Of a name that is worth less few know that it is the place's: "Karchi" is Qarshi in a language, and rather a typo for Karachi. */
const WELL_KNOWN = -1;
/** From this score on even such a name is meant: cities of a million. */
const SURE_OF_ANY = 8.6;
/** Places of each range that are weighed exactly: some more than the longest answer has. */
const KEPT = 24;
/** How much more the kind of a name counts where it has a typo: of what few call a place, hardly anybody types nearly that. */
const KIND_WITH_TYPO = 1.4;
/** Names that begin as what stands before a context, at most: more of them say nothing yet. */
const MOST_IN_CONTEXT = 4_000;
/** Names that have a beginning with a typo, at most: one that begins more is mostly the wrong one. */
const MOST_BEGUN = 500;
/** So much more important, some ten times the people, a place of the very name lies where the data does not say, rather than one of nearly the name where it does. */
const LIKELIER = 1;
/** Words of a range that are looked at, at most. */
const MOST_WORDS = 8_000;

export function suggest(places: Places, names: Names, query: SuggestQuery): Suggestion[] {
  const found = new Search(places, names, query).run();
  const [best] = found;
  if (best !== undefined && found.some(({ match }) => match !== 'fuzzy')) return found;
  const importanceOf = ({ place }: Suggestion): number => names.importances[place] ?? 0;
  for (const q of withLessContext(places, names, query.q)) {
    const others = new Search(places, names, { ...query, q }).run();
    const [other] = others;
    if (other === undefined) continue;
    if (best === undefined) return others;
    // "Swindon, Wiltshire" is no typo for Hindon.
    if (other.match === 'exact' && importanceOf(other) > importanceOf(best) + LIKELIER)
      return [...new Map([...others, ...found].map((each) => [each.place, each])).values()].slice(0, query.limit);
  }
  return found;
}

class Search {
  readonly #places: Places;
  readonly #names: Names;
  readonly #query: SuggestQuery;
  readonly #asked: Asked;
  readonly #best = new Map<number, Suggestion>();
  #typed: Typed = { spelt: '', folded: '' };
  /** Whether no more was typed than a code has: "tx" is Texas, and not how Chengdu begins in Basque. */
  readonly #isCodeLong: boolean;
  /** Whether a name was typed whole that is likely to be meant. */
  #isSure = false;

  constructor(places: Places, names: Names, query: SuggestQuery) {
    this.#places = places;
    this.#names = names;
    this.#query = query;
    this.#asked = new Asked(places, names, query);
    this.#isCodeLong = fold(query.q).length === CODE_LENGTH;
  }

  run(): Suggestion[] {
    const readings = readingsOf(this.#places, this.#names, this.#query.q);
    for (const reading of readings) {
      this.#take(reading);
      for (const text of reading.texts) this.#begins(text, undefined, reading.worth, reading.isWhole);
      for (const { head, context, bonus, isNamed } of reading.splittings)
        this.#begins(head, context, bonus + reading.worth, isNamed);
    }
    const unsure = this.#isSure ? [] : readings.filter(({ kind }) => kind === undefined);
    for (const reading of unsure) this.#typos(this.#take(reading));
    if (!this.#isFound()) this.#otherContexts(unsure);
    if (!this.#isFound()) for (const reading of unsure) this.#misspeltBeginnings(this.#take(reading));
    return [...this.#best.values()]
      .sort((one, other) => other.score - one.score || one.place - other.place)
      .slice(0, this.#query.limit);
  }

  #take(reading: Reading): Reading {
    this.#typed = { spelt: spellingOf(reading.q), folded: ` ${reading.texts[0] ?? ''} ` };
    this.#asked.take(reading);
    return reading;
  }

  /** A name that is followed by where it lies is a whole one. */
  #begins(text: string, context: Context | undefined, bonus: number, isWhole: boolean): void {
    const exact = findText(this.#names, text);
    if (exact !== undefined) this.#exact(exact, text, context, bonus);
    if (isWhole && (exact !== undefined || context === undefined)) return;
    const range = textsFrom(this.#names, text);
    if (range.from === range.to) this.#shortened(text, context, bonus + WORTH.shortened);
    if (context !== undefined) {
      if (range.to - range.from <= MOST_IN_CONTEXT) this.#prefixes(range, context, bonus + UNFINISHED);
      return;
    }
    this.#prefixes(range, context, bonus);
    if (this.#best.size < KEPT) this.#words(wordsFrom(this.#names, text), context, bonus + WORTH.word);
  }

  #shortened(text: string, context: Context | undefined, bonus: number): void {
    const { firstEntries } = this.#names;
    for (const found of textsShortenedTo(this.#names, text)) {
      for (let entry = firstEntries[found] ?? 0; entry < (firstEntries[found + 1] ?? 0); entry += 1)
        this.#offer(entry, 'prefix', bonus, context);
    }
  }

  #exact(text: number, word: string, context: Context | undefined, bonus: number): void {
    const { firstEntries, entryMasks, entryPlaces } = this.#names;
    // "Saint" is no code of São Tomé.
    const isTyped = this.#typed.folded.includes(` ${word} `);
    const worthOf = wholeNameWorth(this.#places, this.#names, text, word, this.#typed);
    for (let entry = firstEntries[text] ?? 0; entry < (firstEntries[text + 1] ?? 0); entry += 1) {
      const mask = entryMasks[entry] ?? 0;
      if (mask & CODE && isTyped)
        this.#offer(
          entry,
          'code',
          bonus + codeWorth(this.#places, entryPlaces[entry] ?? 0, word, this.#query.q),
          context,
        );
      if (mask !== CODE) this.#offer(entry, 'exact', bonus + worthOf(entry), context);
    }
  }

  /** The heaviest entries of a range, by the maxima of its blocks. */
  #prefixes({ from, to }: Range, context: Context | undefined, bonus: number, match: Match = 'prefix'): void {
    const { firstEntries, entryWeights, blockWeights } = this.#names;
    const end = firstEntries[to] ?? 0;
    // A postcode decides between the heaviest only: to weigh it in would be a look at every place that begins so.
    const slack = this.#query.near === undefined ? 0 : NEAREST;
    const top = new Heaviest(KEPT);
    let entry = firstEntries[from] ?? 0;
    while (entry < end) {
      if (entry % BLOCK === 0 && weightOf(blockWeights[entry / BLOCK] ?? 0) + slack <= top.lightest) {
        entry += BLOCK;
        continue;
      }
      const weight = weightOf(entryWeights[entry] ?? 0);
      // What weighs nothing is a code, found whole only.
      if (weight > 0 && weight + slack > top.lightest && this.#asked.accepts(entry, context)) {
        const place = this.#names.entryPlaces[entry] ?? 0;
        top.add(place, weight + this.#asked.nearness(place));
        this.#offer(entry, match, bonus, context);
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
        if (weight <= top.lightest || !this.#asked.accepts(entry, context)) continue;
        top.add(this.#names.entryPlaces[entry] ?? 0, weight);
        this.#offer(entry, 'word', bonus, context);
      }
    }
  }

  #typos({ texts: [whole = ''], worth, splittings }: Reading): void {
    this.#typosOf(whole, undefined, worth);
    for (const { head, context, bonus } of splittings.slice(0, 2)) this.#typosOf(head, context, bonus + worth);
  }

  /** "Paris, Texsa", "texas dallas usa": where something nearly of the whole name was found, as it stands and of whole names only. */
  #otherContexts(readings: readonly Reading[]): void {
    const isWhole = this.#best.size > 0;
    for (const reading of isWhole ? readings.slice(0, 1) : readings) {
      const { q, worth } = this.#take(reading);
      const misspelt = misspeltContextsOf(this.#places, this.#names, q);
      for (const { head, context, bonus, isNamed } of [...misspelt, ...contextsAround(this.#places, this.#names, q)])
        this.#begins(head, context, bonus + worth, isNamed || isWhole);
    }
  }

  /** Whether anything was found that is no typo. */
  #isFound(): boolean {
    for (const { match } of this.#best.values()) if (match !== 'fuzzy') return true;
    return false;
  }

  /** "Sttockho": only where nothing else but typos is found, and of names on their own. */
  #misspeltBeginnings({ texts: [whole = ''], worth }: Reading): void {
    for (const range of beginningsWithTypo(this.#names, whole)) {
      if (range.to - range.from > MOST_BEGUN) continue;
      const typo = typoWorth(this.#names, range.from, whole, range.length);
      this.#prefixes(range, undefined, worth + typo + WORTH.unfinished, 'fuzzy');
    }
  }

  #typosOf(text: string, context: Context | undefined, bonus: number): void {
    const { firstEntries, textStarts, units } = this.#names;
    for (const [found, edits] of textsWithTypos(this.#names, text)) {
      const first = units[textStarts[found] ?? 0] === text.charCodeAt(0) ? 0 : WORTH.firstLetter;
      const worth = bonus + first + (edits === 1 ? typoWorth(this.#names, found, text) : WORTH.twoTypos);
      for (let entry = firstEntries[found] ?? 0; entry < (firstEntries[found + 1] ?? 0); entry += 1) {
        if (this.#names.entryMasks[entry] !== CODE)
          this.#offer(entry, 'fuzzy', worth + shortNameGain(this.#places, this.#names, entry, KIND_WITH_TYPO), context);
      }
    }
  }

  #offer(entry: number, match: Match, worth: number, context: Context | undefined): void {
    if (!this.#asked.accepts(entry, context)) return;
    const place = this.#names.entryPlaces[entry] ?? 0;
    const own = match === 'exact' || match === 'code' ? 0 : kindWeight(this.#names.entryMasks[entry] ?? 0);
    const kind =
      match === 'fuzzy' ? KIND_WITH_TYPO * own : this.#isCodeLong && own < 0 ? own + WORTH.otherBeginning : own;
    const importance = this.#names.importances[place] ?? 0;
    const nearness = this.#asked.nearness(place);
    const score =
      worth + kind + importance + nearness + this.#asked.worthOf(place, entry) + (context?.weightOf(place) ?? 0);
    if (match === 'exact' && score >= SURE) {
      const isWellKnown = kindWeight(this.#names.entryMasks[entry] ?? 0) >= WELL_KNOWN;
      if (isWellKnown || score >= SURE_OF_ANY) this.#isSure = true;
    }
    const known = this.#best.get(place);
    if (known === undefined || score > known.score) this.#best.set(place, { place, entry, match, score, nearness });
  }
}
