/** The dictionary of all names as it is made: entries as they come, then laid out in the order of the texts. */
import { CODE, type Kinds } from './collect-names.ts';
import { Column } from './column.ts';
import { foldings } from './fold.ts';
import { BLOCK, kindWeight, WEIGHT_STEPS } from './names.ts';
import type { Sections } from './sections.ts';
import { TextSet } from './text-set.ts';
import { reversed, textsInOrder, words } from './texts-in-order.ts';

/** Names longer than this are no names that anybody types. */
const LONGEST_NAME = 100;

/** Nothing of it is kept as a text or an object: of a million names those would take several times the room. */
export class Dictionary {
  #texts = new TextSet();
  #shown = new TextSet();
  readonly #entryTexts = new Column();
  readonly #entryPlaces = new Column();
  readonly #entryMasks = new Column();
  readonly #entryShown = new Column();
  /** Of those entries that have some. */
  readonly #entryRare = new Map<number, readonly number[]>();
  readonly #firstCity: number;

  constructor(firstCity: number) {
    this.#firstCity = firstCity;
  }

  /** Of names that fold to the same text the one of the strongest kind is shown. */
  add(place: number, names: ReadonlyMap<string, Kinds>): void {
    const byText = new Map<string, { name: string; mask: number; rare: readonly number[] }>();
    for (const [name, { mask, rare }] of names) {
      for (const text of name.length > LONGEST_NAME ? [] : foldings(name)) {
        const known = byText.get(text);
        if (known === undefined) byText.set(text, { name, mask, rare });
        else {
          known.mask |= mask;
          known.rare = [...known.rare, ...rare];
        }
      }
    }
    for (const [text, { name, mask, rare }] of byText) {
      if (rare.length > 0) this.#entryRare.set(this.#entryTexts.length, rare);
      this.#entryTexts.push(this.#texts.add(text));
      this.#entryPlaces.push(place);
      this.#entryMasks.push(mask);
      this.#entryShown.push(this.#shown.add(name));
    }
  }

  /** Lays out all entries, piece by piece in the order of an index, and forgets them. */
  *sections(importances: Float32Array): Generator<Sections> {
    const { ranks, units, starts } = textsInOrder(this.#texts);
    this.#texts = new TextSet();
    const { first, order } = entriesByRank(this.#entryTexts, ranks);
    const entryPlaces = order.map((entry) => this.#entryPlaces.at(entry));
    const entryMasks = order.map((entry) => this.#entryMasks.at(entry));
    const entryWeights = Uint8Array.from(order, (_, entry) =>
      Math.max(0, Math.min(255, WEIGHT_STEPS * entryWeight(importances, entryPlaces, entryMasks, entry))),
    );
    yield {
      'names.units': units,
      'names.textStarts': starts,
      'names.firstEntries': first,
      'names.entryPlaces': entryPlaces,
      'names.entryMasks': entryMasks,
      'names.entryWeights': entryWeights,
      'names.blockWeights': blockMaxima(entryWeights),
    };
    yield { 'names.reversed': reversed(units, starts) };
    const { texts, offsets } = words(units, starts);
    yield { 'names.wordTexts': texts, 'names.wordOffsets': offsets };
    yield { 'names.areaTexts': this.#areaTexts(first, entryPlaces, entryMasks), ...this.#rareSections(order) };
    yield { 'names.importances': importances, 'names.entryShown': order.map((entry) => this.#entryShown.at(entry)) };
    yield this.#shownSections();
    this.#shown = new TextSet();
    yield entriesByPlace(entryPlaces, importances.length);
  }

  #areaTexts(first: Uint32Array, entryPlaces: Uint32Array, entryMasks: Uint32Array): Uint32Array {
    const areas = new Column();
    for (let text = 0; text < first.length - 1; text += 1) {
      for (let entry = first[text] ?? 0; entry < (first[text + 1] ?? 0); entry += 1) {
        if ((entryPlaces[entry] ?? 0) >= this.#firstCity || entryMasks[entry] === CODE) continue;
        areas.push(text);
        break;
      }
    }
    return areas.numbers();
  }

  /** Languages that have no bit: an entry stands once for each of them. */
  #rareSections(order: Uint32Array): Sections {
    const [entries, languages] = [new Column(), new Column()];
    for (const [at, entry] of order.entries()) {
      for (const language of new Set(this.#entryRare.get(entry))) {
        entries.push(at);
        languages.push(language);
      }
    }
    return { 'names.rareEntries': entries.numbers(), 'names.rareLanguages': Uint16Array.from(languages.numbers()) };
  }

  #shownSections(): Sections {
    const starts = new Uint32Array(this.#shown.size + 1);
    for (let name = 0; name < this.#shown.size; name += 1) {
      starts[name + 1] = (starts[name] ?? 0) + Buffer.byteLength(this.#shown.text(name));
    }
    const bytes = Buffer.alloc(starts.at(-1) ?? 0);
    for (let name = 0; name < this.#shown.size; name += 1) bytes.write(this.#shown.text(name), starts[name] ?? 0);
    return { 'names.shownStarts': starts, 'names.shownBytes': bytes };
  }
}

/** Codes are found whole only: as the end of something unfinished they are worth nothing. */
function entryWeight(importances: Float32Array, places: Uint32Array, masks: Uint32Array, entry: number): number {
  const mask = masks[entry] ?? 0;
  if (mask === CODE) return 0;
  return (importances[places[entry] ?? 0] ?? 0) + kindWeight(mask);
}

/** Entries were added in the order of places: counting keeps it within each text. */
function entriesByRank(entryTexts: Column, ranks: Uint32Array): { first: Uint32Array; order: Uint32Array } {
  const { starts, order } = grouped(entryTexts.length, ranks.length, (entry) => ranks[entryTexts.at(entry)] ?? 0);
  return { first: starts, order };
}

function blockMaxima(weights: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: Math.ceil(weights.length / BLOCK) }, (_, block) =>
    weights.subarray(block * BLOCK, (block + 1) * BLOCK).reduce((most, weight) => Math.max(most, weight), 0),
  );
}

function entriesByPlace(entryPlaces: Uint32Array, placeCount: number): Sections {
  const { starts, order } = grouped(entryPlaces.length, placeCount, (entry) => entryPlaces[entry] ?? 0);
  return { 'names.placeStarts': starts, 'names.placeEntries': order };
}

/** The numbers below `count` by their group, those of one in their order; group g's are `order[starts[g]]` up to `order[starts[g + 1]]`. */
function grouped(count: number, groups: number, groupOf: (item: number) => number) {
  const starts = new Uint32Array(groups + 1);
  for (let item = 0; item < count; item += 1) {
    const group = groupOf(item);
    starts[group + 1] = (starts[group + 1] ?? 0) + 1;
  }
  for (let group = 0; group < groups; group += 1) starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0);
  const next = starts.slice();
  const order = new Uint32Array(count);
  for (let item = 0; item < count; item += 1) {
    const group = groupOf(item);
    const at = next[group] ?? 0;
    order[at] = item;
    next[group] = at + 1;
  }
  return { starts, order };
}
