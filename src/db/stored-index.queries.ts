/** Reads the indexes of a data set that are stored. The bytes are another room's business. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { isTableMissing } from './faults.ts';
import { MADE_FOR } from './find-index-store.ts';
import { read, readBytes } from './read.ts';
import { RowRoom } from './wire/row-room.ts';

/** So many parts are read at a time where that is to be soon: while one is copied here the database has the next ones ready. */
const SOON_AT_ONCE = 3;

interface StoredPart {
  readonly part: number;
  /** In bytes. */
  readonly size: number;
  readonly stamp: string;
}

export interface StoredIndex {
  readonly bytes: SharedArrayBuffer;
  /** Tells these stored indexes from those that are stored in their place later. */
  readonly stamp: string;
}

/**
 * The stored indexes of a data set in shared memory; undefined where there are none that this program and database can use, or
 * only those with the stamp `refused`. Rejects soon when `signal` aborts. Takes one connection at a time, and with `soon` several.
 */
export async function readIndex(
  em: EntityManager,
  schema: string,
  {
    format,
    refused,
    soon = false,
    signal,
  }: {
    readonly format: number;
    readonly refused?: string | undefined;
    readonly soon?: boolean;
    readonly signal?: AbortSignal;
  },
): Promise<StoredIndex | undefined> {
  const parts = await read<StoredPart>(
    em,
    `SELECT part, length(bytes) AS size, xmin::text AS stamp FROM ${schema}.find_index WHERE made_for = ${MADE_FOR} ORDER BY part`,
    [format],
  ).catch(noneWithoutTable);
  const stamp = stampOf(parts);
  if (parts.length === 0 || stamp === refused) return undefined;
  const whole = new SharedArrayBuffer(parts.reduce((sum, { size }) => sum + size, 0));
  const sql = `SELECT bytes FROM ${schema}.find_index WHERE made_for = ${MADE_FOR} AND part = $2`;
  const rest = placesOf(parts, whole);
  const readRest = async () => {
    const room = new RowRoom(Math.max(...parts.map(({ size }) => size)));
    // Who leaves this loop before its end closes what all take from.
    for (const [part, place] of rest) {
      const bytes = await readBytes(em, sql, [format, part], room);
      if (bytes?.length !== place.length) return false;
      place.set(bytes);
      signal?.throwIfAborted();
    }
    return true;
  };
  const ends = await Promise.allSettled(Array.from({ length: soon ? SOON_AT_ONCE : 1 }, readRest));
  const areThere = ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
  // One that was replaced while it was read the next look finds.
  return areThere.includes(false) ? undefined : { bytes: whole, stamp };
}

/** Which part of the indexes is to be where. */
function* placesOf(
  parts: readonly StoredPart[],
  whole: SharedArrayBuffer,
): Generator<[part: number, place: Uint8Array]> {
  let offset = 0;
  for (const { part, size } of parts) {
    yield [part, new Uint8Array(whole, offset, size)];
    offset += size;
  }
}

/** True where indexes of a data set are stored that this program and database can use: their head is stored last. */
export async function isIndexed(em: EntityManager, schema: string, format: number): Promise<boolean> {
  const sql = `SELECT part FROM ${schema}.find_index WHERE made_for = ${MADE_FOR} AND part = 0`;
  return (await read(em, sql, [format]).catch(noneWithoutTable)).length > 0;
}

/** Tells stored indexes from those that are stored in their place later. */
export function stampOf(parts: readonly { readonly stamp: string }[]): string {
  return [...new Set(parts.map(({ stamp }) => stamp))].join(' ');
}

/** How many cities GeoNames' names and sizes were joined to. */
export async function countGeonames(em: EntityManager, schema: string): Promise<number> {
  const [row] = await read<{ count: number }>(em, `SELECT count(*)::int AS count FROM ${schema}.geonames`, []);
  return row?.count ?? 0;
}

/** What an older schema has of them: nothing. */
export function noneWithoutTable(error: unknown): never[] {
  if (isTableMissing(error)) return [];
  throw error;
}
