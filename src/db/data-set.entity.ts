/** The register of loaded data sets; each one's rows live in the PostgreSQL schema `geo_<id>`. */
import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { TEMPLATE } from './import/template-steps.ts';

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

/** SQL for the ids of the data sets whose schemas are there: the current one, and the one before it that requests under way may still read. */
export const READABLE_DATA_SETS =
  'SELECT id FROM data_sets WHERE activated_at IS NOT NULL ORDER BY activated_at DESC, id DESC LIMIT 2';

/** SQL, true where the user may not read all tables of the data set whose schema is the row of `pg_namespace`. Others may be with them. */
export const MAY_NOT_BE_READ = `(
  NOT has_schema_privilege(pg_namespace.oid, 'USAGE')
  OR EXISTS (SELECT FROM pg_class AS own JOIN pg_class AS ours USING (relname, relkind)
              WHERE own.relnamespace = pg_namespace.oid AND ours.relnamespace = to_regnamespace('${TEMPLATE}')
                AND relkind = 'r' AND NOT has_table_privilege(own.oid, 'SELECT')))`;
