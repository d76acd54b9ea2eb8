import { expect, it } from 'vitest';
import { DEFAULT_LIMITS, migrate, openDatabase } from '../../src/db/orm.ts';
import { createPostgresql, isPostgresqlThere } from './search-fixture.ts';

const there = await isPostgresqlThere();

it.skipIf(!there).each([
  ['an empty database', []],
  ['one whose template has no indexes', ['20261121000002-data-set-template']],
  ['one that has a constraint too many', ['20261121000004-import-claim']],
  ['one that lacks a column', ['20261121000009-geonames']],
])(
  `processes that migrate %s at once all find it migrated${there ? '' : ' (skipped: no PostgreSQL)'}`,
  async (_name, [before]) => {
    const { url, drop } = await createPostgresql();
    const limits = { ...DEFAULT_LIMITS, connectTimeoutMs: 20_000, statementTimeoutMs: 0 };
    const databases = await Promise.all(Array.from({ length: 5 }, () => openDatabase('postgresql', { url }, limits)));
    try {
      if (before !== undefined) await databases[0]?.orm.migrator.up({ to: before });
      const done = await Promise.all(databases.map((database) => migrate(database)));
      expect(done.flat().sort()).toEqual([...new Set(done.flat())].sort());
      for (const { orm } of databases) expect(await orm.migrator.getPending()).toEqual([]);
    } finally {
      for (const database of databases) await database.close();
      await drop();
    }
  },
);
