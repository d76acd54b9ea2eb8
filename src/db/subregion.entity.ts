/** A subregion (a part of a region) of one data set. */
import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';

export const Subregion = defineEntity({
  name: 'Subregion',
  tableName: 'subregions',
  schema: '*',
  properties: {
    id: p.integer().primary().autoincrement(false),
    name: p.string().columnType('text'),
    regionId: p.integer(),
    translations: p.string().columnType('text').nullable(),
    wikiDataId: p.string().columnType('text').nullable(),
  },
});

export type SubregionRow = InferEntity<typeof Subregion>;
