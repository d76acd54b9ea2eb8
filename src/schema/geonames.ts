/** `City.geonames`: what GeoNames knows of a city, beside what the source says and never in its place. */
import { TIER_SCOPES } from '../auth/scopes.ts';
import { GEONAMES_OF_CITY, type GeonamesRow } from '../db/geonames.queries.ts';
import { builder, facts } from './builder.ts';
import { CityRef } from './refs.ts';

/** What GeoNames asks to be said wherever its data is shown. */
const ATTRIBUTION = 'GeoNames (https://www.geonames.org), CC BY 4.0';

const GeonamesRef = builder.objectRef<GeonamesRow>('Geonames').implement({
  description: 'What GeoNames knows of a city (CC BY 4.0: say where it is from).',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'GeoNames’ own id.' }),
    population: t.exposeInt('population', {
      nullable: true,
      description: 'Inhabitants; null where GeoNames has no number.',
    }),
    names: t.stringList({
      nullable: true,
      description: 'GeoNames’ name first, then its other names, in any script (Full tier).',
      extensions: facts({ tier: 'full' }),
      authScopes: TIER_SCOPES.full,
      resolve: ({ names }) => [...names],
    }),
    attribution: t.string({ description: 'Whose data it is, as it has to be said.', resolve: () => ATTRIBUTION }),
  }),
});

builder.objectField(CityRef, 'geonames', (t) =>
  t.field({
    type: GeonamesRef,
    nullable: true,
    description: 'What GeoNames knows of the city; null where none of its places was joined to it (Coordinates tier).',
    extensions: facts({ tier: 'coordinates', columns: ['id'] }),
    authScopes: TIER_SCOPES.coordinates,
    resolve: ({ id }, _args, { loaders }) => loaders.find(GEONAMES_OF_CITY, id),
  }),
);
