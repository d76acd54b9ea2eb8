/** What the pages of states and cities read off the indexes in memory: who lies where, who is near, what a place is called. */
import { CODE, FIRST_LANGUAGE, NAME } from '../find/collect-names.ts';
import type { PlaceIndex } from '../find/place-index.ts';
import type { PlaceType } from '../find/places.ts';
import type { DataSet } from '../schema/context.ts';
import { placeIndexOf } from '../schema/place-index.ts';

/** Where a city lies: drawn and put in order by, never shown as a number. */
export interface CityPlace {
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
}

export interface NearbyCity {
  readonly id: number;
  readonly name: string;
  readonly countryCode: string;
  /** Its state's code within the country; null where it has none. */
  readonly stateCode: string | null;
  /** Great circle. */
  readonly km: number;
}

/** A name that a place has beside its own. */
export interface OtherName {
  readonly text: string;
  /** BCP 47; empty where nobody says in which languages it is used. */
  readonly languages: readonly string[];
}

/** Undefined while there are no indexes. */
export function placeIndex(dataSet: DataSet): PlaceIndex | undefined {
  return dataSet.findIndex && placeIndexOf(dataSet);
}

/** The ids of a state's cities whose size is known, the largest first. */
export function citiesBySize(index: PlaceIndex, stateId: number): number[] {
  const { ids, populations } = index.places;
  return citiesOfState(index, stateId)
    .filter((place) => (populations[place] ?? 0) > 0)
    .sort((one, other) => (populations[other] ?? 0) - (populations[one] ?? 0) || one - other)
    .map((place) => ids[place] ?? 0);
}

/** A state's cities that have coordinates, the most important first. */
export function placedCities(index: PlaceIndex, stateId: number): CityPlace[] {
  const { ids, latitudes, longitudes } = index.places;
  const { importances } = index.names;
  return citiesOfState(index, stateId)
    .filter((place) => !Number.isNaN(latitudes[place]))
    .sort((one, other) => (importances[other] ?? 0) - (importances[one] ?? 0) || one - other)
    .map((place) => ({ id: ids[place] ?? 0, latitude: latitudes[place] ?? 0, longitude: longitudes[place] ?? 0 }));
}

/** The cities nearest to a city, of whatever country, nearest first; none where it has no coordinates. */
export function citiesNear({ places, points, labels }: PlaceIndex, id: number, limit: number): NearbyCity[] {
  const own = places.placeOf('city', id) ?? places.size;
  const [latitude = Number.NaN, longitude = 0] = [places.latitudes[own], places.longitudes[own]];
  if (Number.isNaN(latitude)) return [];
  const accepts = (place: number) => place >= places.firstCity && place !== own;
  return points.near({ latitude, longitude, limit, accepts }).map(({ place, distanceKm }) => ({
    id: places.ids[place] ?? 0,
    name: labels.nameOf(place).text,
    countryCode: places.countryCode(place),
    stateCode: places.stateCode(place) ?? null,
    km: distanceKm,
  }));
}

/** How much places of a type are asked for: for what is shown first. */
export function importanceIn({ places, names }: PlaceIndex, type: PlaceType): (id: number) => number {
  return (id) => names.importances[places.placeOf(type, id) ?? places.size] ?? 0;
}

/**
 * What a place is called beside its own name: first what several languages call it. Spellings that differ in accents alone
 * are one name, so those that are written as the place's own are left out, as are transliterations for machines (`bmbyy`).
 */
export function otherNames({ places, names }: PlaceIndex, type: PlaceType, id: number): OtherName[] {
  const place = places.placeOf(type, id);
  const found = new Map<string, string[]>();
  for (const entry of place === undefined ? [] : names.entriesOf(place)) {
    const mask = names.entryMasks[entry] ?? 0;
    if (mask & NAME || mask === CODE) continue;
    const [text, languages] = [
      names.shown(entry),
      names.languages.filter((_, bit) => (mask >>> (FIRST_LANGUAGE + bit)) & 1),
    ];
    if (languages.length === 0 && /^\p{Ll}/u.test(text)) continue;
    found.set(text, [...(found.get(text) ?? []), ...languages]);
  }
  return [...found]
    .map(([text, languages]) => ({ text, languages: [...new Set(languages)] }))
    .sort((one, other) => other.languages.length - one.languages.length);
}

function citiesOfState({ places }: PlaceIndex, stateId: number): number[] {
  const state = places.placeOf('state', stateId);
  const cities = state === undefined ? [] : places.citiesOf(places.countries[state] ?? places.size);
  return cities.filter((place) => places.states[place] === state);
}
