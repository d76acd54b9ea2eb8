/** The page of an entity, by what the index knows of it. */
import type { DataSet } from '../schema/context.ts';
import { placeIndexOf } from '../schema/place-index.ts';
import type { Entity } from './entities.ts';

/** Undefined for what the data does not have; throws NoIndexError while there is no index. */
export function pagePath(dataSet: DataSet, { type, id }: Entity): string | undefined {
  const { places } = placeIndexOf(dataSet);
  const place = places.placeOf(type, id);
  if (place === undefined) return undefined;
  const [country, state] = [places.countryCode(place), places.stateCode(place)];
  const segments =
    type === 'country' || state === undefined ? [country] : [country, state, ...(type === 'city' ? [id] : [])];
  return `/c/${segments.map((segment) => encodeURIComponent(segment)).join('/')}`;
}
