/** What is decided of each level of a row, by what was found for it and for those above and below it. */
import { CodeForms } from './code-forms.ts';
import { blank, contradicted, decide, type Found, isDecided, type Level } from './decide.ts';
import { wholesAbove } from './lies-in.ts';
import { distanceKm } from './near.ts';
import { NO_PLACE, type Places } from './places.ts';
import type { ReconcileRow } from './reconcile.ts';
import { codeOf, whereCity } from './whereabouts.ts';

/** A city this far from the row's point is another one. */
const FAR_KM = 150;

/** From a place to a row's point; undefined where the place has none. */
export function kmTo(
  places: Places,
  place: number,
  { latitude, longitude }: NonNullable<ReconcileRow['point']>,
): number | undefined {
  const own = places.latitudes[place] ?? Number.NaN;
  if (Number.isNaN(own)) return undefined;
  return distanceKm(latitude, longitude, own, places.longitudes[place] ?? 0);
}

export class Levels {
  readonly #places: Places;
  readonly #codeForms: CodeForms;

  constructor(places: Places) {
    this.#places = places;
    this.#codeForms = new CodeForms(places);
  }

  /** Contradicted by a point far away, and by the code of a state that the country does not have. */
  city(cities: Found, states: Found, countries: Found, row: ReconcileRow): Level {
    if (cities.text === undefined) return blank(undefined);
    const level = decide(cities, (place) =>
      whereCity(this.#places, place, states.here[0]?.place, countries.here[0]?.place),
    );
    if (level.place === undefined || level.verdict === 'contradiction') return level;
    const km = row.point && kmTo(this.#places, level.place, row.point);
    if (km !== undefined && km > FAR_KM) return contradicted(level, `city is ${Math.round(km)} km from the point`);
    const { text } = states;
    const country = countries.here[0];
    if (text === undefined || states.here.length > 0 || country === undefined) return level;
    if (this.#places.countries[level.place] !== country.place || !this.#codeForms.isOne(text, country.place))
      return level;
    const code = this.#places.countryCode(country.place);
    return contradicted(
      level,
      `city is in ${codeOf(this.#places, level.place)}; ${code} has no state ${text.toUpperCase()}`,
    );
  }

  /** Berlin in Germany is none where its own text goes on with France. */
  asSaid(level: Level, isSaid: ((place: number) => boolean) | undefined): Level {
    if (isSaid === undefined || level.place === undefined || !isDecided(level) || isSaid(level.place)) return level;
    return contradicted(level, `city is in ${codeOf(this.#places, level.place)}, which is not what its own text says`);
  }

  /** `decided` are the places that the city's text can't be told from. */
  state(states: Found, countries: Found, decided: readonly number[]): Level {
    const country = countries.here[0]?.place;
    if (states.here.length === 0 && states.elsewhere.length > 0 && country !== undefined) {
      return decide(
        states,
        (place) => `state is in ${this.#places.countryCode(place)}, not ${codeOf(this.#places, country)}`,
      );
    }
    const own = this.upper(states, decided, this.#places.states);
    if (own.verdict !== 'alias') return own;
    // Plzeňský kraj by its own name, rather than a district in it that some call so.
    const wholes = new Set(
      decided.flatMap((place) => wholesAbove(this.#places, this.#places.states[place] ?? NO_PLACE)),
    );
    const here = states.here.filter(({ place, fit }) => fit !== 'alias' && wholes.has(place));
    return here.length > 0 ? decide({ ...states, here }, () => '') : own;
  }

  /** A level above one that is decided: places of that decide between its candidates, or imply it. */
  upper(found: Found, decided: readonly number[], above: Uint32Array): Level {
    const implied = new Set(decided.map((place) => above[place] ?? NO_PLACE));
    const [only] = implied;
    if (found.text === undefined) {
      return blank(implied.size === 1 && only !== NO_PLACE ? only : undefined);
    }
    const here = found.here.filter(({ place }) => implied.has(place));
    return decide(here.length > 0 ? { ...found, here } : found, () => '');
  }
}
