/** The City type and the query fields that answer cities. */
import { gate } from '../auth/plans.ts';
import { builder, facts } from './builder.ts';
import { CITY } from './city.resource.ts';
import { loadCountry } from './country.ts';
import { CITIES, guardedList, resolveList, resolveListOf } from './list.ts';
import { CityRef, CountryRef, StateRef } from './refs.ts';
import { RESOURCE_INTERFACES, resourceFields } from './resource-fields.ts';
import { selectedColumns } from './selected-columns.ts';

CityRef.implement({
  description: 'A city, town or other populated place.',
  interfaces: RESOURCE_INTERFACES,
  fields: (t) => ({
    ...resourceFields(t, CITY),
    state: t.field({
      type: StateRef,
      description: 'The state that the city lies in (Coordinates tier).',
      nullable: true,
      // Which state a city belongs to is a Coordinates field, so the way there is one too.
      extensions: facts({ columns: ['stateId'], tier: 'coordinates' }),
      authScopes: { tier: 'coordinates' },
      resolve: ({ stateId }, _args, { loaders }, info) =>
        loaders.rowBy('states', 'id', stateId, selectedColumns(info, 'State')),
    }),
    country: t.field({
      type: CountryRef,
      description: 'The country that the city lies in (Coordinates tier).',
      nullable: true,
      extensions: facts({ columns: ['countryId'], tier: 'coordinates' }),
      authScopes: { tier: 'coordinates' },
      resolve: ({ countryId }, _args, context, info) =>
        loadCountry(String(countryId), selectedColumns(info, 'Country'), context),
    }),
    parent: t.field({
      type: CityRef,
      description: 'The city that this one is part of (Coordinates tier).',
      nullable: true,
      extensions: facts({ columns: ['parentId'], tier: 'coordinates' }),
      authScopes: { tier: 'coordinates' },
      resolve: ({ parentId }, _args, { loaders }, info) =>
        typeof parentId === 'number' ? loaders.rowBy('cities', 'id', parentId, selectedColumns(info, 'City')) : null,
    }),
    children: t.field({
      type: CITIES.connection,
      description: 'The cities that are part of this one (Coordinates tier).',
      nullable: true,
      args: CITIES.args,
      ...guardedList(CITIES, [], ['id'], 'coordinates'),
      resolve: ({ id }, args, context, info) =>
        resolveListOf(CITIES, { property: 'parentId', id }, args, context, info),
    }),
  }),
});

builder.queryFields((t) => ({
  city: t.field({
    type: CityRef,
    description: 'A city by id; null when there is none.',
    nullable: true,
    args: { id: t.arg.int({ required: true, description: 'City id.' }) },
    resolve: (_root, { id }, { loaders }, info) => loaders.rowBy('cities', 'id', id, selectedColumns(info, 'City')),
  }),
  cities: t.field({
    type: CITIES.connection,
    description: 'All cities of all countries (Professional and above).',
    nullable: true,
    args: CITIES.args,
    ...guardedList(CITIES, [gate('bulkCities', 'Professional')]),
    resolve: (_root, args, context, info) => resolveList(CITIES, args, context, info),
  }),
}));
