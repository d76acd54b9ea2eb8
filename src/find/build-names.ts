/** Gathers the names of all places, place by place, for the dictionary of names. */
import { type Kinds, languagesOf, namesOf, withOthers } from './collect-names.ts';
import { foreignNames, usualNames } from './country-names.ts';
import { Dictionary } from './dictionary.ts';
import { otherNamesOfState } from './former-states.ts';
import type { GeonamesJoin } from './geonames.ts';
import { importanceOf } from './importance.ts';
import { inOrder, openPlaces } from './places.ts';
import type { Sections } from './sections.ts';
import type { SourceRows } from './source-rows.ts';
import { type Standing, standingsOf } from './standings.ts';
import { initialsOf, sizesOfStates } from './stand-ins.ts';

/** `placeSections` are those of buildPlaces for the same rows. */
export function buildNames(rows: SourceRows, placeSections: Sections, geonames: GeonamesJoin = new Map()): Sections {
  const { dictionary, importances, languages } = gathered(rows, placeSections, geonames);
  return { ...dictionary.sections(importances), 'names.languages': Buffer.from(languages.join('\0')) };
}

/** What names and importances are found by is needed no more when this returns, and is as much again. */
function gathered(rows: SourceRows, placeSections: Sections, geonames: GeonamesJoin) {
  const places = openPlaces(placeSections);
  const { countries, states, cities } = inOrder(rows);
  const languages = languagesOf([...countries, ...states, ...cities]);
  const bits = new Map(languages.map((language, bit) => [language, bit]));
  const standings = standingsOf(cities, geonames);
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
  for (const row of countries) {
    const names = namesOf(row, [row.iso2, row.iso3, row.numericCode], bits, usualNames(row.iso2));
    add(place++, names, undefined, foreignNames(row.iso2));
  }
  const sizes = sizesOfStates(places, states, cities, standings);
  for (const row of states) {
    const names = namesOf(row, [row.iso2, row.iso31662, numberIn(row.iso2)], bits, otherNamesOfState(row));
    add(place, names, { size: row.population || (sizes[place] ?? 0), geonames: undefined, isSecond: false });
    place += 1;
  }
  for (const row of cities) {
    const standing = standings.get(row.id);
    const listed = standing?.geonames;
    const others = listed === undefined ? [] : [listed.name, ...listed.alternateNames];
    add(place++, namesOf(row, initialsOf(row, standing), bits, others), standing);
  }
  return { dictionary, importances, languages };
}

/** Paris is 75 to its people, FR-75C to ISO 3166-2. */
function numberIn(code: string | null): string | undefined {
  return code === null ? undefined : /^(\d{2,3})[A-Z]$/.exec(code)?.[1];
}
