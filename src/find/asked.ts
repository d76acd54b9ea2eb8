/** What a question to `suggest` asks of a place, beside its name; and what a place gains by fitting it. */
import type { Context } from './contexts.ts';
import { isOfKind, type Kind } from './kinds.ts';
import type { Names } from './names.ts';
import { nearness } from './nearness.ts';
import { PLACE_TYPES, type Places, type PlaceType } from './places.ts';
import type { Reading } from './readings.ts';
import type { PostcodeFit } from './typed-postcode.ts';

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
  /** Without it a postcode says nothing. */
  readonly postcodeFit?: PostcodeFit;
  readonly limit: number;
}

/** Lying where a postcode that was typed, too, belongs. */
const BELONGS = 2;
/** Being what was said that it is: "São Paulo state". */
const OF_KIND = 4;
/** And being called so by its own name: "Lagos state" is none that is Lagos in Spanish. */
const OWN_NAME = 1.5;

export class Asked {
  readonly #places: Places;
  readonly #names: Names;
  readonly #query: SuggestQuery;
  readonly #countries: ReadonlySet<number> | undefined;
  readonly #types: ReadonlySet<PlaceType> | undefined;
  #reading: Pick<Reading, 'postcode' | 'country' | 'kind'> = {
    postcode: undefined,
    country: undefined,
    kind: undefined,
  };

  constructor(places: Places, names: Names, query: SuggestQuery) {
    this.#places = places;
    this.#names = names;
    this.#query = query;
    const { countries, types } = query;
    this.#countries = countries && new Set(countries.flatMap((code) => places.country(code) ?? []));
    this.#types = types && types.length < PLACE_TYPES.length ? new Set(types) : undefined;
  }

  /** Goes by this reading of the question from here on. */
  take(reading: Reading): void {
    this.#reading = reading;
  }

  /** Whether the place of an entry is one of those that are asked for. */
  accepts(entry: number, context: Context | undefined): boolean {
    const { country, kind } = this.#reading;
    const place = this.#names.entryPlaces[entry] ?? 0;
    if (this.#types !== undefined && !this.#types.has(this.#places.typeOf(place))) return false;
    if (kind !== undefined && !kind.types.includes(this.#places.typeOf(place))) return false;
    if (country !== undefined && this.#places.countries[place] !== country) return false;
    if (this.#countries !== undefined && !this.#countries.has(this.#places.countries[place] ?? 0)) return false;
    return context === undefined || context.holds(place);
  }

  /** What a place gains by lying where the postcode belongs, and by being of the kind that was said. */
  worthOf(place: number, entry: number): number {
    const { postcode, kind } = this.#reading;
    const belongs = postcode === undefined ? 0 : (this.#query.postcodeFit?.(postcode, place) ?? 0);
    if (kind === undefined || !this.#isOfKind(place, kind)) return BELONGS * belongs;
    return BELONGS * belongs + OF_KIND + (this.#names.isOwn(entry) ? OWN_NAME : 0);
  }

  nearness(place: number): number {
    const { near, isCoarse } = this.#query;
    return near === undefined ? 0 : nearness(this.#places, place, near, isCoarse);
  }

  #isOfKind(place: number, kind: Kind): boolean {
    if (this.#places.typeOf(place) === 'country') return true;
    const own = this.#places.kindOf(place);
    return own !== undefined && isOfKind(own, kind);
  }
}
