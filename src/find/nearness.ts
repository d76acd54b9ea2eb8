/** What a suggestion is worth for lying near the point that somebody asks from. */
import { distanceKm } from './near.ts';
import type { Places } from './places.ts';

/** Right at the point. */
export const NEAREST = 3;
/** Half of it is left at this distance. */
const NEAR_KM = 60;

/** 0 for a place without a point. Where `isCoarse`, places count as lying in whole degrees. */
export function nearness(
  places: Places,
  place: number,
  near: { readonly latitude: number; readonly longitude: number },
  isCoarse = false,
): number {
  const latitude = places.latitudes[place] ?? Number.NaN;
  if (Number.isNaN(latitude)) return 0;
  const longitude = places.longitudes[place] ?? 0;
  const km = isCoarse
    ? distanceKm(near.latitude, near.longitude, Math.round(latitude), Math.round(longitude))
    : distanceKm(near.latitude, near.longitude, latitude, longitude);
  return (NEAREST * NEAR_KM) / (NEAR_KM + km);
}
