/** Which places of a type a cell of a table may mean, and how well what stands in it fits each. */
import { BestFits } from './best-fits.ts';
import { TYPE_WORDS } from './cell-forms.ts';
import { CODE, FIRST_LANGUAGE, NAME, NATIVE } from './collect-names.ts';
import { isFiller } from './fillers.ts';
import { abbreviated, fold } from './fold.ts';
import { CITY_STATE, isOfKind, isTitle } from './kinds.ts';
import type { Names } from './names.ts';
import { NO_PLACE, type Places, type PlaceType } from './places.ts';
import { rewordedNames } from './rewordings.ts';
import { spelledOut, stopsSpaced, textsShortenedTo } from './shortened.ts';
import { findText, textsFrom } from './text-range.ts';
import { textsWithTypos } from './typos.ts';
import { isShortOfCapital } from './whole-names.ts';
import { withoutWording } from './wordings.ts';

/**
 * `exact`: its own or native name letter by letter, or its code. `folded`: that name in another case, without accents or
 * with other signs. `alias`: another name of it. `fuzzy`: a name nearly so.
 */
export type Fit = 'exact' | 'folded' | 'alias' | 'fuzzy';

export interface Candidate {
  /** The place's number. */
  readonly place: number;
  readonly fit: Fit;
  /** From 0 to 1. */
  readonly quality: number;
  /** A code: it says nothing outside of its country. */
  readonly isCode: boolean;
  /** In other languages it is called as a country that it is no part of: that says nothing outside of its own. */
  readonly isStranger: boolean;
  /** Nearly its name by letters alone. */
  readonly isTypo: boolean;
}

type FitOfName = Pick<Candidate, 'fit' | 'quality'> & Partial<Pick<Candidate, 'isTypo'>>;

const QUALITY = { exact: 1, code: 0.98, folded: 0.97, translation: 0.94, alternate: 0.9, cityCode: 0.9 };
/** The name that a capital's own goes on from is as good as its own: Washington, D.C. */
const SHORT_OF_CAPITAL = 1;

/** What is lost by a whole name being another one's edit, and by the first letter being wrong. */
const EDIT = 1.3;
const FIRST_LETTER = 0.08;
/** "Zagreb" for Zagreb County. */
const GOES_ON = 0.86;
/** "City of Zagreb" for Zagreb. */
const WITHOUT_TYPE = 0.88;
/** And it is what the word says: "São Paulo state" is no parish. */
const OF_TYPE = 0.93;
/** By another name of it: "Lagos State" is no other state that is Lagos in Spanish. */
const OTHER_OF_TYPE = 0.89;
/** "Frankfurt a. M." */
const SHORTENED = 0.9;
/** Names that go on after what was written, at most: more of them say nothing. */
const MOST_GOING_ON = 200;
const SHORTEST_GOING_ON = 4;
/** "Calif." */
const BEGINNING = 0.86;
/** Fewer letters are a code. */
const SHORTEST_BEGINNING = 3;
/** Texts that begin so, at most: those of cities are among them. */
const MOST_BEGINNING = 10_000;
const LONGEST = 100;
const STATE = 'state';
/** Letters that are none of a code's. */
const ACCENTED = /[\u00c0-\u024f]/;

/** Finds candidates; what a batch of rows asks again it does not look up again. */
export class Candidates {
  readonly #places: Places;
  readonly #names: Names;
  readonly #known = new Map<string, readonly Candidate[]>();

  constructor(places: Places, names: Names) {
    this.#places = places;
    this.#names = names;
  }

  /** Places that bear the name, or have the code. */
  named(type: PlaceType, text: string): readonly Candidate[] {
    return this.#once(`named ${type} ${text}`, () => this.#named(type, text));
  }

  /** Places that bear nearly the name: with a typo, with more words, without the word for what they are. */
  nearly(type: PlaceType, text: string): readonly Candidate[] {
    return this.#once(`nearly ${type} ${text}`, () => this.#nearly(type, text));
  }

