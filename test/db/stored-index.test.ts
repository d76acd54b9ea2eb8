import type { EntityManager } from '@mikro-orm/postgresql';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { findCurrentDataSet } from '../../src/db/data-set.queries.ts';
import { watchDataSet } from '../../src/db/data-set-watch.ts';
import { buildMissingIndex } from '../../src/db/import/build-missing-index.ts';
import { openDatabase } from '../../src/db/orm.ts';
import { type SentStatement, sqlChannel } from '../../src/db/read.ts';
import { readIndex, type StoredIndex } from '../../src/db/stored-index.queries.ts';
import { INDEX_MAKER, INDEX_READER } from '../../src/find/index-maker.ts';
import { ownDatabase } from '../own-database.ts';
import { someHome } from '../service.ts';

const PIECES = 9;
const NEVER = new Promise<never>(() => undefined);

const server = inject('homes').find(({ home }) => home === 'postgresql');

describe.skipIf(!server)('stored indexes', () => {
  it('are the same however many parts are read at a time', async () => {
    const { em, schema } = await inPieces();
    const reading = countReads();
    const one = await readIndex(em, schema, INDEX_READER);
    expect(reading.take()).toEqual({ sent: PIECES + 1, most: 1 });
    const several = await readIndex(em, schema, { ...INDEX_READER, soon: true });
    expect(reading.take()).toEqual({ sent: PIECES + 1, most: 3 });
    expect(several?.stamp).toBe(one?.stamp);
    expect(bytesOf(one).length).toBeGreaterThan(500_000);
    expect(bytesOf(several).equals(bytesOf(one))).toBe(true);
  });

  it('are not read on where one part cannot be had', async () => {
    const { em, schema } = await inPieces();
    const reading = countReads();
    const signal = AbortSignal.abort(new Error('nobody waits'));
    await expect(readIndex(em, schema, { ...INDEX_READER, soon: true, signal })).rejects.toThrow('nobody waits');
    expect(reading.take()).toEqual({ sent: 3, most: 3 });
    await readIndex(em, schema, INDEX_READER);
    expect(reading.take()).toEqual({ sent: PIECES + 1, most: 1 });
  });

  it('are read one part at a time while others are in use', async () => {
    const { em } = await inPieces();
    const reading = countReads();
    const watch = watchDataSet(em, {}, INDEX_READER, NEVER);
    onTestFinished(() => watch.stop());
    await watch.refresh();
    expect(reading.take()).toEqual({ sent: PIECES + 1, most: 3 });
    await watch.refresh({ indexAnew: true });
    expect(reading.take()).toEqual({ sent: PIECES + 1, most: 1 });
  });
});

/** A database of its own, whose indexes are stored in more parts than any of so few rows are. */
async function inPieces(): Promise<{ em: EntityManager; schema: string }> {
  const own = await ownDatabase(server ?? someHome());
  const { em, close } = await openDatabase(own.home, own.target);
  onTestFinished(async () => {
    await close();
    await own[Symbol.asyncDispose]();
  });
  await buildMissingIndex(em, INDEX_MAKER);
  const schema = `geo_${(await findCurrentDataSet(em))?.id}`;
  await em.execute(`
    WITH whole AS (DELETE FROM ${schema}.find_index RETURNING *),
         cut AS (SELECT made_for, part, bytes, length(bytes) / ${PIECES} + 1 AS size FROM whole WHERE part = 1)
    INSERT INTO ${schema}.find_index
    SELECT made_for, piece + 1, substr(bytes, piece * size + 1, size) FROM cut, generate_series(0, ${PIECES - 1}) AS piece
     UNION ALL SELECT made_for, part, bytes FROM whole WHERE part = 0`);
  return { em, schema };
}

function bytesOf(stored: StoredIndex | undefined): Buffer {
  return Buffer.from(stored?.bytes ?? new SharedArrayBuffer(0));
}

/** How many parts were asked for since the last look, and how many of these at a time. */
function countReads(): { take(): { sent: number; most: number } } {
  let [sent, most, open] = [0, 0, 0];
  const isRead = (message: unknown) => /\bSELECT bytes FROM \S+\.find_index\b/.test((message as SentStatement).sql);
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
      const taken = { sent, most };
      [sent, most] = [0, 0];
      return taken;
    },
  };
}
