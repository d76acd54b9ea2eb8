/** Places by distance from a point, exact on the sphere: at the poles and across the date line as anywhere. */
import { around } from 'geokdbush';
import KDBush from 'kdbush';
import type { Places } from './places.ts';
import { type Sections, section } from './sections.ts';

/** The mean radius of the earth that distances are reckoned with, in kilometres. */
const EARTH_RADIUS_KM = 6371;
const RADIANS = Math.PI / 180;

/** More than the rounding of two ways to reckon the same distance, and far less than a metre. */
const SLACK_KM = 1e-6;

export interface Neighbour {
  /** The place's number. */
  readonly place: number;
  /** Great circle, unrounded. */
  readonly distanceKm: number;
}

export interface NearQuery {
  readonly latitude: number;
  readonly longitude: number;
  /** Without it, however far. */
  readonly radiusKm?: number;
  readonly limit: number;
  /** Which places count; without it all that have coordinates. */
  readonly accepts?: (place: number) => boolean;
}

export interface Points {
  /** Nearest first; of equally near ones the lower number, which within a type is the lower id. */
  near(query: NearQuery): Neighbour[];
}

export function buildPoints(places: Places): Sections {
  const located = [...places.ids.keys()].filter((place) => !Number.isNaN(places.latitudes[place]));
  const tree = new KDBush(located.length);
  for (const place of located) tree.add(places.longitudes[place] ?? 0, places.latitudes[place] ?? 0);
  if (located.length > 0) tree.finish();
  return {
    'points.places': Uint32Array.from(tree.ids, (index) => located[index] ?? 0),
    'points.coordinates': Float64Array.from(tree.coords),
  };
}

export function openPoints(sections: Sections, places: Places): Points {
  // What `around` reads of a tree is these three; KDBush.from would want a buffer of its own instead of views.
  const tree = {
    ids: section(sections, 'points.places', Uint32Array),
    coords: section(sections, 'points.coordinates', Float64Array),
    nodeSize: 64,
  } as unknown as KDBush;
  return { near: (query) => near(tree, places, query) };
}

function near(tree: KDBush, places: Places, query: NearQuery): Neighbour[] {
  const { latitude, longitude, radiusKm = Number.POSITIVE_INFINITY, limit, accepts } = query;
  const measured = (place: number): Neighbour => ({
    place,
    distanceKm: distanceKm(latitude, longitude, places.latitudes[place] ?? 0, places.longitudes[place] ?? 0),
  });
  const found = around(tree, longitude, latitude, limit, radiusKm + SLACK_KM, accepts);
  const last = found.at(-1);
  // Of several equally far ones the tree gives any: all as far as the last are asked for, then put in order.
  const farthest = last === undefined ? 0 : measured(last).distanceKm + SLACK_KM;
  const candidates =
    found.length < limit ? found : around(tree, longitude, latitude, Number.POSITIVE_INFINITY, farthest, accepts);
  return candidates
    .map(measured)
    .filter((neighbour) => neighbour.distanceKm <= radiusKm)
    .sort((one, other) => one.distanceKm - other.distanceKm || one.place - other.place)
    .slice(0, limit);
}

/**
 * What is within so many kilometres of a point is within so many degrees of its latitude. Rounding costs the haversine formula
 * a decimetre where points are opposite each other: a metre is added.
 */
export function degreesOfLatitude(km: number): number {
  return (km + 0.001) / (EARTH_RADIUS_KM * RADIANS);
}

/** The haversine formula. Degrees in, kilometres out. */
export function distanceKm(latitude: number, longitude: number, toLatitude: number, toLongitude: number): number {
  const sinLatitude = Math.sin(((toLatitude - latitude) * RADIANS) / 2);
  const sinLongitude = Math.sin(((toLongitude - longitude) * RADIANS) / 2);
  const haversine =
    sinLatitude * sinLatitude +
    Math.cos(latitude * RADIANS) * Math.cos(toLatitude * RADIANS) * sinLongitude * sinLongitude;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(haversine)));
}
