import { expect, it } from 'vitest';
import { DEFAULT_LIMITS, migrate, openDatabase } from '../../src/db/orm.ts';
import { createPostgresql, isPostgresqlThere } from './search-fixture.ts';

const there = await isPostgresqlThere();

it.skipIf(!there)(
  `processes that migrate an empty database at once all find it migrated${there ? '' : ' (skipped: no PostgreSQL)'}`,
  async () => {
    const { url, drop } = await createPostgresql();
    const limits = { ...DEFAULT_LIMITS, connectTimeoutMs: 20_000, statementTimeoutMs: 0 };
    const databases = await Promise.all(Array.from({ length: 5 }, () => openDatabase('postgresql', { url }, limits)));
    try {
      const done = await Promise.all(databases.map((database) => migrate(database)));
      expect(done.flat().sort()).toEqual([...new Set(done.flat())].sort());
      for (const { orm } of databases) expect(await orm.migrator.getPending()).toEqual([]);
    } finally {
      for (const database of databases) await database.close();
      await drop();
    }
  },
);
