/** What is decided of the places that a row's texts may mean: which it is, how sure that is, and what it can't be told from. */
import type { Candidate, Fit } from './candidates.ts';
import { isSharedName } from './country-names.ts';
import { NO_PLACE, type PlaceType } from './places.ts';

/** How a level was decided; a {@link Fit} where nothing speaks against what the text says. */
export type Verdict = Fit | 'ambiguous' | 'contradiction' | 'none';

export interface Choice {
  /** The place's number. */
  readonly place: number;
  /** From 0 to 1. */
  readonly score: number;
}

/** A level without a text of its own has no score and no verdict: the level below implies its place. */
export interface Level {
  /** The place's number; undefined where there is none. */
  readonly place: number | undefined;
  /** From 0 to 1. */
  readonly score: number | undefined;
  readonly verdict: Verdict | undefined;
  /** Where the thing is instead, in a sentence. */
  readonly contradiction: string | undefined;
}

/** What a place that lies elsewhere loses. */
const ELSEWHERE = 0.3;
/** Places whose ranks are this near to each other can't be told apart. */
const ALIKE = 0.03;
/** So much more important a place of just the name is meant rather than one of nearly the name: some thirty times the people. */
export const MUCH_LIKELIER = 1.5;
/** So much more important, some ten thousand times the people, a place elsewhere is meant by its own name, not one here that some call so: Baghshad. */
const BEYOND_COMPARE = 4;
/** So much more important, some ten times the people, a place may be meant by another name of it where a smaller one is just called so. */
const LIKELIER = 1;
/** What its name may fit less well: the difference of an own name and another one, or of that and a typo. */
const RIVAL = 0.2;
/** A name that fits less well is another place's: it says nothing unless that is well known. */
export const TELLING = 0.94;
/** As a city of a million is, or a smaller one that has a name in many languages. */
export const WELL_KNOWN = 7;
/** A typo of less is hardly one: two letters of ten, or one of six. */
const POOR = 0.8;
/** What is left of a score when something contradicts. */
const CONTRADICTED = 0.5;

export interface Ranked extends Candidate {
  readonly rank: number;
  /** The rank without what the place's importance adds to it. */
  readonly evidence: number;
  readonly importance: number;
  /** In another row the place that stands first: Warszawa beside Warsaw. */
  readonly isTwin?: boolean;
}

/** What a text may mean: where the levels above it say, and elsewhere; each best first. */
export interface Found {
  readonly type: PlaceType;
  readonly text: string | undefined;
  readonly here: readonly Ranked[];
  readonly elsewhere: readonly Ranked[];
}

/** Elsewhere counts only where nothing fits better here: Paris in Britain is no typo for Barry, Hanoi in Viet Nam none for Hania. */
export function decide(found: Found, whereElse: (place: number) => string): Level {
  const { here, elsewhere } = found;
  const [best] = here;
  const other = elsewhere.find(({ quality, importance }) => quality >= TELLING || importance >= WELL_KNOWN);
  if (other !== undefined && (best === undefined || best.rank < other.rank - ELSEWHERE || isRather(other, best))) {
    // "Venezia" in Tuscany is Italy's Venice by another name, not Colombia's Venecia by its own.
    const nearer = elsewhere.find((each) => each.fit !== 'fuzzy' && beside(each) > beside(other) + ALIKE);
    const { place, quality, fit } = nearer ?? other;
    return contradicted({ place, score: quality, verdict: fit, contradiction: undefined }, whereElse(place));
  }
  if (best === undefined) return { place: undefined, score: 0, verdict: 'none', contradiction: undefined };
  const alike = alikeOf(found).length;
  const verdict = alike > 1 ? 'ambiguous' : best.fit;
  return { place: best.place, score: best.quality / alike, verdict, contradiction: undefined };
}

