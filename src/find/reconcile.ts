/** What the rows of somebody's table mean: a country, a state and a city each, how sure that is, and what speaks against it. */
import { type Candidate, Candidates } from './candidates.ts';
import { takeApart } from './cell.ts';
import {
  agreed,
  alternatives,
  among,
  blank,
  byRank,
  type Choice,
  decide,
  type Found,
  isDecided,
  isLittleKnown,
  type Level,
  type Ranked,
  WELL_KNOWN,
  withLikelier,
} from './decide.ts';
import { kmTo, Levels } from './levels.ts';
import { isNamedTwice, mayLieIn } from './lies-in.ts';
import type { Location } from './locate.ts';
import type { Names } from './names.ts';
import { inOrder } from './mixed-columns.ts';
import { inColumns, partsNamed } from './nations.ts';
import { NO_PLACE, type Places, type PlaceType } from './places.ts';
import { asStateSays } from './state-abroad.ts';
import { StateCities } from './state-cities.ts';
import { wholeOf } from './territories.ts';
import { withTwins } from './twins.ts';
import type { PostcodeFit } from './typed-postcode.ts';

export interface ReconciledRow extends Readonly<Record<PlaceType, Level>> {
  /** Other places that the most particular text may mean, best first. */
  readonly alternatives: readonly Choice[];
}

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
const POSTCODE = 0.15;
/** In the right country, though in another state. */
const NEAR_BY = 0.2;
/** In a country that belongs to the right one. */
const IN_TERRITORY = 0.1;
/** A country that is called by the name of a part of it. */
const OF_A_PART = 0.8;
/** In another country than the state that the row names. */
const ABROAD = 0.1;
/** In just the state, not in a part of it. */
const OF_STATE = 0.1;
/** ISO 3166-2 says its country itself. */
const WHOLE_CODE = /^[a-z]{2}-[a-z0-9]{1,3}$/i;

/** What lies at a point; the city may be far away. */
type Locate = (
  point: NonNullable<ReconcileRow['point']>,
) => Pick<Location, 'country' | 'state' | 'city' | 'distanceKm'>;

/** Takes rows one after the other. It remembers texts, so each batch of rows has its own. */
export class Reconciler {
  readonly #places: Places;
  readonly #names: Names;
  readonly #candidates: Candidates;
  readonly #stateCities: StateCities;
  readonly #postcodeFit: PostcodeFit;
  readonly #locate: Locate | undefined;
  readonly #levels: Levels;

  /** Without `locate` a point implies nothing. */
  constructor(places: Places, names: Names, postcodeFit: PostcodeFit = () => 0, locate?: Locate) {
    this.#places = places;
    this.#locate = locate;
    this.#postcodeFit = postcodeFit;
    this.#names = names;
    this.#levels = new Levels(places);
    this.#candidates = new Candidates(places, names);
    this.#stateCities = new StateCities(places, names, this.#candidates);
  }

  /** `most` is how many alternatives there are at most. A row of a point alone is answered with what lies there. */
  row(given: ReconcileRow, most: number): ReconciledRow {
    const { country, state, city, point } = given;
    return (country ?? state ?? city) === undefined ? this.#at(point) : this.#named(given, most);
  }

  #at(point: ReconcileRow['point']): ReconciledRow {
    const { country, state, city, distanceKm = 0 } = (point && this.#locate?.(point)) ?? {};
    const isNear = country !== undefined && distanceKm <= NEAR_KM;
    return { country: blank(country), state: blank(state), city: blank(isNear ? city : undefined), alternatives: [] };
  }

