/** Places as the indexes in memory name them, and what may be asked of them. */
import type { PlaceIndex } from '../find/place-index.ts';
import { PLACE_TYPES, type PlaceType } from '../find/places.ts';
import { badInput } from './bad-input.ts';
import { builder } from './builder.ts';

/** A place as an index names it: its number there, and its record. */
export interface FoundPlace {
  readonly place: number;
  readonly type: PlaceType;
  readonly id: number;
}

export const PlaceTypeRef = builder.enumType('PlaceType', {
  description: 'Kinds of places, as `/v1` writes them.',
  values: {
    city: { description: 'A city.' },
    state: { description: 'A state.' },
    country: { description: 'A country.' },
  },
});

export const TABLES_OF_TYPES = { city: 'cities', state: 'states', country: 'countries' } as const;

export function foundPlace({ places }: PlaceIndex, place: number): FoundPlace {
  return { place, type: places.typeOf(place), id: places.ids[place] ?? 0 };
}

/** ISO 3166-1 alpha-2 codes in capitals; undefined for no filter. */
export function countryCodes(codes: readonly string[] | null | undefined): readonly string[] | undefined {
  if (!codes) return undefined;
  if (codes.length > 250 || !codes.every((code) => /^[A-Za-z]{2}$/.test(code))) {
    throw badInput('country must be a list of ISO 3166-1 alpha-2 codes');
  }
  return codes.map((code) => code.toUpperCase());
}

export function checkedPoint(lat: number, lng: number) {
  checkRange('lat', lat, -90, 90);
  checkRange('lng', lng, -180, 180);
  return { latitude: lat, longitude: lng };
}

export function checkRange(name: string, value: number, min: number, max: number): void {
  if (!(value >= min && value <= max)) throw badInput(`${name} must be a number from ${min} to ${max}`);
}

export function checkCount(name: string, value: number, min: number, max: number): void {
  if (!(value >= min && value <= max)) throw badInput(`${name} must be an integer from ${min} to ${max}`);
}

/** Undefined where all are wanted. */
export function wantedTypes(types: readonly PlaceType[] | null | undefined): readonly PlaceType[] | undefined {
  return types && types.length > 0 && new Set(types).size < PLACE_TYPES.length ? types : undefined;
}
