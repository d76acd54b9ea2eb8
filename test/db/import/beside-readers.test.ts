import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isWhole } from '../../../src/db/import/data-set-schema.ts';
import { ImportConnection } from '../../../src/db/import/import-connection.ts';
import { importDataSet } from '../../../src/db/import/import-data-set.ts';
import { releaseFolder } from '../../../src/db/import/release-folder.ts';
import { FIXTURE_DIR } from '../../environment.ts';
import { HOMES, type ScratchDatabase } from './scratch-database.ts';

describe.each(HOMES)('an import beside readers, into %s', (_home, open) => {
  let scratch: ScratchDatabase;
  beforeAll(async () => {
    scratch = await open();
  });
  afterAll(() => scratch?.close());

  const bringIn = (besideReaders: boolean) =>
    importDataSet({ em: scratch.database.em, source: releaseFolder(FIXTURE_DIR), besideReaders });

  it('makes indexes while there are no rows, writes few rows at a time, and comes to the same', async () => {
    const statements = vi.spyOn(ImportConnection.prototype, 'rows');
    const { status, dataSetId, version, counts } = await bringIn(true);
    const sent = statements.mock.calls.map(([sql, params]) => ({ sql, params }));
    statements.mockRestore();
    expect(status).toBe('imported');
    const inserts = sent.filter(({ sql }) => sql.startsWith(`INSERT INTO geo_${dataSetId}.`));
    const firstInsert = sent.findIndex(({ sql }) => sql.startsWith(`INSERT INTO geo_${dataSetId}.`));
    expect(sent.slice(firstInsert).filter(({ sql }) => /^CREATE|^ALTER .*(PRIMARY KEY|UNIQUE)/.test(sql))).toEqual([]);
    expect(sent.slice(0, firstInsert).filter(({ sql }) => sql.startsWith('CREATE INDEX')).length).toBeGreaterThan(10);
    let most = 20;
    for (const { params } of inserts) {
      const rows = (JSON.parse(String(params?.[0])) as unknown[]).length;
      expect(rows).toBeLessThanOrEqual(most);
      most = Math.max(most, 2 * rows);
    }

    const connection = await ImportConnection.open(scratch.database.em);
    expect(await isWhole(connection, { id: dataSetId, row_counts: counts })).toBe(true);
    connection.close();
    expect(await bringIn(false)).toMatchObject({ status: 'unchanged', version, counts });
  });
});
