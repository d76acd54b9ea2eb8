/**
 * Which states are parts of which: what the data tells of that, held against the first-level subdivisions that GeoNames has the cities in.
 * The data has Badajoz under Andalusia and provinces of Tuscany under Udine, and of Paris it tells nothing; but states whose cities lie in one
 * subdivision are parts of one whole.
 */
import { fold } from './fold.ts';
import type { GeonamesPlace } from './geonames.ts';
import { distanceKm } from './near.ts';
import type { SourceCity, SourceState } from './source-rows.ts';

/** Fewer cities of a state may have been put there by mistake. */
const ENOUGH = 3;
/** So many tell where a point lies, and no farther, in kilometres. */
const NEAREST = 5;
const NEAR_KM = 100;

/** The subdivision that a state lies in, or that it is. */
interface Level {
  readonly code: string;
  /** What tells it: the state's own cities, all cities around it, or those that are nearest. */
  readonly by: 'own' | 'all' | 'nearest';
}

/** A city and the subdivision that GeoNames has it in. */
interface Located {
  readonly city: SourceCity;
  readonly code: string;
}

/** State id → id of the state that it is a part of, null where it is none's. What is not there is not known better than the data tells it. */
export function wholesOf(
  states: readonly SourceState[],
  cities: readonly SourceCity[],
  geonames: ReadonlyMap<number, Pick<GeonamesPlace, 'adminCode'>>,
): ReadonlyMap<number, number | null> {
  const located = cities.flatMap((city) => {
    const code = geonames.get(city.id)?.adminCode;
    return code ? [{ city, code }] : [];
  });
  const ofCountry = Map.groupBy(located, ({ city }) => city.countryCode);
  const withCities = new Set(cities.map(({ stateId }) => stateId));
  const wholes = new Map<number, number | null>();
  for (const [country, own] of Map.groupBy(states, ({ countryCode }) => countryCode)) {
    new Subdivisions(own, ofCountry.get(country) ?? [], withCities).addTo(wholes);
  }
  return wholes;
}

/** The states of one country. */
class Subdivisions {
  readonly #states: ReadonlyMap<number, SourceState>;
  readonly #withCities: ReadonlySet<number>;
  readonly #levels: ReadonlyMap<number, Level>;

  constructor(states: readonly SourceState[], located: readonly Located[], withCities: ReadonlySet<number>) {
    const ofState = Map.groupBy(located, ({ city }) => city.stateId);
    this.#states = new Map(states.map((state) => [state.id, state]));
    this.#withCities = withCities;
    this.#levels = new Map(
      states.flatMap((state) => {
        const level = levelOf(state, ofState.get(state.id) ?? [], located);
        return level ? [[state.id, level]] : [];
      }),
    );
  }

  addTo(found: Map<number, number | null>): void {
    const known = [...this.#states.values()].filter(({ id }) => this.#levels.has(id));
    const groups = Map.groupBy(known, (state) => this.#codeOf(state) ?? '');
    const wholes = new Map(
      [...groups].map(([code, group]) => [code, this.#toldWhole(group) ?? this.#untoldWhole(group)]),
    );
    const uppers = new Set(wholes.values());
    for (const state of known) {
      const whole = wholes.get(this.#codeOf(state) ?? '');
      const above = this.#above(state);
      if (whole && !uppers.has(state)) {
        if (this.#isBetter(state, above) && !above.includes(whole) && !this.#above(whole).includes(state))
          found.set(state.id, whole.id);
      } else if (above.length === 0) {
        found.set(state.id, null);
      }
    }
  }

  /**
   * Whether its level is better known than what it is said to be a part of. Of Barisal no part has cities, so that what lies around Bhola says
   * nothing of it.
   */
  #isBetter({ id }: SourceState, [whole]: readonly SourceState[]): boolean {
    const by = this.#levels.get(id)?.by;
    if (whole === undefined || by !== 'all') return whole === undefined || by === 'own';
    const parts = [...this.#states.values()].filter((state) => this.#above(state).includes(whole));
    return parts.some((part) => this.#levels.get(part.id)?.by === 'own');
  }

  /** What most of them are said to be parts of, if it lies in their subdivision. */
  #toldWhole(group: readonly SourceState[]): SourceState | undefined {
    const code = this.#codeOf(group[0]);
    const told = group
      .flatMap((state) => this.#above(state))
      .filter((whole) => [code, undefined].includes(this.#codeOf(whole)));
    return [...Map.groupBy(told, (whole) => whole)].sort(([, one], [, other]) => other.length - one.length)[0]?.[0];
  }

  /** The only one of them that no city lies in, where the others are of another kind, and several or of the same name. */
  #untoldWhole(group: readonly SourceState[]): SourceState | undefined {
    const [[whole, ...others] = [], [part, ...more] = []] = [false, true].map((hasCities) =>
      group.filter(
        (state) => this.#withCities.has(state.id) === hasCities && (hasCities || this.#above(state).length === 0),
      ),
    );
    if (!whole || others.length > 0 || !part) return undefined;
    const isOfSameKind = [part, ...more].some(({ type }) => type && type === whole.type);
    return !isOfSameKind && (more.length > 0 || nameOf(part) === nameOf(whole)) ? whole : undefined;
  }

  #codeOf(state: SourceState | undefined): string | undefined {
    return state && this.#levels.get(state.id)?.code;
  }

  /** What the data says that a state is a part of, what that is a part of, and so on; nothing where it comes back to the state. */
  #above(state: SourceState): readonly SourceState[] {
    const above: SourceState[] = [];
    let whole = this.#states.get(state.parentId ?? -1);
    for (; whole && !above.includes(whole); whole = this.#states.get(whole.parentId ?? -1)) above.push(whole);
    return above.includes(state) ? [] : above;
  }
}

/** "Asturias" and "Asturias, Principality of" are the same. */
function nameOf({ name }: SourceState): string {
  return fold(name.split(',', 1)[0] ?? '');
}

/** Where both its cities and its point say the same. What lies far from all others, overseas, is in one of its own. */
function levelOf(state: SourceState, own: readonly Located[], ofCountry: readonly Located[]): Level | undefined {
  const near = nearTo(state, ofCountry);
  const nearest = near.slice(0, NEAREST);
  const code = mostOf(nearest) ?? mostOf(own);
  if (own.length >= ENOUGH) return code !== undefined && mostOf(own) === code ? { code, by: 'own' } : undefined;
  const isAway = ofCountry.length > 0 && near.every(({ city }) => city.stateId === state.id);
  if (isAway && !Number.isNaN(state.latitude)) return { code: `far from all: ${state.id}`, by: 'nearest' };
  const isThere = (each: Located) => each.code === code;
  if (code === undefined || ![...own, ...nearest].every(isThere)) return undefined;
  return { code, by: near.every(isThere) ? 'all' : 'nearest' };
}

/** The subdivision that more than half of at least so many lie in. */
function mostOf(located: readonly Located[]): string | undefined {
  if (located.length < ENOUGH) return undefined;
  const [code] = [...Map.groupBy(located, (each) => each.code)].find(([, of]) => 2 * of.length > located.length) ?? [];
  return code;
}

/** The nearest first. */
function nearTo({ latitude, longitude }: SourceState, located: readonly Located[]): readonly Located[] {
  return located
    .map((each) => ({ each, km: distanceKm(latitude, longitude, each.city.latitude, each.city.longitude) }))
    .filter(({ km }) => km <= NEAR_KM)
    .sort((one, other) => one.km - other.km)
    .map(({ each }) => each);
}
