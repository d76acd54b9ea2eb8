/** `locate`: the country, state, city and time zone of a point. */
import { gate } from '../auth/plans.ts';
import type { Claimant, Dispute } from '../find/disputes.ts';
import { type Location, locate } from '../find/locate.ts';
import type { Places } from '../find/places.ts';
import { builder, gated } from './builder.ts';
import { checkedPoint } from './found-places.ts';
import { inTurn } from './in-turn.ts';
import { placeIndexOf } from './place-index.ts';
import { CityRef, CountryRef, StateRef } from './refs.ts';
import { selectedColumns } from './selected-columns.ts';

interface Located {
  readonly location: Location;
  readonly places: Places;
}

const ClaimantRef = builder.objectRef<Claimant>('Claimant').implement({
  description: 'Who claims a disputed place.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'English name.' }),
    code: t.string({
      nullable: true,
      description: 'ISO 3166-1 alpha-2 code; null for those that have none.',
      resolve: ({ code }) => code ?? null,
    }),
  }),
});

const DisputeRef = builder.objectRef<Dispute>('Dispute').implement({
  description: 'A place that several states claim. It is told, never decided.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What is disputed.' }),
    claimants: t.field({
      type: [ClaimantRef],
      description: 'Everybody who claims it, by name.',
      resolve: ({ claimants }) => [...claimants],
    }),
  }),
});

const LocationRef = builder.objectRef<Located>('Location').implement({
  description: 'What lies at a point.',
  fields: (t) => ({
    country: t.field({
      type: CountryRef,
      nullable: true,
      description: 'The country around the point; null at sea.',
      resolve: ({ location, places }, _args, { loaders }, info) =>
        location.country === undefined
          ? null
          : loaders.rowBy('countries', 'id', places.ids[location.country] ?? 0, selectedColumns(info, 'Country')),
    }),
    state: t.field({
      type: StateRef,
      nullable: true,
      description: 'The state of the city; null at sea.',
      resolve: ({ location, places }, _args, { loaders }, info) =>
        location.state === undefined
          ? null
          : loaders.rowBy('states', 'id', places.ids[location.state] ?? 0, selectedColumns(info, 'State')),
    }),
    city: t.field({
      type: CityRef,
      nullable: true,
      description: 'The nearest city of the country; at sea the nearest of all.',
      resolve: ({ location, places }, _args, { loaders }, info) =>
        location.city === undefined
          ? null
          : loaders.rowBy('cities', 'id', places.ids[location.city] ?? 0, selectedColumns(info, 'City')),
    }),
    distanceKm: t.float({
      nullable: true,
      description: 'Great-circle distance to the city in kilometres, 3 decimals.',
      resolve: ({ location: { distanceKm } }) =>
        distanceKm === undefined ? null : Math.round(distanceKm * 1000) / 1000,
    }),
    timezone: t.string({ description: 'IANA time zone of the point.', resolve: ({ location }) => location.timezone }),
    timezoneSource: t.string({
      description: '`boundaries` of time zones on land and near it, or `nautical` zones at sea.',
      resolve: ({ location }) => (location.timezone.startsWith('Etc/') ? 'nautical' : 'boundaries'),
    }),
    disputed: t.field({
      type: DisputeRef,
      nullable: true,
      description: 'Who claims the place, where several states do; else null.',
      resolve: ({ location }) => location.disputed,
    }),
  }),
});

builder.queryField('locate', (t) =>
  t.field({
    type: LocationRef,
    nullable: true,
    description: 'The country, state, nearest city and time zone of a point (Supporter and above).',
    args: {
      lat: t.arg.float({ required: true, description: 'Latitude, -90 to 90.' }),
      lng: t.arg.float({ required: true, description: 'Longitude, -180 to 180.' }),
    },
    ...gated(() => [gate('geoSearch')]),
    resolve: (_root, { lat, lng }, context) => {
      const { latitude, longitude } = checkedPoint(lat, lng);
      const { places, points } = placeIndexOf(context.dataSet);
      return inTurn(context, () => ({ location: locate(places, points, latitude, longitude), places }));
    },
  }),
);
