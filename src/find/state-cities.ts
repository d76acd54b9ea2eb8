/** Cities that the data has as a state only, or not at all: Buenos Aires, Shanghai, Willemstad. */
import type { Candidate, Candidates } from './candidates.ts';
import { among, type Found, type Level, MUCH_LIKELIER } from './decide.ts';
import type { Names } from './names.ts';
import { CAPITAL_OF_COUNTRY, NO_PLACE, type Places } from './places.ts';

export class StateCities {
  readonly #places: Places;
  readonly #names: Names;
  readonly #candidates: Candidates;

  constructor(places: Places, names: Names, candidates: Candidates) {
    this.#places = places;
    this.#names = names;
    this.#candidates = candidates;
  }

  /** States that the text of a city may mean, of those that the row names or its country has. A capital stands for itself alone. */
  called(city: string | undefined, countries: Found, states: Found): readonly Candidate[] {
    if (city === undefined) return [];
    const inCountry = among(countries, this.#places.countries);
    const isMeant = among(states, this.#places.states);
    const called = this.#candidates
      .named('state', city)
      .filter(({ place, isCode }) => !isCode && inCountry(place) && isMeant(place));
    const all = called.length > 0 ? called : this.#nearly(city, states);
    const capitals = all.filter((each) => this.#isOfCountry(each));
    return capitals.length > 0 || countries.here.length === 0 ? capitals : all;
  }

  /**
   * Whether the place that was found for a city is one, rather than a state that is called so: Hanoi alone is no typo for Hania, and
   * 上海 is no Shangcai, which some call so in Japanese.
   */
  isCity({ place }: Level, cities: Found, countries: Found, called: readonly Candidate[]): boolean {
    const chosen = cities.here.find((each) => each.place === place);
    if (chosen === undefined) return this.#isElsewhere(place, cities, countries);
    // Ceuta is no typo for Ceutí, and Beograd none for what some call Beodra.
    if (chosen.isTypo && called.some(({ fit }) => fit !== 'fuzzy')) return false;
    const isPlaced = countries.here.length > 0;
    if (isPlaced && chosen.fit !== 'alias') return true;
    // In a state of its own name a city is the city. A state is less important than a city of its size.
    const rivals = called.filter((state) => !isPlaced || state.place !== this.#places.states[chosen.place]);
    const less = isPlaced ? -MUCH_LIKELIER : MUCH_LIKELIER;
    const isLess = rivals.every((state) => this.#importance(state) < chosen.importance + less);
    return isLess && (isPlaced || !chosen.isTypo);
  }

  /** "Shangai" in Shanghai, where no city has that name. */
  #nearly(city: string, states: Found): readonly Candidate[] {
    if (this.#candidates.named('city', city).some(({ fit }) => fit !== 'alias')) return [];
    const named = new Set(states.here.map(({ place }) => place));
    return this.#candidates.nearly('state', city).filter(({ place, isTypo }) => isTypo && named.has(place));
  }

  /**
   * A capital lies in its country, whether the data has it or not, and a country that is called so is a city: Macau. Where the row
   * names no country it is that of its states.
   */
  isCapital(city: string | undefined, countries: Found, states: Found): boolean {
    if (city === undefined) return false;
    const called = this.#candidates.named('country', city).filter(({ isCode }) => !isCode);
    const own = states.here.map(({ place }) => this.#places.countries[place] ?? NO_PLACE);
    const here = countries.text === undefined ? own : countries.here.map(({ place }) => place);
    return here.some((place) => called.some((each) => each.place === place) || this.#places.isCapital(place, city));
  }

  /** Whether a city that was found abroad is rather a state of the row's country, which the data has as no city: Ceuta. */
  isState(city: string | undefined, { place, verdict }: Level, { here }: Found): boolean {
    const countries = new Set(here.map((country) => country.place));
    const isIn = (each = NO_PLACE): boolean => countries.has(this.#places.countries[each] ?? NO_PLACE);
    if (city === undefined || verdict !== 'contradiction' || isIn(place)) return false;
    return this.#candidates.named('state', city).some((state) => !state.isCode && isIn(state.place));
  }

  /** In whatever state it is said to lie, a capital is meant that is a city of its country: Berlin is not in Bavaria, and is still Berlin. */
  #isElsewhere(place: number | undefined, { elsewhere }: Found, countries: Found): boolean {
    const chosen = elsewhere.find((each) => each.place === place);
    if (chosen === undefined || !this.#isOfCountry(chosen)) return false;
    return countries.here.some((country) => country.place === this.#places.countries[chosen.place]);
  }

  #isOfCountry({ place }: Candidate): boolean {
    return this.#places.capitals[place] === CAPITAL_OF_COUNTRY;
  }

  #importance({ place }: Candidate): number {
    return this.#names.importances[place] ?? 0;
  }
}
