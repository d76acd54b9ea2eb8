/** What is known to be wrong with a record, or open: of a city its point, its country and its zone, each held against the others. */
import type { Dispute } from '../find/disputes.ts';
import { locate } from '../find/locate.ts';
import type { PlaceIndex } from '../find/place-index.ts';
import type { NearbyCity } from './place-index-reads.ts';

export interface Doubted {
  readonly id: number;
  readonly name: string;
  /** IANA name of the zone that the record gives. */
  readonly zone: string | undefined;
  readonly neighbours: readonly NearbyCity[];
  /** Milliseconds since 1970: clocks are compared in this year. */
  readonly now: number;
}

/** Two of one name so near each other may be one. */
const DOUBLE_KM = 3;
const HALF_YEAR_MS = 182 * 86_400_000;

/** A sentence each; none where everything agrees. */
export function doubtsOf({ places, points, labels }: PlaceIndex, city: Doubted): string[] {
  const own = places.placeOf('city', city.id) ?? places.size;
  const [latitude = Number.NaN, longitude = 0] = [places.latitudes[own], places.longitudes[own]];
  if (Number.isNaN(latitude)) return ['The data does not say where it lies.'];
  const nameOf = (place: number) => labels.nameOf(place).text;
  const country = places.countries[own] ?? places.size;
  const point = locate(places, points, latitude, longitude);
  const doubts: string[] = [];
  if (point.disputed) {
    doubts.push(claimed(point.disputed));
  } else if (point.country === undefined) {
    doubts.push('By the borders its point lies at sea.');
  } else if (point.country !== country) {
    doubts.push(`By the borders its point lies in ${nameOf(point.country)}, not in ${nameOf(country)}.`);
  }
  if (city.zone !== undefined && !haveOneClock(city.zone, point.timezone, city.now)) {
    doubts.push(`Its record says ${city.zone}; where its point lies the clocks are those of ${point.timezone}.`);
  }
  const double = city.neighbours.find(({ name, km }) => km < DOUBLE_KM && name === city.name);
  if (double) doubts.push(`Another ${double.name} lies within ${DOUBLE_KM} km: the two records may mean one city.`);
  if (!places.populations[own]) {
    doubts.push('No source says how many people live there, so it comes last where cities are in order of size.');
  }
  return doubts;
}

/** Who claims a state, where several do: told, never decided. */
export function doubtsOfState({ places, points }: PlaceIndex, id: number): string[] {
  const state = places.placeOf('state', id) ?? places.size;
  const [latitude = Number.NaN, longitude = 0] = [places.latitudes[state], places.longitudes[state]];
  const disputed = Number.isNaN(latitude) ? undefined : locate(places, points, latitude, longitude).disputed;
  return disputed ? [claimed(disputed)] : [];
}

function claimed({ name, claimants }: Dispute): string {
  return `It lies in ${name}, which ${new Intl.ListFormat('en').format(claimants.map((each) => each.name))} claim.`;
}

/** Zones of different names may have one clock. */
function haveOneClock(one: string, other: string, now: number): boolean {
  return [now, now + HALF_YEAR_MS].every((moment) => clockOf(one, moment) === clockOf(other, moment));
}

function clockOf(timeZone: string, moment: number): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(moment);
}
