/** What a city's cell says besides the city: "Paris, TX", "Paris (Texas)", "10115 Berlin", 神奈川県横浜市, "Houston TX", "USA, GA, Atlanta". */
import type { Candidate, Candidates } from './candidates.ts';
import { articleFirst } from './cell-forms.ts';
import * as cut from './cell-parts.ts';
import type { Cell, Part } from './cell-parts.ts';
import { isFiller } from './fillers.ts';
import { fold } from './fold.ts';
import { mayLieIn } from './lies-in.ts';
import { lieAsInCountry } from './nations.ts';
import { NO_PLACE, type Places } from './places.ts';
import type { ReconcileRow } from './reconcile.ts';
import { wholeOf } from './territories.ts';

export interface TakenApart {
  readonly row: ReconcileRow;
  /** Whether a place lies where the cell itself says; undefined where it says nothing of that. */
  readonly isSaid: ((place: number) => boolean) | undefined;
}

/** Letters of a cell, folded, at most: an address has fewer, and one sign may be eighteen of them. */
const LONGEST = 250;
const SLASH = '/';
const BRACKET = '(';
/** Parts of an address that may stand before its city. */
const MOST_BEFORE = 2;

/** A cell that is a name as a whole is nothing else. */
export function takeApart(row: ReconcileRow, candidates: Candidates, places: Places): TakenApart {
  const { city } = row;
  const isWhole = city === undefined || isFiller(city) || candidates.named('city', city).length > 0;
  if (isWhole || fold(city.slice(0, LONGEST)).length > LONGEST) return { row, isSaid: undefined };
  return new CellReader(row, candidates, places).read(city);
}

/** Where a part of a cell says that the place lies. */
interface Said {
  readonly states: readonly number[];
  readonly countries: ReadonlySet<number>;
  readonly inStates: (place: number) => boolean;
  readonly inCountries: (place: number) => boolean;
  readonly isHere: (place: number) => boolean;
}

class CellReader {
  readonly #row: ReconcileRow;
  readonly #candidates: Candidates;
  readonly #places: Places;
  readonly #known = new Map<string, Said>();

  constructor(row: ReconcileRow, candidates: Candidates, places: Places) {
    this.#row = row;
    this.#candidates = candidates;
    this.#places = places;
  }

