/** The State type and the query fields that answer states. */
import { argumentGate, gate } from '../auth/plans.ts';
import type { StateRow } from '../db/state.entity.ts';
import { STATE_BY_CODE, STATE_BY_ISO_3166_2 } from '../db/state.queries.ts';
import { badInput } from './bad-input.ts';
import { builder, facts, gated } from './builder.ts';
import { loadCountry } from './country.ts';
import { findCountryCodes } from './country-code.ts';
import { CITIES, guardedList, resolveList, resolveListOf, STATES } from './list.ts';
import { CountryRef, StateRef } from './refs.ts';
import { RESOURCE_INTERFACES, resourceFields } from './resource-fields.ts';
import { selectedColumns } from './selected-columns.ts';
import { STATE } from './state.resource.ts';

StateRef.implement({
  description: 'A state, province, region or territory of a country.',
  interfaces: RESOURCE_INTERFACES,
  fields: (t) => ({
    ...resourceFields(t, STATE),
    country: t.field({
      type: CountryRef,
      description: 'The country that the state belongs to.',
      nullable: true,
      extensions: facts({ columns: ['countryId'] }),
      resolve: ({ countryId }, _args, context, info) =>
        loadCountry(String(countryId), selectedColumns(info, 'Country'), context),
    }),
    cities: t.field({
      type: CITIES.connection,
      description: 'The cities of the state.',
      args: CITIES.args,
      ...guardedList(CITIES, [], ['id']),
      resolve: ({ id }, args, context, info) => resolveListOf(CITIES, { property: 'stateId', id }, args, context, info),
    }),
    parent: t.field({
      type: StateRef,
      description: 'The state that this one is part of (Coordinates tier).',
      nullable: true,
      extensions: facts({ columns: ['parentId'], tier: 'coordinates' }),
      authScopes: { tier: 'coordinates' },
      resolve: ({ parentId }, _args, { loaders }, info) =>
        typeof parentId === 'number' ? loaders.rowBy('states', 'id', parentId, selectedColumns(info, 'State')) : null,
    }),
    children: t.field({
      type: STATES.connection,
      description: 'The states that are part of this one (Coordinates tier).',
      nullable: true,
      args: STATES.args,
      ...guardedList(STATES, [], ['id'], 'coordinates'),
      resolve: ({ id }, args, context, info) =>
        resolveListOf(STATES, { property: 'parentId', id }, args, context, info),
    }),
  }),
});

/** The result of the ISO look-up: its `iso3166_2` is there for every plan that has the look-up (specification, E2). */
const StateLookup = builder.objectRef<StateRow>('StateLookup').implement({
  description: 'A state found by its ISO 3166-2 code.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'State id.', extensions: facts({ columns: ['id'] }) }),
    name: t.exposeString('name', { description: 'English name.', extensions: facts({ columns: ['name'] }) }),
    iso2: t.string({
      nullable: true,
      description: 'State code without the country prefix.',
      extensions: facts({ columns: ['iso2'] }),
      resolve: ({ iso2 }) => iso2 ?? null,
    }),
    iso31662: t.string({
      nullable: true,
      description: 'Full ISO 3166-2 code; null for some older entries.',
      extensions: facts({ columns: ['iso31662'] }),
      resolve: ({ iso31662 }) => iso31662 ?? null,
    }),
    countryId: t.exposeInt('countryId', {
      description: 'Id of the country.',
      extensions: facts({ columns: ['countryId'] }),
    }),
    countryCode: t.exposeString('countryCode', {
      description: 'ISO 3166-1 alpha-2 code of the country.',
      extensions: facts({ columns: ['countryCode'] }),
    }),
  }),
});

function subdivisionCode(iso: string, argument: string): string {
  const code = iso.toUpperCase();
  if (/^[A-Z]{2}-[A-Z0-9]{1,3}$/.test(code)) return code;
  throw badInput(`${argument} must be an ISO 3166-2 code, for example US-CA`);
}

builder.queryFields((t) => ({
  state: t.field({
    type: StateRef,
    description: 'A state by id, by its country and its code, or by ISO 3166-2; null when there is none.',
    nullable: true,
    args: {
      id: t.arg.int({ description: 'State id.' }),
      country: t.arg.id({ description: 'ISO2, ISO3 or id of the country; goes with `iso2`.' }),
      iso2: t.arg.string({ description: 'State code without the country prefix; goes with `country`.' }),
      iso31662: t.arg.string({ description: 'ISO 3166-2 code, for example `US-CA` (Starter and above).' }),
    },
    ...gated(({ iso31662 }) =>
      iso31662 === null || iso31662 === undefined ? [] : [argumentGate('isoLookup', 'iso31662')],
    ),
    resolve: (_root, { id, country, iso2, iso31662 }, { dataSet, loaders }, info) => {
      const columns = selectedColumns(info, 'State');
      if (typeof iso31662 === 'string') {
        if (typeof id === 'number' || country || iso2)
          throw badInput('give either id, or country and iso2, or iso31662');
        return loaders.find(STATE_BY_ISO_3166_2, subdivisionCode(iso31662, 'iso31662'), columns);
      }
      if (typeof id === 'number' && !country && !iso2) return loaders.rowBy('states', 'id', id, columns);
      if (typeof id === 'number' || !country || !iso2)
        throw badInput('give either id, or country and iso2, or iso31662');
      const codes = findCountryCodes(dataSet, String(country));
      if (!codes || iso2.includes('\0')) return null;
      return loaders.find(STATE_BY_CODE, { countryId: codes.id, iso2: iso2.toUpperCase() }, columns);
    },
  }),
  stateLookup: t.field({
    type: StateLookup,
    description: 'A state by its ISO 3166-2 code, in any case (Starter and above).',
    nullable: true,
    args: { iso: t.arg.string({ required: true, description: 'For example `US-CA`.' }) },
    ...gated(() => [gate('isoLookup')]),
    resolve: (_root, { iso }, { loaders }, info) =>
      loaders.find(STATE_BY_ISO_3166_2, subdivisionCode(iso, 'iso'), selectedColumns(info, 'StateLookup')),
  }),
  states: t.field({
    type: STATES.connection,
    description: 'All states of all countries (Supporter and above).',
    nullable: true,
    args: STATES.args,
    ...guardedList(STATES, [gate('bulkStates')]),
    resolve: (_root, args, context, info) => resolveList(STATES, args, context, info),
  }),
}));