  /** States that are called so without a word for what they are, and are that: "Prov. di Como", "Московская обл.". */
  worded(text: string): readonly Candidate[] {
    return this.#once(`worded ${text}`, () => {
      const found = new BestFits();
      // A sign may be many letters.
      if (fold(text.slice(0, LONGEST)).length <= LONGEST) this.#addOfKind(found, text);
      return found.candidates();
    });
  }

  #once(key: string, find: () => readonly Candidate[]): readonly Candidate[] {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = find();
    this.#known.set(key, found);
    return found;
  }

  #named(type: PlaceType, text: string): readonly Candidate[] {
    const found = this.#called(type, text);
    // Cities have brackets and dashes of their own.
    if (found.length > 0 || type === 'city') return found;
    return rewordedNames(this.#places, (other, name) => this.#called(other, name), type, text.slice(0, LONGEST));
  }

  #called(type: PlaceType, text: string): readonly Candidate[] {
    const folded = fold(text.slice(0, LONGEST)).slice(0, LONGEST);
    const found = this.#spelt(type, text, folded, [folded, abbreviated(folded)]);
    const whole = (): string[] => spelledOut(text.slice(0, LONGEST)).map((each) => abbreviated(fold(each)));
    return found.length > 0 ? found : this.#spelt(type, text, folded, whole());
  }

  /** `folded` is the text itself, of which codes are found, too. */
  #spelt(type: PlaceType, text: string, folded: string, spellings: readonly string[]): readonly Candidate[] {
    const found = new BestFits();
    for (const spelling of new Set(spellings)) {
      const index = findText(this.#names, spelling);
      if (index === undefined) continue;
      // "Saint" is no code of São Tomé, "ČR" none of Costa Rica.
      const isTyped = (entry: number): boolean =>
        (spelling === folded && !ACCENTED.test(text)) || this.#names.entryMasks[entry] !== CODE;
      const isFilling = type !== 'country' && isFiller(text);
      this.#add(found, type, index, (entry) =>
        isTyped(entry) && (!isFilling || this.#isWritten(entry, text)) ? this.#fitOf(type, entry, text) : undefined,
      );
    }
    return found.candidates();
  }

  /** A word that fills a cell is a place's own name or nothing. */
  #isWritten(entry: number, text: string): boolean {
    return this.#names.isOwn(entry) && this.#names.shown(entry) === text;
  }

  /** Many a small town has the name of a country among its names in other languages: Franciou is "France" to machines. */
  #isStranger(entry: number, called: readonly number[]): boolean {
    if (called.length === 0 || this.#names.isOwn(entry)) return false;
    return !called.includes(this.#places.countries[this.#names.entryPlaces[entry] ?? 0] ?? NO_PLACE);
  }

  #countriesCalled(index: number): number[] {
    const { firstEntries, entryPlaces, entryMasks } = this.#names;
    const called: number[] = [];
    for (let entry = firstEntries[index] ?? 0; entry < (firstEntries[index + 1] ?? 0); entry += 1) {
      const place = entryPlaces[entry] ?? 0;
      if (entryMasks[entry] !== CODE && this.#places.typeOf(place) === 'country') called.push(place);
    }
    return called;
  }

  #nearly(type: PlaceType, text: string): readonly Candidate[] {
    const folded = abbreviated(fold(text.slice(0, LONGEST)));
    const found = new BestFits();
    // Of so long a text nothing is a typo.
    if (folded === '' || folded.length > LONGEST || (type !== 'country' && isFiller(text))) return [];
    const fuzzy =
      (quality: number, isTypo = false) =>
      (entry: number) =>
        this.#names.entryMasks[entry] === CODE ? undefined : { fit: 'fuzzy' as const, quality, isTypo };
    // "Washington State" is no city.
    const isSaid = (word: string): boolean => !TYPE_WORDS.has(word) || (type === 'city' && word === STATE);
    const bare = folded.split(' ').filter(isSaid);
    const name = bare.length === 0 ? folded : bare.join(' ');
    const without = findText(this.#names, name);
    if (without !== undefined) this.#add(found, type, without, fuzzy(WITHOUT_TYPE));
    if (type === 'state') {
      this.#addOfKind(found, text);
      this.#addBeginning(found, folded, (entry) => (this.#names.isOwn(entry) ? fuzzy(BEGINNING)(entry) : undefined));
    }
    for (const shortened of new Set([folded, fold(stopsSpaced(text.slice(0, LONGEST)))])) {
      for (const whole of textsShortenedTo(this.#names, shortened)) this.#add(found, type, whole, fuzzy(SHORTENED));
    }
    const longer = textsFrom(this.#names, `${name} `);
    const end = name.length < SHORTEST_GOING_ON ? longer.from : Math.min(longer.to, longer.from + MOST_GOING_ON);
    for (let index = longer.from; index < end; index += 1) this.#add(found, type, index, fuzzy(GOES_ON));
    // Of a word that says what is meant nothing is a typo, of a country's name no city.
    const own = type === 'city' ? findText(this.#names, folded) : undefined;
    const isCountry = own !== undefined && this.#countriesCalled(own).length > 0;
    const typos = bare.length === 0 || isCountry ? [] : textsWithTypos(this.#names, folded);
    for (const [index, edits] of typos) {
      const { units, textStarts } = this.#names;
      const first = units[textStarts[index] ?? 0] === folded.charCodeAt(0) ? 0 : FIRST_LETTER;
      // "Amérique" is not Mexique.
      if (edits > 1 && first > 0) continue;
      this.#add(found, type, index, fuzzy(1 - (EDIT * edits) / folded.length - first, true));
    }
    return found.candidates();
  }

  /** States of the name that are of the kind which is said beside it. */
  #addOfKind(found: BestFits, text: string): void {
    for (const { rest, kind } of withoutWording(stopsSpaced(text.slice(0, LONGEST)), this.#places.kinds)) {
      const index = kind && findText(this.#names, abbreviated(fold(rest)));
      if (kind === undefined || index === undefined) continue;
      const said = isTitle(kind) ? CITY_STATE : kind;
      this.#add(found, 'state', index, (entry) => {
        const own = this.#places.kindOf(this.#names.entryPlaces[entry] ?? NO_PLACE);
        if (own === undefined || !isOfKind(own, said) || this.#names.entryMasks[entry] === CODE) return undefined;
        return { fit: 'fuzzy', quality: this.#names.isOwn(entry) ? OF_TYPE : OTHER_OF_TYPE };
      });
    }
  }

  /** States whose names begin with the letters of one word: people shorten them so. */
  #addBeginning(found: BestFits, folded: string, fitOf: (entry: number) => FitOfName | undefined): void {
    if (folded.length < SHORTEST_BEGINNING || folded.includes(' ')) return;
    const { from, to } = textsFrom(this.#names, folded);
    if (to - from > MOST_BEGINNING) return;
    for (let text = from; text < to; text += 1) this.#add(found, 'state', text, fitOf);
  }

  #add(found: BestFits, type: PlaceType, text: number, fitOf: (entry: number) => FitOfName | undefined): void {
    const { firstEntries, entryPlaces, entryMasks } = this.#names;
    const called = type === 'city' ? this.#countriesCalled(text) : [];
    for (let entry = firstEntries[text] ?? 0; entry < (firstEntries[text + 1] ?? 0); entry += 1) {
      const place = entryPlaces[entry] ?? 0;
      if (this.#places.typeOf(place) !== type) continue;
      const fit = fitOf(entry);
      if (fit === undefined) continue;
      found.add({
        place,
        isTypo: false,
        ...fit,
        isCode: entryMasks[entry] === CODE,
        isStranger: this.#isStranger(entry, called),
      });
    }
  }

  #fitOf(type: PlaceType, entry: number, text: string): FitOfName {
    const mask = this.#names.entryMasks[entry] ?? 0;
    if (mask & (NAME | NATIVE)) {
      const isExact = this.#names.shown(entry) === text;
      return isExact ? { fit: 'exact', quality: QUALITY.exact } : { fit: 'folded', quality: QUALITY.folded };
    }
    const place = this.#names.entryPlaces[entry] ?? 0;
    if (type === 'city' && isShortOfCapital(this.#places, this.#names, place, abbreviated(fold(text)))) {
      return { fit: 'alias', quality: SHORT_OF_CAPITAL };
    }
    if (mask >>> FIRST_LANGUAGE !== 0) return { fit: 'alias', quality: QUALITY.translation };
    // Airports' codes are GeoNames' other names of cities.
    if (mask & CODE && type !== 'city') return { fit: 'exact', quality: QUALITY.code };
    return { fit: 'alias', quality: mask === CODE ? QUALITY.cityCode : QUALITY.alternate };
  }
}
