/**
 * Rows of one place among those that a text may mean, by the own name of one and another name of the other: Warszawa beside Warsaw. They
 * are no doubt. Where both are called so themselves nobody knows which of the rows is meant.
 */
import type { Ranked } from './decide.ts';
import { distanceKm } from './near.ts';
import { NO_PLACE, type Places } from './places.ts';

/** Such cities that lie no farther apart are one to a table of addresses: Delhi and New Delhi. */
const SAME_PLACE_KM = 5;

/** The same, best first, with those told that are the first one in another row. */
export function withTwins(
  here: readonly Ranked[],
  { latitudes, longitudes, countries, firstCity }: Places,
): readonly Ranked[] {
  const [best, ...others] = here;
  if (best === undefined || best.place < firstCity) return here;
  const coordinatesOf = (place: number): [latitude: number, longitude: number] => [
    latitudes[place] ?? Number.NaN,
    longitudes[place] ?? Number.NaN,
  ];
  const point = coordinatesOf(best.place);
  const country = countries[best.place] ?? NO_PLACE;
  // Without a point nothing is known of it.
  const isTwin = ({ place, fit }: Ranked): boolean =>
    (fit === 'alias') !== (best.fit === 'alias') &&
    countries[place] === country &&
    distanceKm(...point, ...coordinatesOf(place)) <= SAME_PLACE_KM;
  return [best, ...others.map((each) => (isTwin(each) ? { ...each, isTwin: true } : each))];
}
