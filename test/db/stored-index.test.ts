import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { findCurrentDataSet } from '../../src/db/data-set.queries.ts';
import { watchDataSet } from '../../src/db/data-set-watch.ts';
import { buildMissingIndex } from '../../src/db/import/build-missing-index.ts';
import { DEFAULT_LIMITS, openDatabase, type Target } from '../../src/db/orm.ts';
import { type SentStatement, sqlChannel } from '../../src/db/read.ts';
import { readIndex } from '../../src/db/stored-index.queries.ts';
import { INDEX_MAKER, INDEX_READER } from '../../src/find/index-maker.ts';
import { databaseProxy } from '../database-proxy.ts';
import { newDatabase } from '../new-database.ts';
import { type OwnDatabase, ownDatabase } from '../own-database.ts';
import { PATIENT_LIMITS, someHome } from '../service.ts';

const PIECES = 40;
const NOTHING = new SharedArrayBuffer(0);
const NEVER = new Promise<never>(() => undefined);

const server = inject('homes').find(({ home }) => home === 'postgresql');
let template: OwnDatabase;

describe.skipIf(!server)('stored indexes', () => {
  beforeAll(async () => {
    template = await cutInPieces();
  });
  afterAll(() => template[Symbol.asyncDispose]());

  it.each([
    ['one part at a time', 0, 1],
    ['several parts at a time where that is to be soon', 60_000, 3],
  ])('are put together of %s', async (_, fastMs, atOnce) => {
    const { em, schema } = await inPieces();
    const reading = countReads();
    const read = await readIndex(em, schema, { ...INDEX_READER, fastMs });
    expect(reading.take()).toEqual({ sent: PIECES + 1, most: atOnce, open: 0 });
    const [whole] = await em.execute<{ sum: string }[]>(
      `SELECT md5(string_agg(bytes, '' ORDER BY part)) AS sum FROM ${schema}.find_index`,
    );
    expect(
      createHash('md5')
        .update(Buffer.from(read?.bytes ?? NOTHING))
        .digest('hex'),
    ).toBe(whole?.sum);
  });

  it('are read one part at a time where that takes long, however soon they are wanted', async () => {
    const { em, schema } = await inPieces();
    const reading = countReads();
    await spoil(em, schema, `CASE WHEN part = 1 THEN (SELECT bytes FROM pg_sleep(0.2)) ELSE bytes END`);
    expect(await readIndex(em, schema, { ...INDEX_READER, fastMs: 200 })).toBeDefined();
    expect(reading.take()).toEqual({ sent: PIECES + 1, most: 1, open: 0 });
  });

  it('are not read on where a part was replaced meanwhile', async () => {
    const { em, schema } = await inPieces();
    const reading = countReads();
    await spoil(em, schema, `CASE WHEN part = 5 THEN '' ELSE bytes END`);
    expect(await readIndex(em, schema, { ...INDEX_READER, fastMs: 60_000 })).toBeUndefined();
    const { sent, open } = reading.take();
    expect([sent < PIECES / 2, open]).toEqual([true, 0]);
  });

  it('are read on where a part came too late, in pieces, and not from the beginning', async () => {
    const { em, schema } = await inPieces();
    const whole = await readIndex(em, schema, INDEX_READER);
    const reading = countReads();
    await spoil(em, schema, `CASE WHEN part = 35 THEN ${await lateOnes(em, schema, 2)} ELSE bytes END`);
    const onLate = vi.fn();
    const read = await readIndex(em, schema, { ...INDEX_READER, fastMs: 60_000, onLate });
    expect(Buffer.from(read?.bytes ?? NOTHING).equals(Buffer.from(whole?.bytes ?? NOTHING))).toBe(true);
    expect(onLate.mock.calls).toEqual([[whole?.bytes.byteLength]]);
    const { sent, open } = reading.take();
    expect(open).toBe(0);
    expect(sent).toBeGreaterThan(PIECES + 3);
    expect(sent).toBeLessThan(PIECES + 34); // As many would have been asked for again.
  });

  it('come over a way that is too narrow for a part within the limit of a statement', async () => {
    const { em: direct, schema, target } = await inPieces();
    await direct.execute(`
      WITH cut AS (DELETE FROM ${schema}.find_index WHERE part > 0 RETURNING *)
      INSERT INTO ${schema}.find_index
      SELECT made_for, ${PIECES + 1}, string_agg(bytes, '' ORDER BY part) FROM cut GROUP BY made_for`);
    await using proxy = await databaseProxy(target);
    const limits = { ...DEFAULT_LIMITS, statementTimeoutMs: 200, connectTimeoutMs: 300 };
    const { em, close } = await openDatabase('postgresql', proxy.target, limits);
    onTestFinished(close);
    const whole = await readIndex(direct, schema, INDEX_READER);
    const size = whole?.bytes.byteLength ?? 0;
    proxy.narrow(size / 2_000); // All of them take two seconds.
    const onLate = vi.fn();
    // A service looks again, too, where a machine that stands still took all of the time.
    const read = await vi.waitFor(() => {
      onLate.mockClear();
      return readIndex(em, schema, { ...INDEX_READER, onLate });
    }, 20_000);
    expect(Buffer.from(read?.bytes ?? NOTHING).equals(Buffer.from(whole?.bytes ?? NOTHING))).toBe(true);
    expect(onLate).toHaveBeenCalledOnce();
  });

  it('are not read on where a part is too late again and again', async () => {
    const { em, schema } = await inPieces();
    const reading = countReads();
    await spoil(em, schema, `CASE WHEN part = 5 THEN ${await lateOnes(em, schema, 4)} ELSE bytes END`);
    await expect(readIndex(em, schema, INDEX_READER)).rejects.toThrow('as if it took too long');
    expect(reading.take()).toEqual({ sent: 5 + 4, most: 1, open: 0 });
  });

  it('are not read on where a part cannot be had, and nothing of it goes on behind that', async () => {
    const { em, schema } = await inPieces();
    const reading = countReads();
    await spoil(em, schema, `CASE WHEN 1 / (part - 5) > 2 THEN '' ELSE bytes END`);
    await expect(readIndex(em, schema, { ...INDEX_READER, fastMs: 60_000 })).rejects.toThrow('division by zero');
    const { sent, open } = reading.take();
    expect([sent < PIECES / 2, open]).toEqual([true, 0]);
  });

  it('are looked for again where some that were to be read anew were replaced meanwhile', async () => {
    const { em, schema } = await inPieces();
    const watch = watchDataSet(em, {}, INDEX_READER, NEVER);
    onTestFinished(() => watch.stop());
    await watch.refresh();
    const before = watch.current()?.findIndex;
    await spoil(em, schema, `CASE WHEN part = 5 THEN '' ELSE bytes END`);
    await watch.refresh({ indexAnew: true });
    expect(watch.current()?.findIndex).toBe(before);
    await em.execute(`DROP VIEW ${schema}.find_index; ALTER TABLE ${schema}.sound_index RENAME TO find_index`);
    await watch.refresh();
    const found = watch.current()?.findIndex;
    expect([found === undefined, found === before]).toEqual([false, false]);
    await watch.refresh();
    expect(watch.current()?.findIndex).toBe(found);
  });

  it('are hurried at a start, and no more after that', async () => {
    const { em } = await inPieces();
    const reading = countReads();
    const watch = watchDataSet(em, {}, INDEX_READER, NEVER);
    onTestFinished(() => watch.stop());
    await watch.refresh();
    const { most, ...rest } = reading.take();
    expect([rest, [1, 3].includes(most)]).toEqual([{ sent: PIECES + 1, open: 0 }, true]); // 1 on a machine that is busy with others.
    await watch.refresh({ indexAnew: true });
    expect(reading.take()).toEqual({ sent: PIECES + 1, most: 1, open: 0 });
  });
});