function isRather(named: Ranked, other: Ranked): boolean {
  const isBeside = beside(named) > beside(other) - ELSEWHERE / 2;
  // Another name of a city of millions is as good as its own beside what is written otherwise: "Milano" in Veneto is no typo for Mirano, and in
  // Emilia-Romagna not short for Milano Marittima.
  const isKnown = named.fit === 'alias' && !isLittleKnown(named) && other.fit === 'fuzzy' && isBeside;
  const isName = named.fit === 'exact' || named.fit === 'folded' || isKnown;
  const more = named.importance - other.importance;
  // "Santiago" may be short for Compostela beside Chile's; "London" in Surrey is not short for the London Borough of Sutton, and
  // "Charleston" in Delaware no Townsend that was called so once.
  const isLess = other.fit === 'fuzzy' || (other.fit === 'alias' && other.quality < TELLING);
  const isNearly = other.isTypo || (isLess && isBeside);
  // "Aulla" in Veneto is no typo for Affi.
  const isPoor = other.isTypo && other.quality < POOR && isBeside && more > -MUCH_LIKELIER;
  return isName && (isPoor || (isNearly && more > MUCH_LIKELIER) || (other.fit === 'alias' && more > BEYOND_COMPARE));
}

/** What speaks for a place that is not its name: where it lies. */
function beside({ evidence, quality }: Ranked): number {
  return evidence - quality;
}

/** The place of a decided level; of an ambiguous one all that it can't be told from. */
export function agreed(found: Found, { place = NO_PLACE, verdict }: Level): readonly number[] {
  return verdict === 'ambiguous' ? alikeOf(found).map((each) => each.place) : [place];
}

/**
 * Those that the best can't be told from. How large a country is says little of which one another name of several means, and
 * how large a state is nothing.
 */
function alikeOf({ type, text = '', here: all }: Found): readonly Ranked[] {
  const here = all.filter(({ isTwin }) => !isTwin);
  const [best] = here;
  if (best === undefined) return [];
  if (type === 'country' && isSharedName(text)) return here;
  if (type === 'state') return here.filter(({ evidence }) => evidence > best.evidence - ALIKE);
  if (type === 'country')
    return here.filter(({ rank, fit }) => rank > best.rank - ALIKE || (fit === 'alias' && best.fit === 'alias'));
  // "Newcastle" and "Halle" are whole names of small towns, and what everybody calls large ones.
  // A postcode, a point or a state that fits the best one alone decides.
  const isRival = (each: Ranked): boolean =>
    each.importance > best.importance + LIKELIER &&
    each.quality > best.quality - RIVAL &&
    beside(each) > beside(best) - ALIKE;
  return here.filter((each) => each.rank > best.rank - ALIKE || isRival(each));
}

/** A place that is not well known, and has only another name that was written. */
export function isLittleKnown({ fit, importance }: Ranked): boolean {
  return fit === 'alias' && importance < WELL_KNOWN;
}

/** With those that are nearly called so and much likelier: "Müchen" is what some call a small town, and a typo of a large one. */
export function withLikelier(here: readonly Ranked[], nearly: readonly Ranked[]): readonly Ranked[] {
  const known = new Set(here.map(({ place }) => place));
  const most = Math.max(...here.map(({ importance }) => importance));
  const likelier = nearly.filter(({ place, importance }) => !known.has(place) && importance > most + MUCH_LIKELIER);
  return [...here, ...likelier].sort(byRank);
}

export function blank(place: number | undefined): Level {
  return { place, score: undefined, verdict: undefined, contradiction: undefined };
}

export function contradicted(level: Level, contradiction: string): Level {
  return { ...level, score: (level.score ?? 0) * CONTRADICTED, verdict: 'contradiction', contradiction };
}

export function isDecided({ place, verdict }: Level): boolean {
  return place !== undefined && verdict !== undefined && verdict !== 'contradiction';
}

/** Where several can't be told apart, each of them is as unsure. */
export function alternatives(found: Found | undefined, chosen: number | undefined, most: number): Choice[] {
  if (found === undefined) return [];
  const alike = Math.max(1, alikeOf(found).length);
  const elsewhere = found.elsewhere.map((each) => ({ ...each, quality: each.quality * CONTRADICTED }));
  return [...found.here, ...elsewhere]
    .filter(({ place }) => place !== chosen)
    .slice(0, most)
    .map(({ place, quality }) => ({ place, score: quality / alike }));
}

/** Best first. */
export function byRank(one: Ranked, other: Ranked): number {
  return other.rank - one.rank || one.place - other.place;
}

/** A predicate: the place belongs to one of those found, or nothing was found. */
export function among({ here }: Found, above: Uint32Array): (place: number) => boolean {
  const found = new Set(here.map(({ place }) => place));
  return (place) => found.size === 0 || found.has(above[place] ?? NO_PLACE);
}
