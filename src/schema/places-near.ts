/** Places around a point: `placesNear`, and `near` of cities, states and countries. */
import { gate } from '../auth/plans.ts';
import type { PlaceType } from '../find/places.ts';
import { builder, facts, gated } from './builder.ts';
import type { OperationContext } from './context.ts';
import {
  checkCount,
  checkedPoint,
  checkRange,
  countryCodes,
  type FoundPlace,
  foundPlace,
  PlaceTypeRef,
} from './found-places.ts';
import { foundRecords } from './found-records.ts';
import { inTurn } from './in-turn.ts';
import { placeIndexOf } from './place-index.ts';
import { CityRef, CountryRef, StateRef } from './refs.ts';

interface NearPlace extends FoundPlace {
  readonly distanceKm: number;
}

const PlaceNear = builder.objectRef<NearPlace>('PlaceNear').implement({
  extensions: facts({ carries: 'records' }),
  description: 'A place with its distance from a point.',
  fields: (t) => ({
    ...foundRecords(t),
    distanceKm: t.exposeFloat('distanceKm', {
      description: 'Great-circle distance in kilometres (haversine), 3 decimals.',
    }),
  }),
});

const ARGS = builder.args((t) => ({
  radiusKm: t.float({ required: true, defaultValue: 50, description: 'How far, 0 to 500 kilometres.' }),
  type: t.field({ type: PlaceTypeRef, required: true, defaultValue: 'city', description: 'What kind of places.' }),
  country: t.stringList({ description: 'Only places of these countries: ISO 3166-1 alpha-2 codes.' }),
  minPopulation: t.int({ required: true, defaultValue: 0, description: 'Only places of so many inhabitants or more.' }),
  limit: t.int({ required: true, defaultValue: 10, description: 'How many places at most, 1 to 100.' }),
}));

interface NearArgs {
  readonly radiusKm: number;
  readonly type: PlaceType;
  readonly country?: readonly string[] | null | undefined;
  readonly minPopulation: number;
  readonly limit: number;
}

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** `but` is left out: what the others are near to. */
function placesNear(point: Point, args: NearArgs, context: OperationContext, but?: number): NearPlace[] {
  const { radiusKm, type, minPopulation, limit } = args;
  checkRange('radiusKm', radiusKm, 0, 500);
  checkCount('minPopulation', minPopulation, 0, 2_147_483_647);
  checkCount('limit', limit, 1, 100);
  const codes = countryCodes(args.country);
  const index = placeIndexOf(context.dataSet);
  const { places, points } = index;
  const countries = codes && new Set(codes.flatMap((code) => places.country(code) ?? []));
  const accepts = (place: number): boolean =>
    place !== but &&
    places.typeOf(place) === type &&
    (places.populations[place] ?? 0) >= minPopulation &&
    (countries === undefined || countries.has(places.countries[place] ?? -1));
  return points.near({ ...point, radiusKm, limit, accepts }).map(({ place, distanceKm }) => ({
    ...foundPlace(index, place),
    distanceKm: Math.round(distanceKm * 1000) / 1000,
  }));
}

/** The places around a record; none where it has no coordinates. */
function around(type: PlaceType, { id }: { readonly id: number }, args: NearArgs, context: OperationContext) {
  const { places } = placeIndexOf(context.dataSet);
  const place = places.placeOf(type, id);
  const [latitude, longitude] = [places.latitudes[place ?? -1], places.longitudes[place ?? -1]];
  if (latitude === undefined || longitude === undefined || Number.isNaN(latitude)) return [];
  return placesNear({ latitude, longitude }, args, context, place);
}

const geoSearch = (columns?: readonly string[]) => gated(() => [gate('geoSearch')], columns);

builder.queryField('placesNear', (t) =>
  t.field({
    type: [PlaceNear],
    nullable: true,
    description: 'The places around a point, nearest first, equally near ones by id (Supporter and above).',
    args: {
      lat: t.arg.float({ required: true, description: 'Latitude, -90 to 90.' }),
      lng: t.arg.float({ required: true, description: 'Longitude, -180 to 180.' }),
      ...ARGS,
    },
    ...geoSearch(),
    resolve: (_root, { lat, lng, ...args }, context) =>
      inTurn(context, () => placesNear(checkedPoint(lat, lng), args, context)),
  }),
);

builder.objectField(CityRef, 'near', (t) =>
  t.field({
    type: [PlaceNear],
    nullable: true,
    description: 'The places around the city, nearest first (Supporter and above).',
    args: ARGS,
    ...geoSearch(['id']),
    resolve: (city, args, context) => inTurn(context, () => around('city', city, args, context)),
  }),
);

builder.objectField(StateRef, 'near', (t) =>
  t.field({
    type: [PlaceNear],
    nullable: true,
    description: 'The places around the middle of the state, nearest first (Supporter and above).',
    args: ARGS,
    ...geoSearch(['id']),
    resolve: (state, args, context) => inTurn(context, () => around('state', state, args, context)),
  }),
);

builder.objectField(CountryRef, 'near', (t) =>
  t.field({
    type: [PlaceNear],
    nullable: true,
    description: 'The places around the middle of the country, nearest first (Supporter and above).',
    args: ARGS,
    ...geoSearch(['id']),
    resolve: (country, args, context) => inTurn(context, () => around('country', country, args, context)),
  }),
);
