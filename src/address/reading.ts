/** What the names of a country, a state and a city may mean, all readings of them side by side. */
import type { Candidate, Candidates } from '../find/candidates.ts';
import { TELLING, WELL_KNOWN } from '../find/decide.ts';
import { nationsNamed } from '../find/nations.ts';
import type { PlaceIndex } from '../find/place-index.ts';
import { NO_PLACE, type PlaceType } from '../find/places.ts';
import { wholeOf } from '../find/territories.ts';

/** Undefined for a name that was not given, empty for one that nothing bears; the most important place first. */
export type Reading = Readonly<Record<PlaceType, readonly Candidate[] | undefined>>;

export type NamesGiven = Readonly<Partial<Record<PlaceType, string | undefined>>>;

/** Reads names by what the data calls places; "England" is the country that it is a part of, and a state may be shortened ("Calif"). */
export function readNames(index: PlaceIndex, candidates: Candidates, given: NamesGiven): Reading {
  const { places } = index;
  const named = (type: PlaceType, text: string | undefined): readonly Candidate[] | undefined =>
    text === undefined ? undefined : byImportance(index, candidates.named(type, text));
  const { country: whole, state: part, city } = given;
  const countries = named('country', whole);
  const nations = whole === undefined ? [] : nationsNamed(whole, candidates, places);
  const country = countries && [
    ...countries,
    ...nations.map((nation) => ({ ...nation, place: places.countries[nation.place] ?? NO_PLACE })),
  ];
  const state = named('state', part);
  const wholes = new Set(country?.map(({ place }) => place));
  const isHere = ({ place }: Candidate): boolean =>
    wholes.size === 0 || wholes.has(places.countries[place] ?? NO_PLACE);
  const mayBeHere = (each: Candidate): boolean => isHere(each) || wholes.has(wholeOf(places, each.place));
  // "USA" is not how Uşak begins.
  const isCountry = part !== undefined && candidates.named('country', part).length > 0;
  const isNamed = isCountry || (state?.some((each) => isHere(each) || isOwnName(each)) ?? false);
  const shortened =
    part === undefined || isNamed
      ? []
      : candidates.nearly('state', part).filter((each) => !each.isTypo && isHere(each));
  const isTelling = ({ place, quality }: Candidate): boolean =>
    quality >= TELLING || (index.names.importances[place] ?? 0) >= WELL_KNOWN;
  // Codes of cities are those of their airports.
  return {
    country,
    state: state && [...state, ...byImportance(index, shortened)],
    city: named('city', city)?.filter(
      (each) => !each.isCode && !each.isStranger && (isTelling(each) || mayBeHere(each)),
    ),
  };
}

function isOwnName({ fit, isCode }: Candidate): boolean {
  return fit !== 'alias' && !isCode;
}

/** The state that is called so, the most important one. */
export function stateCalled(index: PlaceIndex, candidates: Candidates, text: string): number | undefined {
  const called = candidates.named('state', text).filter(({ isCode }) => !isCode);
  return byImportance(index, called)[0]?.place;
}

/** The place that is called nearly so, where there is one in these countries. */
export function nearlyNamed(
  index: PlaceIndex,
  candidates: Candidates,
  type: PlaceType,
  text: string,
  countries: ReadonlySet<number>,
): number | undefined {
  const found = candidates.nearly(type, text).filter(({ isStranger }) => !isStranger);
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
