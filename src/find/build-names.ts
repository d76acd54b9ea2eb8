/** Gathers the names of all places, place by place, for the dictionary of names. */
import { capitalsNowhere } from './capitals.ts';
import { type Kinds, languagesOf, namesOf, withOthers } from './collect-names.ts';
import { foreignNames, usualNames } from './country-names.ts';
import { Dictionary } from './dictionary.ts';
import type { GeonamesJoin } from './geonames.ts';
import { importanceOf } from './importance.ts';
import { inOrder } from './build-places.ts';
import { openPlaces } from './places.ts';
import type { Sections } from './sections.ts';
import type { SourceRows } from './source-rows.ts';
import { type Standing, standingsOf } from './standings.ts';
import { abbreviationsOf } from './state-abbreviations.ts';
import { otherNamesOfStates } from './state-names.ts';
import { initialsOf, sizesOfStates } from './stand-ins.ts';

/** `placeSections` are those of buildPlaces for the same rows. */
export function buildNames(rows: SourceRows, placeSections: Sections, geonames?: GeonamesJoin): Sections {
  return Object.assign({}, ...gatherNames(rows, placeSections, geonames));
}

/**
 * The sections of the names, piece by piece in the order of an index. When this returns, all names have been gathered: the caller can let go
 * of what they were gathered from, such as `geonames`, before it asks for the pieces. It is as much memory as they take.
 */
export function gatherNames(
  rows: SourceRows,
  placeSections: Sections,
  geonames: GeonamesJoin = new Map(),
): Iterable<Sections> {
  const places = openPlaces(placeSections);
  const { countries, states, cities } = inOrder(rows);
  const languages = languagesOf([...countries, ...states, ...cities]);
  const bits = new Map(languages.map((language, bit) => [language, bit]));
  const standingOf = standingsOf(cities, geonames, states);
  const dictionary = new Dictionary(places.firstCity);
  const importances = new Float32Array(places.size);
  const add = (
    place: number,
    names: ReadonlyMap<string, Kinds>,
    standing?: Standing,
    foreign: readonly string[] = [],
  ): void => {
    // That CLDR has a name for every country in every language says nothing of how well one is known.
    importances[place] = importanceOf(places, place, names.size, standing);
    dictionary.add(place, withOthers(names, foreign));
  };
  let place = 0;
  const nowhere = capitalsNowhere(rows);
  for (const row of countries) {
    const names = namesOf(row, [row.iso2, row.iso3, row.numericCode], bits, usualNames(row.iso2));
    add(place++, names, undefined, [...foreignNames(row.iso2), nowhere.get(row.iso2) ?? []].flat());
  }
  const othersOf = otherNamesOfStates(states, places.kinds);
  const sizes = sizesOfStates(places, states, cities, standingOf);
  for (const row of states) {
    const names = namesOf(
      row,
      [row.iso2, row.iso31662, numberIn(row.iso2), ...abbreviationsOf(row.iso31662)],
      bits,
      othersOf(row),
    );
    add(place, names, { size: row.population || (sizes[place] ?? 0), geonames: undefined, isSecond: false });
    place += 1;
  }
  for (const row of cities) {
    const standing = standingOf(row);
    const listed = standing.geonames;
    const others = listed === undefined ? [] : [listed.name, ...listed.alternateNames];
    add(place++, namesOf(row, initialsOf(row, standing), bits, others), standing);
  }
  return sectionsOf(dictionary, importances, languages);
}

function* sectionsOf(
  dictionary: Dictionary,
  importances: Float32Array,
  languages: readonly string[],
): Generator<Sections> {
  yield* dictionary.sections(importances);
  yield { 'names.languages': Buffer.from(languages.join('\0')) };
}

/** Paris is 75 to its people, FR-75C to ISO 3166-2. */
function numberIn(code: string | null): string | undefined {
  return code === null ? undefined : /^(\d{2,3})[A-Z]$/.exec(code)?.[1];
}