/** A database of its own, whose indexes are stored in more parts than any of so few rows are. */
async function inPieces(): Promise<{ em: EntityManager; schema: string; target: Target }> {
  const { url: given } = template.target;
  const { url, drop } = await newDatabase(given, new URL(given).pathname.slice(1));
  const { em, close } = await openDatabase('postgresql', { url }, PATIENT_LIMITS);
  onTestFinished(async () => {
    await close();
    await drop();
  });
  return { em, schema: `geo_${(await findCurrentDataSet(em))?.id}`, target: { url } };
}

/** What the databases of these tests are copies of: the indexes are built once. */
async function cutInPieces(): Promise<OwnDatabase> {
  const own = await ownDatabase(server ?? someHome());
  const { em, close } = await openDatabase(own.home, own.target, PATIENT_LIMITS);
  await buildMissingIndex(em, INDEX_MAKER);
  const schema = `geo_${(await findCurrentDataSet(em))?.id}`;
  await em.execute(`
    WITH whole AS (DELETE FROM ${schema}.find_index RETURNING *),
         cut AS (SELECT made_for, part, bytes, length(bytes) / ${PIECES} + 1 AS size FROM whole WHERE part = 1)
    INSERT INTO ${schema}.find_index
    SELECT made_for, piece + 1, substr(bytes, piece * size + 1, size) FROM cut, generate_series(0, ${PIECES - 1}) AS piece
     UNION ALL SELECT made_for, part, bytes FROM whole WHERE part = 0`);
  await close();
  return own;
}

/** From now on whoever reads the bytes of a part is given `bytes`. */
async function spoil(em: EntityManager, schema: string, bytes: string): Promise<void> {
  await em.execute(`
    ALTER TABLE ${schema}.find_index RENAME TO sound_index;
    CREATE VIEW ${schema}.find_index AS
      SELECT made_for, part, xmin, CASE WHEN current_query() ~ '^SELECT (substring.)?bytes' THEN ${bytes} ELSE bytes END AS bytes
        FROM ${schema}.sound_index`);
}

/** What is given for `bytes` once the server has ended so many statements as it ends those that take too long (57014, query_canceled). */
async function lateOnes(em: EntityManager, schema: string, count: number): Promise<string> {
  await em.execute(`
    CREATE SEQUENCE ${schema}.asked;
    CREATE FUNCTION ${schema}.late(bytea) RETURNS bytea LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('${schema}.asked') <= ${count} THEN
        RAISE EXCEPTION 'as if it took too long' USING ERRCODE = 'query_canceled';
      END IF;
      RETURN $1;
    END $$`);
  return `${schema}.late(bytes)`;
}

/** How many parts were asked for since the last look, how many of these at a time, and how many have no answer yet. */
function countReads(): { take(): { sent: number; most: number; open: number } } {
  let [sent, most, open] = [0, 0, 0];
  const isRead = (message: unknown) =>
    /\bSELECT (?:substring\()?bytes\b.* FROM \S+\.find_index\b/.test((message as SentStatement).sql);
  const begun = (message: unknown) => {
    if (!isRead(message)) return;
    sent += 1;
    open += 1;
    most = Math.max(most, open);
  };
  const ended = (message: unknown) => {
    if (isRead(message)) open -= 1;
  };
  sqlChannel.start.subscribe(begun);
  sqlChannel.asyncEnd.subscribe(ended);
  onTestFinished(() => {
    sqlChannel.start.unsubscribe(begun);
    sqlChannel.asyncEnd.unsubscribe(ended);
  });
  return {
    take() {
      const taken = { sent, most, open };
      [sent, most] = [0, 0];
      return taken;
    },
  };
}
