import { expect, it } from 'vitest';
import { importDataSet } from '../../../src/db/import/import-data-set.ts';
import { releaseFolder } from '../../../src/db/import/release-folder.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { DEFAULT_LIMITS, openDatabase } from '../../../src/db/orm.ts';
import { createPostgresql, isPostgresqlThere } from '../search-fixture.ts';
import { sampleFolder } from './sample-folder.ts';

const there = await isPostgresqlThere();

it.skipIf(!there)(
  `a database that quotes all names takes a data set, and knows it again${there ? '' : ' (skipped: no PostgreSQL)'}`,
  async () => {
    const { url, drop } = await createPostgresql();
    const quoting = `${url}?options=${encodeURIComponent('-c quote_all_identifiers=on')}`;
    const limits = { ...DEFAULT_LIMITS, connectTimeoutMs: 20_000, statementTimeoutMs: 0 };
    const database = await openDatabase('postgresql', { url: quoting }, limits);
    try {
      await migrate(database);
      const { em } = database;
      const source = releaseFolder(sampleFolder());
      const { status, dataSetId } = await importDataSet({ em, source });
      expect(status).toBe('imported');
      const own = (sql: string) => em.execute<{ found: boolean }[]>(`SELECT (${sql}) AS found`);
      const refers = `SELECT bool_and(confrelid::regclass::text LIKE '"geo_${dataSetId}".%') FROM pg_constraint
                       WHERE contype = 'f' AND connamespace = 'geo_${dataSetId}'::regnamespace`;
      const index = `SELECT count(*) FILTER (WHERE schemaname = 'geo_${dataSetId}') = count(*) FILTER (WHERE schemaname = 'geo_template')
                       FROM pg_indexes`;
      expect([await own(refers), await own(index)]).toEqual([[{ found: true }], [{ found: true }]]);
      expect(await importDataSet({ em, source })).toMatchObject({ status: 'unchanged', dataSetId });
    } finally {
      await database.close();
      await drop();
    }
  },
);
