import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { DEFAULT_LIMITS, openDatabase } from '../../src/db/orm.ts';
import { read, type SentStatement, sqlChannel } from '../../src/db/read.ts';
import { databaseProxy } from '../database-proxy.ts';
import { createPostgresql, isPostgresqlThere } from './search-fixture.ts';

const there = await isPostgresqlThere();
const skipped = there ? '' : ' (skipped: no PostgreSQL)';
const limits = { ...DEFAULT_LIMITS, connectTimeoutMs: 20_000, statementTimeoutMs: 0 };

it.skipIf(!there).each([
  ['an empty database', []],
  ['one whose template has no indexes', ['20261121000002-data-set-template']],
  ['one that has a constraint too many', ['20261121000004-import-claim']],
  ['one that lacks a column', ['20261121000009-geonames']],
])(`processes that migrate %s at once all find it migrated${skipped}`, async (_name, [before]) => {
  const { url, drop } = await createPostgresql();
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
});

// PostgreSQL looks for the name of a table's type after the one of the table: for some microseconds only the former is taken.
it.skipIf(!there)(`whoever finds the type of the table made by another migrates nevertheless${skipped}`, async () => {
  const { url, drop } = await createPostgresql();
  const database = await openDatabase('postgresql', { url }, limits);
  try {
    await read(
      database.em,
      `CREATE FUNCTION take_name() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
         IF NOT EXISTS (SELECT FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory') THEN
           RAISE duplicate_object USING MESSAGE = 'type "schema_migrations" already exists';
         END IF;
       END $$`,
      [],
    );
    await read(
      database.em,
      `CREATE EVENT TRIGGER take_name ON ddl_command_start WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION take_name()`,
      [],
    );
    expect(await migrate(database)).not.toHaveLength(0);
    expect(await database.orm.migrator.getPending()).toEqual([]);
  } finally {
    await database.close();
    await drop();
  }
});

// Before the first statement, or any later one, is answered.
it.skipIf(!there).each([1, 2, 3])(
  `whoever looks while another migrates finds it migrated (statement %d)${skipped}`,
  async (held) => {
    const { url, drop } = await createPostgresql();
    onTestFinished(drop);
    const other = await openDatabase('postgresql', { url }, limits);
    onTestFinished(() => other.close());
    await using proxy = await databaseProxy({ url });
    const database = await openDatabase('postgresql', proxy.target, limits);
    onTestFinished(() => database.close());
    // As a start leaves it that waits for its turn.
    await other.orm.migrator.getPending();
    let sent = 0;
    const migrated = Promise.withResolvers<void>();
    const hold = (message: unknown) => {
      if (!/schema_migrations/.test((message as SentStatement).sql)) return;
      sent += 1;
      if (sent !== held) return;
      sqlChannel.asyncEnd.unsubscribe(hold);
      proxy.freeze();
      void migrate(other)
        .then(() => proxy.open())
        .then(migrated.resolve, migrated.reject);
    };
    sqlChannel.asyncEnd.subscribe(hold);
    onTestFinished(() => void sqlChannel.asyncEnd.unsubscribe(hold));
    await migrate(database);
    await migrated.promise;
    expect(await database.orm.migrator.getPending()).toEqual([]);
  },
);
