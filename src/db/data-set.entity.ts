/** The register of loaded data sets; each one's rows live in the PostgreSQL schema `geo_<id>`. */
import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';

export const DataSetRecord = defineEntity({
  name: 'DataSet',
  tableName: 'data_sets',
  properties: {
    id: p.integer().primary().autoincrement(),
    checksum: p.string().columnType('text'),
    source: p.string().columnType('text'),
    sourceVersion: p.string().columnType('text').nullable(),
    sourceDate: p.date().nullable(),
    loadedAt: p.datetime().defaultRaw('now()'),
    activatedAt: p.datetime().nullable(),
    rowCounts: p.json<Record<string, number>>(),
  },
});

export type DataSetRecord = InferEntity<typeof DataSetRecord>;
