/** A city of one data set. */
import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';

const text = () => p.string().columnType('text');

export const City = defineEntity({
  name: 'City',
  tableName: 'cities',
  schema: '*',
  properties: {
    id: p.integer().primary().autoincrement(false),
    name: text(),
    stateId: p.integer(),
    stateCode: text().nullable(),
    countryId: p.integer(),
    countryCode: text(),
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

export type CityRow = InferEntity<typeof City>;
