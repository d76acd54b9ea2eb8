/** Every city of the full data located, against the country of its row; what differs has to have a reason that can be seen. */
import { describe, expect, inject, it } from 'vitest';
import { type Location, locate } from '../../src/find/locate.ts';
import { buildPoints, openPoints } from '../../src/find/near.ts';
import { buildPlaces } from '../../src/find/build-places.ts';
import { openPlaces } from '../../src/find/places.ts';
import { fullDataDir, NO_FULL_DATA } from '../environment.ts';
import { findRows } from './find-rows.ts';

const FULL = inject('fullHomeUrl') === undefined ? undefined : fullDataDir();
const WHY = FULL === undefined ? ` (skipped: ${NO_FULL_DATA})` : '';

/** So many are taken with the same distance from one row to the next, as the rows stand in the files. */
const SPREAD = 50_000;
const KM_A_DEGREE = 111.2;
/** How far from a point its row's country is looked for, in kilometres, and in how many directions. */
const RINGS = [0.5, 1, 2, 3, 4, 5, 6, 8, 10, 12.5, 15, 17.5, 20, 25, 30];
const DIRECTIONS = 24;
const FARTHEST_KM = RINGS.at(-1) ?? 0;
const BORDERS_KM = [2, 10, FARTHEST_KM];

function open(folder: string) {
  const sections = buildPlaces(findRows(folder));
  const places = openPlaces(sections);
  const points = openPoints(buildPoints(places), places);
  const at = (latitude: number, longitude: number) => locate(places, points, latitude, longitude);
  return { places, points, at };
}
type Opened = ReturnType<typeof open>;

/** Kilometres to where the country begins, by the first ring that meets it; undefined where none does. */
function kmTo(country: number | undefined, latitude: number, longitude: number, { at }: Opened): number | undefined {
  const meets = (km: number) =>
    Array.from({ length: DIRECTIONS }, (_, turn) => (turn / DIRECTIONS) * 2 * Math.PI).some((angle) => {
      const north = (km / KM_A_DEGREE) * Math.cos(angle);
      const east = ((km / KM_A_DEGREE) * Math.sin(angle)) / Math.cos((latitude * Math.PI) / 180);
      return at(latitude + north, longitude + east).country === country;
    });
  return RINGS.find(meets);
}

/** Why a city's point lies in another country than its row says; undefined where nothing tells. */
function classOf(place: number, found: Location, opened: Opened): string | undefined {
  const { places, points } = opened;
  const [latitude = 0, longitude = 0] = [places.latitudes[place], places.longitudes[place]];
  const own = places.countryCode(place);
  const code = found.country === undefined ? 'sea' : places.countryCode(found.country);
  if (places.subdivisionCode(place) === `${own}-${code}`)
    return 'territory: a state of its row’s country and a country';
  if (found.disputed?.claimants.some((claimant) => claimant.code === own))
    return 'disputed: its row’s country claims it';
  if (code === 'AQ' && latitude < -60) return 'Antarctica: a claim, which the polygons give to nobody';
  const km = kmTo(places.countries[place], latitude, longitude, opened);
  const within = km === undefined ? undefined : BORDERS_KM.find((most) => km <= most);
  if (within !== undefined) return `border: its row’s country begins within ${within} km`;
  const nearest = (accepts: (other: number) => boolean) =>
    points.near({ latitude, longitude, limit: 1, accepts: (other) => other !== place && accepts(other) })[0];
  if (code === 'sea') {
    const ofState = nearest((other) => places.states[other] === places.states[place]);
    return (ofState?.distanceKm ?? Number.POSITIVE_INFINITY) <= 1 ? 'islet: its state is there, no polygon' : undefined;
  }
  // The row's point or its country is wrong: whoever lives around it lives in the country that was found.
  const neighbour = nearest((other) => other >= places.firstCity);
  return neighbour !== undefined && places.countries[neighbour.place] === found.country
    ? `far: more than ${FARTHEST_KM} km from its row’s country, beside a city of the one found`
    : undefined;
}

interface Differences {
  readonly located: number;
  /** How many are in each class. */
  readonly classes: ReadonlyMap<string, number>;
  readonly unnamed: readonly string[];
}

/** Locates the cities of these numbers. */
function differencesOf(cities: readonly number[], opened: Opened): Differences {
  const { places, at } = opened;
  const classes = new Map<string, number>();
  const unnamed: string[] = [];
  for (const place of cities) {
    const [latitude = 0, longitude = 0] = [places.latitudes[place], places.longitudes[place]];
    const found = at(latitude, longitude);
    if (found.country === places.countries[place]) continue;
    const name = classOf(place, found, opened);
    if (name === undefined)
      unnamed.push(`${places.ids[place]} of ${places.countryCode(place)}, ${latitude}, ${longitude}`);
    else classes.set(name, (classes.get(name) ?? 0) + 1);
  }
  return { located: cities.length, classes, unnamed };
}

function sumOf(classes: ReadonlyMap<string, number>, kind = ''): number {
  return [...classes].reduce((sum, [name, count]) => (name.startsWith(kind) ? sum + count : sum), 0);
}

function tableOf({ located, classes }: Differences): string {
  const lines = [...classes].sort().map(([name, count]) => `${String(count).padStart(7)}  ${name}`);
  return [`locate: ${sumOf(classes)} of ${located} differ from their row’s country`, ...lines].join('\n');
}

describe('cities of the full data', () => {
  it.skipIf(FULL === undefined)(
    `lie where locate says: 99.5 % of 50,000 in their row’s country, each of the others of a class that has a name${WHY}`,
    () => {
      const opened = open(FULL ?? '');
      const { places } = opened;
      const all = Array.from({ length: places.size - places.firstCity }, (_, at) => places.firstCity + at).filter(
        (place) => !Number.isNaN(places.latitudes[place]),
      );
      const spread = Array.from({ length: SPREAD }, (_, at) => all[Math.floor((at * all.length) / SPREAD)] ?? 0);
      for (const cities of [spread, all]) {
        const differences = differencesOf(cities, opened);
        console.info(tableOf(differences));
        expect(new Set(cities).size).toBe(cities.length);
        expect(differences.unnamed).toEqual([]);
        expect(sumOf(differences.classes)).toBeLessThanOrEqual(0.005 * cities.length);
        // The rows of these are wrong, or a border is drawn coarsely: more of them would be ours.
        expect(sumOf(differences.classes, 'border')).toBeLessThan(0.001 * cities.length);
        expect(sumOf(differences.classes, 'far')).toBeLessThan(0.0002 * cities.length);
      }
    },
    600_000,
  );
});
