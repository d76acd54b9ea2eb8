/** What the names of a country, a state and a city may mean, all readings of them side by side. */
import { type Candidate, Candidates } from '../find/candidates.ts';
import { nationsNamed } from '../find/nations.ts';
import type { PlaceIndex } from '../find/place-index.ts';
import { NO_PLACE, type PlaceType } from '../find/places.ts';

/** Undefined for a name that was not given, empty for one that nothing bears; the most important place first. */
export type Reading = Readonly<Record<PlaceType, readonly Candidate[] | undefined>>;

export type NamesGiven = Readonly<Partial<Record<PlaceType, string>>>;

/** Reads names by what the data calls places; "England" is the country that it is a part of. */
export function readNames(index: PlaceIndex, given: NamesGiven): Reading {
  const { places, names } = index;
  const candidates = new Candidates(places, names);
  const named = (type: PlaceType): readonly Candidate[] | undefined => {
    const text = given[type];
    return text === undefined ? undefined : byImportance(index, candidates.named(type, text));
  };
  const country = named('country');
  const parts = given.country === undefined ? [] : nationsNamed(given.country, candidates, places);
  const wholes = parts.map((part) => ({ ...part, place: places.countries[part.place] ?? NO_PLACE }));
  // Codes of cities are those of their airports.
  return {
    country: country && [...country, ...wholes],
    state: named('state'),
    city: named('city')?.filter(({ isCode, isStranger }) => !isCode && !isStranger),
  };
}

/** The state that is called so, the most important one. */
export function stateCalled(index: PlaceIndex, text: string): number | undefined {
  const called = new Candidates(index.places, index.names).named('state', text).filter(({ isCode }) => !isCode);
  return byImportance(index, called)[0]?.place;
}

/** The place that is called nearly so, where there is one in these countries. */
export function nearlyNamed(
  index: PlaceIndex,
  type: PlaceType,
  text: string,
  countries: ReadonlySet<number>,
): number | undefined {
  const found = new Candidates(index.places, index.names).nearly(type, text).filter(({ isStranger }) => !isStranger);
  const here = found.filter(
    ({ place }) => countries.size === 0 || countries.has(index.places.countries[place] ?? NO_PLACE),
  );
  const best = here.toSorted((one, other) => other.quality - one.quality)[0];
  const [nearest] = byImportance(
    index,
    here.filter(({ quality }) => quality === best?.quality),
  );
  return nearest?.place;
}

function byImportance({ names }: PlaceIndex, found: readonly Candidate[]): Candidate[] {
  const importance = ({ place }: Candidate): number => names.importances[place] ?? 0;
  return found.toSorted((one, other) => importance(other) - importance(one) || one.place - other.place);
}
