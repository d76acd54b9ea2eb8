/** All places of a data set in memory, with their names and points: what suggest, near and locate answer from. */
import type { GeonamesJoin } from './geonames.ts';
import { type Labels, openLabels } from './labels.ts';
import { gatherNames } from './build-names.ts';
import { type Names, openNames } from './names.ts';
import { buildPoints, openPoints, type Points } from './near.ts';
import { buildPlaces } from './build-places.ts';
import { openPlaces, type Places } from './places.ts';
import type { Sections } from './sections.ts';
import type { SourceRows } from './source-rows.ts';

export interface PlaceIndex {
  readonly places: Places;
  readonly names: Names;
  readonly points: Points;
  readonly labels: Labels;
}

export function buildPlaceIndex(rows: SourceRows, geonames?: GeonamesJoin): Sections {
  const { places, names } = gatherPlaceIndex(rows, geonames);
  return Object.assign({}, places, ...names);
}

/**
 * As `buildPlaceIndex`, for whoever has no room for all of it at once: `places` are finished, `names` are laid out piece by piece as
 * they are asked for. `geonames` is no longer needed by then.
 */
export function gatherPlaceIndex(
  rows: SourceRows,
  geonames?: GeonamesJoin,
): { readonly places: Sections; readonly names: Iterable<Sections> } {
  const built = buildPlaces(rows, geonames);
  return { places: { ...built, ...buildPoints(openPlaces(built)) }, names: gatherNames(rows, built, geonames) };
}

/** Opens what {@link buildPlaceIndex} made, without copying. */
export function openPlaceIndex(sections: Sections): PlaceIndex {
  const places = openPlaces(sections);
  const names = openNames(sections);
  return { places, names, points: openPoints(sections, places), labels: openLabels(places, names) };
}