  #named(given: ReconcileRow, most: number): ReconciledRow {
    const ordered = inOrder(given, this.#candidates, this.#places);
    const { row: taken, isSaid } = takeApart(ordered, this.#candidates, this.#places);
    const row = inColumns(taken, this.#candidates, this.#places);
    const countries = this.#countries(row);
    const inCountry = among(countries, this.#places.countries);
    const nearness = (place: number): number => {
      if (inCountry(place)) return NEAR_BY;
      return inCountry(wholeOf(this.#places, place)) ? IN_TERRITORY : 0;
    };
    const states = this.#find('state', row, nearness);
    const inState = this.#cities(row, states, nearness, isSaid);
    const isBeside = inState.here.length === 0 && isNamedTwice(row.city, row.state);
    const named = isBeside ? this.#cities(row, { ...states, here: [] }, nearness, isSaid) : inState;
    const cities = asStateSays(named, states, this.#places);
    const judged = this.#levels.asSaid(this.#levels.city(cities, states, countries, row), isSaid);
    const called = this.#stateCities.called(row.city, countries, states);
    const isNoCity =
      !this.#stateCities.isCity(judged, cities, countries, called) &&
      (called.length > 0 ||
        [...new Set([ordered.city, row.city])].some((text) => this.#stateCities.isCapital(text, countries, states)) ||
        this.#stateCities.isState(row.city, judged, countries));
    const city = isNoCity ? decide({ ...cities, here: [], elsewhere: [] }, () => '') : judged;
    const decided = isDecided(city) ? agreed(cities, city) : [];
    const cityState = isNoCity && called.length === 1 && row.state === undefined ? called[0]?.place : undefined;
    const state = cityState === undefined ? this.#levels.state(states, countries, decided) : blank(cityState);
    const lower = decided.length > 0 ? decided : isDecided(state) ? agreed(states, state) : [cityState ?? []].flat();
    const country = this.#levels.upper(countries, lower, this.#places.countries);
    const lowest = [cities, states, countries].find(({ text }) => text !== undefined);
    const chosen = { city, state, country }[lowest?.type ?? 'country'].place;
    return { country, state, city, alternatives: alternatives(lowest, chosen, most) };
  }

  /** A country that is called by a part of it ("England", "Texas") is meant by it. */
  #countries(row: ReconcileRow): Found {
    const { country: text } = row;
    const parts = text === undefined ? [] : partsNamed(text, this.#candidates, this.#places);
    if (parts.length === 0) return this.#find('country', row, () => NEAR_BY);
    const here = parts.map((part): Ranked => {
      const place = this.#places.countries[part.place] ?? NO_PLACE;
      return { ...this.#ranked(part, row, 0), place, fit: 'alias', quality: part.quality * OF_A_PART };
    });
    return { type: 'country', text, here: here.sort(byRank), elsewhere: [] };
  }

  /** Where the cell of the city says itself where that lies, no other one is meant: it may contradict the rest of the row. */
  #cities(
    row: ReconcileRow,
    { here: states }: Found,
    nearness: (place: number) => number,
    isSaid: ((place: number) => boolean) | undefined,
  ): Found {
    const named = new Set(states.map(({ place }) => place));
    const inState = named.size === 0 ? () => true : mayLieIn(this.#places, named);
    const inCountry = new Set(states.map(({ place }) => this.#places.countries[place]));
    const weigh = (place: number): number => {
      const near = nearness(place);
      if (named.size > 0 && !inCountry.has(this.#places.countries[place])) return Math.max(0, near - ABROAD);
      return near + (near > 0 && named.has(this.#places.states[place] ?? NO_PLACE) ? OF_STATE : 0);
    };
    return this.#find('city', row, weigh, (place) => nearness(place) > 0 && inState(place), isSaid);
  }

  /** `weigh` is told of every place: what it gains by where it lies. */
  #find(
    type: PlaceType,
    row: ReconcileRow,
    weigh: (place: number) => number,
    isHere = (place: number): boolean => weigh(place) > 0,
    isSaid: ((place: number) => boolean) | undefined = undefined,
  ): Found {
    const text = row[type];
    if (text === undefined) return { type, text, here: [], elsewhere: [] };
    const ranked = (candidates: readonly Candidate[]): Ranked[] => {
      const said = isSaid === undefined ? [] : candidates.filter(({ place }) => isSaid(place));
      return (said.length > 0 ? said : candidates)
        .map((each) => this.#ranked(each, row, weigh(each.place)))
        .sort(byRank);
    };
    const named = ranked(this.#candidates.named(type, text));
    const isPlaced = row.country !== undefined || row.state !== undefined;
    const isMeant = ({ isStranger, fit, importance }: Ranked): boolean =>
      !isStranger || (isPlaced && (fit !== 'alias' || importance >= WELL_KNOWN));
    const here = withTwins(
      named.filter((each) => isHere(each.place) && isMeant(each)),
      this.#places,
    );
    const isWholeCode = WHOLE_CODE.test(text);
    const elsewhere = named.filter(
      ({ place, isCode, isStranger }) => (!isCode || isWholeCode) && !isStranger && !isHere(place),
    );
    const isDoubted = here.length > 0 && type === 'city' && here.every(isLittleKnown);
    if (here.length > 0 && !isDoubted) return { type, text, here, elsewhere };
    const nearly = ranked(this.#candidates.nearly(type, text).filter(({ isStranger }) => !isStranger));
    const nearlyHere = nearly.filter(({ place }) => isHere(place));
    if (isDoubted) return { type, text, here: withLikelier(here, nearlyHere), elsewhere };
    return {
      type,
      text,
      here: nearlyHere,
      elsewhere: elsewhere.length > 0 ? elsewhere : nearly.filter(({ place }) => !isHere(place)),
    };
  }

  #ranked(candidate: Candidate, { point, postcode }: ReconcileRow, more: number): Ranked {
    const { place, quality } = candidate;
    const km = point === undefined ? undefined : kmTo(this.#places, place, point);
    const nearness = km === undefined ? 0 : (NEAREST * NEAR_KM) / (NEAR_KM + km);
    const belonging = postcode === undefined ? 0 : POSTCODE * this.#postcodeFit(postcode, place);
    const evidence = quality + nearness + belonging + more;
    const importance = this.#names.importances[place] ?? 0;
    return { ...candidate, rank: evidence + IMPORTANCE * importance, evidence, importance };
  }
}
