/** The records of found places: one of three fields, by what the place is. */
import type { builder } from './builder.ts';
import type { FoundPlace } from './found-places.ts';
import { CityRef, CountryRef, StateRef } from './refs.ts';
import { selectedColumns } from './selected-columns.ts';

type FoundFieldBuilder<Source extends FoundPlace> = PothosSchemaTypes.ObjectFieldBuilder<
  typeof builder.$inferSchemaTypes,
  Source
>;

/** `city`, `state` and `country`, of which one is there. All of an answer's records of a type are one statement. */
export function foundRecords<Source extends FoundPlace>(t: FoundFieldBuilder<Source>) {
  return {
    city: t.field({
      type: CityRef,
      nullable: true,
      description: 'The city, where the place is one.',
      resolve: ({ type, id }, _args, { loaders }, info) =>
        type === 'city' ? loaders.rowBy('cities', 'id', id, selectedColumns(info, 'City')) : null,
    }),
    state: t.field({
      type: StateRef,
      nullable: true,
      description: 'The state, where the place is one.',
      resolve: ({ type, id }, _args, { loaders }, info) =>
        type === 'state' ? loaders.rowBy('states', 'id', id, selectedColumns(info, 'State')) : null,
    }),
    country: t.field({
      type: CountryRef,
      nullable: true,
      description: 'The country, where the place is one.',
      resolve: ({ type, id }, _args, { loaders }, info) =>
        type === 'country' ? loaders.rowBy('countries', 'id', id, selectedColumns(info, 'Country')) : null,
    }),
  };
}