  read(text: string): TakenApart {
    const { head, parts, postcode } = this.#meant(text);
    const tests: ((place: number) => boolean)[] = [];
    let { state, country } = this.#row;
    for (const part of parts) {
      const said = this.#said(part, head);
      if (said.states.length + said.countries.size === 0) continue;
      tests.push(said.isHere);
      if (this.#isCountry(said, head)) country ??= part.text;
      else state ??= part.text;
    }
    const isSaid = tests.length === 0 ? undefined : (place: number) => tests.every((test) => test(place));
    return { row: { ...this.#row, city: head, state, country, postcode: this.#row.postcode ?? postcode }, isSaid };
  }

  /** Of the ways to cut the text the first that names a city, or the likeliest where none does. */
  #meant(text: string, most = MOST_BEFORE): Cell {
    const whole = cut.cellOf(text);
    const bare = cut.cellsWithoutPostcode(text);
    const cells = [...bare, whole];
    const signed = cut.cellsBySigns(text).filter(({ parts }) => parts.every((part) => this.#isPlace(part)));
    const isNamed = ({ head }: Cell): boolean => this.#cities(head).length > 0;
    const byCommas = cut.cellByCommas(text);
    if (isFiller(byCommas.head)) return byCommas;
    const inverted = articleFirst(text);
    // "Union, LA" is in Louisiana.
    if (inverted !== undefined && this.#isOwnName(inverted) && !this.#liesThere(whole))
      return { head: inverted, parts: [], postcode: undefined };
    if (byCommas.head !== whole.head && isNamed(byCommas)) return byCommas;
    const turned = this.#turned(cells);
    if (turned !== undefined) return turned;
    // "Pilsen, 324" names a state.
    if (isNamed(whole) && whole.parts.every((part) => this.#isPlace(part))) return whole;
    const street = isNamed(whole) ? undefined : this.#behindStreet(text, most);
    // "Calle 271, Coronel" rather than a place called Calle, but "Paris 75001, France".
    const postal = bare.find((cell) => cut.isPostal(cell) && cell.parts.length > 0 && this.#liesThere(cell));
    return (
      postal ??
      street ??
      [...signed, ...cells].find(isNamed) ??
      this.#untitled(cells).find(({ head }) =>
        [...this.#cities(head), ...this.#states(head)].some(({ isCode }) => !isCode),
      ) ??
      this.#spaced(cells) ??
      cells.map(cut.withoutDistrict).find(isNamed) ??
      signed[0] ??
      bare.findLast(cut.isPostal) ??
      whole
    );
  }

  /** With the city last, where it does not lie in the others so as they stand. */
  #turned(cells: readonly Cell[]): Cell | undefined {
    const open = cells.filter((cell) => cell.parts.length > 0 && !this.#liesThere(cell)).map(cut.turnedRound);
    return [...open, ...this.#untitled(open)].find((cell) => this.#liesThere(cell));
  }

  /** What stands behind a street, where that or the row says where its city lies: "Calle 5, Guadalajara, Jalisco". */
  #behindStreet(text: string, most: number): Cell | undefined {
    const at = text.indexOf(',');
    if (at === -1 || most === 0) return undefined;
    const cell = this.#meant(text.slice(at + 1).trim(), most - 1);
    const isThere = cell.parts.length > 0 ? this.#liesThere(cell) : this.#isInRow(cell);
    return isThere ? cell : undefined;
  }

  #isInRow({ head }: Cell): boolean {
    const { country = '' } = this.#row;
    // "Toronto ON M5H 2N2, Canada" in Canada.
    if (this.#candidates.named('country', head).length > 0) return false;
    const countries = new Set(this.#candidates.named('country', country).map(({ place }) => place));
    return this.#cities(head).some(({ place }) => countries.has(this.#countryOf(place)));
  }

  /** "Houston TX", "Toronto Ontario Canada", "Curitiba-PR". */
  #spaced(cells: readonly Cell[]): Cell | undefined {
    const once = cells.flatMap(cut.cellsByBlanks);
    return (
      once.find((cell) => this.#liesThere(cell) && !this.#isSaidTwice(cell)) ??
      [
        ...once.filter(({ parts: [part] }) => part !== undefined && this.#isPlace(part)).flatMap(cut.cellsByBlanks),
        ...cells.flatMap(cut.cellsByHyphen),
      ].find((cell) => this.#liesThere(cell))
    );
  }

  #untitled(cells: readonly Cell[]): Cell[] {
    return cells.flatMap((cell) => cut.withoutTitle(cell, this.#places.kinds));
  }

  /** "Pago Pago" is not Paide in Paide, which some call Pago. */
  #isSaidTwice({ head, parts: [part] }: Cell): boolean {
    if (part === undefined || fold(head) !== fold(part.text)) return false;
    return this.#states(part.text).every(({ fit }) => fit === 'alias');
  }

  /** Whether a city that is called so lies where all parts say. */
  #liesThere({ head, parts }: Cell): boolean {
    return this.#cities(head).some(({ place }) => parts.every((part) => this.#said(part, head).isHere(place)));
  }

  #isPlace({ text }: Part): boolean {
    return this.#states(text).length + this.#candidates.named('country', text).length > 0;
  }

  #isOwnName(text: string): boolean {
    return this.#cities(text).some(({ fit }) => fit !== 'alias');
  }

  #cities(text: string): readonly Candidate[] {
    return this.#candidates.named('city', text);
  }

  /** "Prov. di Como" and "Московская обл." among them. */
  #states(text: string): readonly Candidate[] {
    const named = this.#candidates.named('state', text);
    return named.length > 0 ? named : this.#candidates.worded(text);
  }

  /** "Atlanta, Georgia", but "Tbilisi, Georgia", and "Valencia, Venezuela", where a part of the country is called so as well. */
  #isCountry({ states, countries, inCountries, inStates }: Said, head: string): boolean {
    const isOwn = countries.size > 0 && states.every((state) => countries.has(this.#countryOf(state)));
    return isOwn || lieAsInCountry(this.#cities(head), inCountries, inStates);
  }

  #said(part: Part, head: string): Said {
    const key = `${part.sign} ${part.text} / ${head}`;
    const said = this.#known.get(key) ?? this.#saidBy(part, head);
    this.#known.set(key, said);
    return said;
  }

  #saidBy(part: Part, head: string): Said {
    const states = this.#statesSaid(part, head);
    const named = this.#candidates.named('country', part.text).filter(({ isCode }) => !isCode || part.sign !== SLASH);
    const countries = new Set(named.map(({ place }) => place));
    const inStates = mayLieIn(this.#places, states);
    // Tutu, Saint Thomas, is in the United States as well.
    const inCountries = (place: number): boolean =>
      countries.has(this.#countryOf(place)) || countries.has(wholeOf(this.#places, place));
    return { states, countries, inStates, inCountries, isHere: (place) => inStates(place) || inCountries(place) };
  }

  /**
   * Behind a slash or in brackets stands another town ("Tampa/St. Petersburg"), or a part of one, as well as a state: one of the row's country,
   * or of those that have such a city. A code behind a slash is one of the row's country, or such a city lies there: "Campinas/SP".
   */
  #statesSaid({ text, sign }: Part, head: string): readonly number[] {
    const states = this.#states(text);
    if (sign !== SLASH && sign !== BRACKET) return states.map(({ place }) => place);
    const { country } = this.#row;
    const cities = this.#cities(head);
    const own = new Set(
      country === undefined
        ? cities.map(({ place }) => this.#countryOf(place))
        : this.#candidates.named('country', country).map(({ place }) => place),
    );
    const isCertain = country !== undefined || sign !== SLASH;
    const hasCity = (state: number): boolean =>
      cities.some(({ place, fit }) => fit !== 'alias' && this.#places.states[place] === state);
    return states
      .filter(({ place, isCode }) => hasCity(place) || (own.has(this.#countryOf(place)) && (isCertain || !isCode)))
      .map(({ place }) => place);
  }

  #countryOf(place: number): number {
    return this.#places.countries[place] ?? NO_PLACE;
  }
}
