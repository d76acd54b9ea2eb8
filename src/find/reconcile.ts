/** What the rows of somebody's table mean: a country, a state and a city each, how sure that is, and what speaks against it. */
import { type Candidate, Candidates } from './candidates.ts';
import {
  agreed,
  alternatives,
  blank,
  byRank,
  contradicted,
  decide,
  type Found,
  isDecided,
  type Level,
  type Ranked,
  type ReconciledRow,
} from './decide.ts';
import { isFiller } from './fillers.ts';
import { mayLieIn } from './lies-in.ts';
import type { Names } from './names.ts';
import { isNation } from './nations.ts';
import { distanceKm } from './near.ts';
import { NO_PLACE, type Places, type PlaceType } from './places.ts';

export interface ReconcileRow {
  readonly country?: string | undefined;
  readonly state?: string | undefined;
  readonly city?: string | undefined;
  readonly postcode?: string | undefined;
  /** Degrees; nearer cities fit better. */
  readonly point?: { readonly latitude: number; readonly longitude: number } | undefined;
}

/** What a step of importance, about ten times the people, weighs against the fit of a name. */
const IMPORTANCE = 0.02;
/** What it is worth to be right at the row's point; half of it is left at {@link NEAR_KM}. */
const NEAREST = 0.3;
const NEAR_KM = 30;
/** What it is worth to lie where the row's postcode belongs. */
const POSTCODE = 0.1;
/** A city this far from the row's point is another one. */
const FAR_KM = 150;
/** In the right country, though in another state. */
const NEAR_BY = 0.2;
/** A country that is called by the name of a part of it. */
const OF_A_PART = 0.8;
const CODE_LIKE = /^[a-z0-9]{1,3}$/i;
/** Behind these a cell goes on with where the place lies, or with its other name: behind a slash nobody writes codes. */
const PART = /([,;(/])/;

/** From 0 to 1: how well a postcode fits a place, by its number. */
type PostcodeFit = (postcode: string, place: number) => number;

/** Takes rows one after the other. It remembers texts, so each batch of rows has its own. */
export class Reconciler {
  readonly #places: Places;
  readonly #names: Names;
  readonly #candidates: Candidates;
  readonly #postcodeFit: PostcodeFit;

  constructor(places: Places, names: Names, postcodeFit: PostcodeFit = () => 0) {
    this.#places = places;
    this.#postcodeFit = postcodeFit;
    this.#names = names;
    this.#candidates = new Candidates(places, names);
  }

  /** `most` is how many alternatives there are at most. */
  row(given: ReconcileRow, most: number): ReconciledRow {
    const row = this.#apart(given);
    const countries = this.#countries(row);
    const inCountry = among(countries, this.#places.countries);
    const states = this.#find('state', row, inCountry);
    const inState = this.#inState(states);
    const cities = this.#find('city', row, (place) => inCountry(place) && inState(place), inCountry);
    const city = this.#city(cities, states, countries, row);
    const decided = isDecided(city) ? agreed(cities, city) : [];
    const state = this.#state(states, countries, decided);
    const lower = decided.length > 0 ? decided : isDecided(state) ? agreed(states, state) : [];
    const country = this.#upper(countries, lower, this.#places.countries);
    const lowest = [cities, states, countries].find(({ text }) => text !== undefined);
    const chosen = { city, state, country }[lowest?.type ?? 'country'].place;
    return { country, state, city, alternatives: alternatives(lowest, chosen, most) };
  }

  /** "Paris, TX" is a city and a state where nothing is called so as a whole. */
  #apart(row: ReconcileRow): ReconcileRow {
    const { city } = row;
    if (city === undefined || !PART.test(city) || isFiller(city)) return row;
    if (this.#candidates.named('city', city).length > 0) return row;
    const [head = '', ...rest] = city.split(PART).map((part) => part.replace(')', '').trim());
    let { state, country } = row;
    // Separators stand at even places, what is behind them at odd ones.
    for (let at = 0; at < Math.min(rest.length, 6); at += 2) {
      const [separator, part = ''] = rest.slice(at, at + 2);
      const isCalled = (type: PlaceType): boolean =>
        this.#candidates.named(type, part).some(({ isCode }) => separator !== '/' || !isCode);
      if (state === undefined && isCalled('state')) state = part;
      else if (country === undefined && isCalled('country')) country = part;
    }
    return { ...row, city: head, state, country };
  }

  /** A country that is called by a part of it ("England") is meant by it. */
  #countries(row: ReconcileRow): Found {
    const { country: text } = row;
    const parts =
      text === undefined || this.#candidates.named('country', text).length > 0
        ? []
        : this.#candidates.named('state', text).filter(({ place, isCode }) => !isCode && isNation(this.#places, place));
    if (parts.length === 0) return this.#find('country', row, () => true);
    const here = parts.map((part): Ranked => {
      const place = this.#places.countries[part.place] ?? NO_PLACE;
      const { rank, evidence } = this.#ranked(part, row, 0);
      return {
        place,
        fit: 'alias',
        quality: part.quality * OF_A_PART,
        isCode: false,
        isStranger: false,
        rank,
        evidence,
      };
    });
    return { type: 'country', text, here: here.sort(byRank), elsewhere: [] };
  }

  /** `isNear` is told of places that lie elsewhere: some less so. */
  #find(
    type: PlaceType,
    row: ReconcileRow,
    isHere: (place: number) => boolean,
    isNear: (place: number) => boolean = isHere,
  ): Found {
    const text = row[type];
    if (text === undefined) return { type, text, here: [], elsewhere: [] };
    const ranked = (candidates: readonly Candidate[]): Ranked[] =>
      candidates.map((each) => this.#ranked(each, row, isNear(each.place) ? NEAR_BY : 0)).sort(byRank);
    const named = ranked(this.#candidates.named(type, text));
    const isPlaced = row.country !== undefined || row.state !== undefined;
    const isMeant = ({ isStranger }: Candidate): boolean => isPlaced || !isStranger;
    const here = named.filter((each) => isHere(each.place) && isMeant(each));
    const elsewhere = named.filter(({ place, isCode, isStranger }) => !isCode && !isStranger && !isHere(place));
    if (here.length > 0) return { type, text, here, elsewhere };
    const nearly = ranked(this.#candidates.nearly(type, text).filter(({ isStranger }) => !isStranger));
    return {
      type,
      text,
      here: nearly.filter(({ place }) => isHere(place)),
      elsewhere: elsewhere.length > 0 ? elsewhere : nearly.filter(({ place }) => !isHere(place)),
    };
  }

  #ranked(candidate: Candidate, { point, postcode }: ReconcileRow, more: number): Ranked {
    const { place, quality } = candidate;
    const km = point === undefined ? undefined : this.#km(place, point);
    const nearness = km === undefined ? 0 : (NEAREST * NEAR_KM) / (NEAR_KM + km);
    const belonging = postcode === undefined ? 0 : POSTCODE * this.#postcodeFit(postcode, place);
    const evidence = quality + nearness + belonging + more;
    return { ...candidate, rank: evidence + IMPORTANCE * (this.#names.importances[place] ?? 0), evidence };
  }

  #km(place: number, { latitude, longitude }: NonNullable<ReconcileRow['point']>): number | undefined {
    const own = this.#places.latitudes[place] ?? Number.NaN;
    if (Number.isNaN(own)) return undefined;
    return distanceKm(latitude, longitude, own, this.#places.longitudes[place] ?? 0);
  }

  #inState({ here }: Found): (place: number) => boolean {
    if (here.length === 0) return () => true;
    return mayLieIn(
      this.#places,
      here.map(({ place }) => place),
    );
  }

  #city(cities: Found, states: Found, countries: Found, row: ReconcileRow): Level {
    if (cities.text === undefined) return blank(undefined);
    const level = decide(cities, (place) => this.#whereCity(place, states, countries));
    if (level.place === undefined || level.verdict === 'contradiction') return level;
    const km = row.point && this.#km(level.place, row.point);
    if (km !== undefined && km > FAR_KM) return contradicted(level, `city is ${Math.round(km)} km from the point`);
    const { text } = states;
    const country = countries.here[0];
    if (text === undefined || states.here.length > 0 || country === undefined || !CODE_LIKE.test(text)) return level;
    const { countries: countryOf } = this.#places;
    if (countryOf[level.place] !== country.place) return level;
    return contradicted(
      level,
      `city is in ${this.#code(level.place)}, not ${this.#code(country.place)}-${text.toUpperCase()}`,
    );
  }

  #whereCity(place: number, states: Found, countries: Found): string {
    const country = countries.here[0]?.place;
    const state = states.here[0]?.place;
    if (state !== undefined) return `city is in ${this.#code(place)}, not ${this.#code(state)}`;
    return `city is in ${this.#places.countryCode(place)}, not ${country === undefined ? '' : this.#code(country)}`;
  }

  #state(states: Found, countries: Found, decided: readonly number[]): Level {
    const country = countries.here[0]?.place;
    if (states.here.length === 0 && states.elsewhere.length > 0 && country !== undefined) {
      return decide(states, (place) => `state is in ${this.#places.countryCode(place)}, not ${this.#code(country)}`);
    }
    return this.#upper(states, decided, this.#places.states);
  }

  /** A level above one that is decided: places of that decide between its candidates, or imply it. */
  #upper(found: Found, decided: readonly number[], above: Uint32Array): Level {
    const implied = new Set(decided.map((place) => above[place] ?? NO_PLACE));
    const [only] = implied;
    if (found.text === undefined) {
      return blank(implied.size === 1 && only !== NO_PLACE ? only : undefined);
    }
    const here = found.here.filter(({ place }) => implied.has(place));
    return decide(here.length > 0 ? { ...found, here } : found, () => '');
  }

  /** ISO 3166-2 of a state or a city's state, as far as the data has one. */
  #code(place: number): string {
    const state = this.#places.stateCode(place);
    return state === undefined ? this.#places.countryCode(place) : `${this.#places.countryCode(place)}-${state}`;
  }
}

/** A predicate: the place belongs to one of those found, or nothing was found. */
function among({ here }: Found, above: Uint32Array): (place: number) => boolean {
  const found = new Set(here.map(({ place }) => place));
  return (place) => found.size === 0 || found.has(above[place] ?? NO_PLACE);
}
