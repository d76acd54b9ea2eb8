/** A state, province, region or territory of one data set. */
import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';

const text = () => p.string().columnType('text');

export const State = defineEntity({
  name: 'State',
  tableName: 'states',
  schema: '*',
  properties: {
    id: p.integer().primary().autoincrement(false),
    name: text(),
    countryId: p.integer(),
    countryCode: text(),
    iso2: text().nullable(),
    iso31662: text().name('iso3166_2').nullable(),
    fipsCode: text().nullable(),
    type: text().nullable(),
    level: p.integer().nullable(),
    parentId: p.integer().nullable(),
    native: text().nullable(),
    latitude: text().nullable(),
    longitude: text().nullable(),
    timezone: text().nullable(),
    population: p.integer().nullable(),
    translations: text().nullable(),
    wikiDataId: text().nullable(),
  },
});

export type StateRow = InferEntity<typeof State>;
