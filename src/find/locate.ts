/** What lies at a point: the country by its polygon, the nearest city of it, that city's state, the time zone. */
import tzLookup from '@photostructure/tz-lookup';
import { borders } from './borders.ts';
import { type Dispute, disputeAt } from './disputes.ts';
import { degreesOfLatitude, distanceKm, type Neighbour, type Points } from './near.ts';
import { NO_PLACE, type Places } from './places.ts';

export interface Location {
  /** Numbers of places; undefined where there is none: at sea, or in a country that the data does not hold. */
  readonly country: number | undefined;
  readonly state: number | undefined;
  readonly city: number | undefined;
  /** To the city, unrounded. */
  readonly distanceKm: number | undefined;
  /** IANA name; at sea one of `Etc/GMT…`. */
  readonly timezone: string;
  readonly disputed: Dispute | undefined;
}

/**
 * Degrees within -90…90 and -180…180. At sea the city is the nearest of all, and there is no state. What is disputed
 * belongs to the claimant whose nearest city is nearest: the polygons and the data may side with different ones. A country that is claimed as
 * a whole is none of that: the data has Taipei twice, and one city after the other would be in another country.
 */
export function locate(places: Places, points: Points, latitude: number, longitude: number): Location {
  const nearestOf = (countries: readonly number[]): Neighbour | undefined =>
    countries.length > 0
      ? nearestCityOf(places, countries, latitude, longitude)
      : points.near({ latitude, longitude, limit: 1, accepts: (place) => place >= places.firstCity })[0];
  // One meridian has two names, and zones know more of its seas by this one.
  const timezone = tzLookup(latitude, longitude === -180 ? 180 : longitude);
  // The polygons of countries with islands reach far out to sea; the zones do not.
  const polygon = timezone.startsWith('Etc/') ? { codes: [], land: false } : polygonAt(latitude, longitude);
  const own = numbersOf(places, polygon.codes).slice(0, 1);
  const first = nearestOf(own);
  const stateCode = own.length === 0 || first === undefined ? undefined : places.subdivisionCode(first.place);
  const disputed = disputeAt(latitude, longitude, polygon.codes[0], stateCode);
  const claimants = disputed?.claimants.flatMap(({ code }) => code ?? []) ?? [];
  const isClaimed = polygon.codes.slice(0, 1).some((code) => claimants.includes(code));
  const decided = own.length > 0 && (!isClaimed || (disputed?.isOfWhole && first !== undefined));
  const city = claimants.length === 0 || decided ? first : nearestOf(numbersOf(places, claimants));
  const atSea = own.length === 0 && (disputed === undefined || !polygon.land);
  const state = city === undefined || atSea ? NO_PLACE : (places.states[city.place] ?? NO_PLACE);
  return {
    country: atSea || city === undefined ? own[0] : places.countries[city.place],
    state: state === NO_PLACE ? undefined : state,
    city: city?.place,
    distanceKm: city?.distanceKm,
    timezone,
    disputed,
  };
}

/** By a look at the latitude of every city of the countries, some thousands: the tree would be walked whole for a country without cities. */
function nearestCityOf(
  places: Places,
  countries: readonly number[],
  latitude: number,
  longitude: number,
): Neighbour | undefined {
  let nearest: Neighbour | undefined;
  let within = Number.POSITIVE_INFINITY;
  for (const country of countries) {
    for (const place of places.citiesOf(country)) {
      const placeLatitude = places.latitudes[place] ?? 0;
      if (Math.abs(placeLatitude - latitude) > within) continue;
      const km = distanceKm(latitude, longitude, placeLatitude, places.longitudes[place] ?? 0);
      // A city without coordinates is at no distance.
      if (Number.isNaN(km) || (nearest !== undefined && km >= nearest.distanceKm)) continue;
      nearest = { place, distanceKm: km };
      within = degreesOfLatitude(km);
    }
  }
  return nearest;
}

/** Codes of the polygon around a point, most particular first: a territory's own (Réunion), then its country's. */
function polygonAt(latitude: number, longitude: number): { codes: string[]; land: boolean } {
  const { feature } = borders();
  const candidates = Math.abs(longitude) < BESIDE_DATE_LINE ? [longitude] : namesAtDateLine(longitude);
  const known = candidates.find((each) => feature([each, latitude], { withProp: undefined }) !== null) ?? longitude;
  const point: [number, number] = [known, latitude];
  const country = feature(point, { level: 'country', withProp: undefined })?.properties;
  const territory = feature(point, { level: 'territory' })?.properties;
  const codes = [territory?.iso1A2, country?.iso1A2 ?? country?.id, territory?.country];
  return {
    codes: [...new Set(codes.filter((code) => code !== undefined && code !== null))],
    land: country !== undefined || territory !== undefined,
  };
}

/** Degrees of longitude up to which the polygons of both sides are whole: some end before the date line, Russia's by 0.016. */
const BESIDE_DATE_LINE = 179.98;

/** Longitudes to ask polygons for, of a point at the date line: the one meridian with two names by the one that they know, then places beside. */
function namesAtDateLine(longitude: number): readonly number[] {
  const own = longitude === 180 ? -180 : longitude;
  const beside = Math.sign(longitude) * BESIDE_DATE_LINE;
  return [own, beside, -beside];
}

function numbersOf(places: Places, codes: readonly string[]): number[] {
  return codes.flatMap((code) => places.country(code) ?? []);
}
