/** Reads the indexes of a data set that are stored. The bytes are another room's business. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { isTableMissing } from './faults.ts';
import { MADE_FOR } from './find-index-store.ts';
import { limitOf } from './patience.ts';
import { isNoSign } from './reachability.ts';
import { read, readBytes } from './read.ts';
import { RowRoom } from './wire/row-room.ts';

/** So many parts are read at a time where that is to be soon: while one is copied here the database has the next ones ready. */
const SOON_AT_ONCE = 3;
/** Where the first parts take longer than this, in milliseconds, several at a time might be too late for the limit of a statement. */
export const FAST_MS = 150;
/** So often bytes are asked for that come too late, each time so many times fewer at once. */
const TRIES = 4;
const FEWER = 8;
/** What comes in less than this part of the limit of a statement is asked for in twice as many. */
const SOON = 1 / 4;

interface StoredPart {
  readonly part: number;
  /** In bytes. */
  readonly size: number;
  readonly stamp: string;
}

interface WantedPart extends StoredPart {
  /** Where its bytes are to be. */
  readonly target: Uint8Array;
}

export interface StoredIndex {
  readonly bytes: SharedArrayBuffer;
  /** Tells these stored indexes from those that are stored in their place later. */
  readonly stamp: string;
}

/**
 * The stored indexes of a data set in shared memory; undefined where there are none that this program and database can use, or
 * only those with the stamp `refused`. Rejects soon when `signal` aborts. Takes one connection at a time, and several
 * where the first parts came within `fastMs` milliseconds. Tells `onLate` once, with the size of all in bytes, when a piece came too late
 * for the limit of a statement.
 */
export async function readIndex(
  em: EntityManager,
  schema: string,
  {
    format,
    refused,
    fastMs = 0,
    signal,
    onLate,
  }: {
    readonly format: number;
    readonly refused?: string | undefined;
    readonly fastMs?: number;
    readonly signal?: AbortSignal;
    readonly onLate?: ((bytes: number) => void) | undefined;
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
  const pieces = new Pieces(em, { schema, format, signal, onLate: () => onLate?.(whole.byteLength) });
  const readAll = async (some: Iterable<WantedPart>) => {
    const room = new RowRoom(Math.max(...parts.map(({ size }) => size)));
    for (const part of some) if (!(await pieces.read(part, room))) return false;
    return true;
  };
  const wanted = within(parts, whole);
  const first = wanted.splice(0, 2);
  const startedAt = performance.now();
  // Of those that are replaced meanwhile a later look finds what is there in their place.
  if (!(await readAll(first))) return undefined;
  const readers = performance.now() - startedAt < fastMs ? SOON_AT_ONCE : 1;
  const rest = inTurn(wanted);
  const ends = await Promise.allSettled(Array.from({ length: readers }, () => readAll(rest)));
  const areThere = ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
  return areThere.includes(false) ? undefined : { bytes: whole, stamp };
}

/** The parts with where each is to be in the whole. */
function within(parts: readonly StoredPart[], whole: SharedArrayBuffer): WantedPart[] {
  let offset = 0;
  return parts.map((part) => {
    const target = new Uint8Array(whole, offset, part.size);
    offset += part.size;
    return { ...part, target };
  });
}

interface Reading {
  readonly schema: string;
  readonly format: number;
  readonly signal: AbortSignal | undefined;
  onLate(): void;
}

/**
 * Reads parts whole, and in pieces where they come too late from a database that is there, as over a narrow way or on a machine that is
 * busy with others. What comes fast is asked for in larger ones again.
 */
class Pieces {
  readonly #em: EntityManager;
  readonly #reading: Reading;
  readonly #from: string;
  #most = Number.POSITIVE_INFINITY;

  constructor(em: EntityManager, reading: Reading) {
    this.#em = em;
    this.#reading = reading;
    this.#from = `FROM ${reading.schema}.find_index WHERE made_for = ${MADE_FOR} AND part = $2 AND xmin::text = $3`;
  }

  /** Puts the bytes of a part where they are to be; false where another is stored in its place by now. */
  async read({ part, stamp, target }: WantedPart, room: RowRoom): Promise<boolean> {
    const { format, signal } = this.#reading;
    for (let at = 0, left = TRIES; at < target.length; ) {
      const length = Math.min(this.#most, target.length - at);
      const startedAt = performance.now();
      try {
        // A piece costs the database a copy more.
        const isWhole = length === target.length;
        const sql = `SELECT ${isWhole ? 'bytes' : 'substring(bytes FROM $4::int FOR $5::int)'} ${this.#from}`;
        const params = isWhole ? [format, part, stamp] : [format, part, stamp, at + 1, length];
        const bytes = await readBytes(this.#em, sql, params, room);
        if (bytes?.length !== length) return false;
        target.set(bytes, at);
        at += length;
        left = TRIES;
        if (performance.now() - startedAt < SOON * (limitOf(this.#em) ?? 0)) this.#most *= 2;
      } catch (error) {
        left -= 1;
        if (left === 0 || signal?.aborted || !isNoSign(this.#em.getDriver(), error, limitOf(this.#em))) throw error;
        if (this.#most === Number.POSITIVE_INFINITY) this.#reading.onLate();
        this.#most = Math.max(1, Math.floor(Math.min(this.#most, target.length) / FEWER));
      }
      signal?.throwIfAborted();
    }
    return true;
  }
}

/** What several take from; whoever leaves its loop before the end ends it for all. */
function* inTurn<T>(items: readonly T[]): Generator<T> {
  yield* items;
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
