/** A top-level geographic region of one data set. */
import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';

export const Region = defineEntity({
  name: 'Region',
  tableName: 'regions',
  schema: '*',
  properties: {
    id: p.integer().primary().autoincrement(false),
    name: p.string().columnType('text'),
    translations: p.string().columnType('text').nullable(),
    wikiDataId: p.string().columnType('text').nullable(),
  },
});

export type RegionRow = InferEntity<typeof Region>;
