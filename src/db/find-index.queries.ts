/** Builds the indexes of a data set where they are missing, and stores them. The bytes are another room's business. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isCanceled, isLocked } from './faults.ts';
import type { ImportConnection } from './import/import-connection.ts';
import { type BuiltStore, IndexStore, MADE_FOR } from './find-index-store.ts';
import { noneWithoutTable, stampOf } from './stored-index.queries.ts';
import { columnsOf } from './tables.ts';

const ROWS_PER_STATEMENT = 5000;
const BEAT_MS = 1_000;
const TABLES = ['countries', 'states', 'cities'] as const;
type IndexedTable = (typeof TABLES)[number];

/** A column of a table as the indexes keep it: texts, integers of 32 bits, or whatever JSON knows. */
interface IndexedColumn {
  readonly name: string;
  readonly kind: 'text' | 'integer' | 'other';
}

/** Builds the indexes of a data set, in a thread of its own. */
export interface IndexBuilder {
  /** Takes rows of a table: JSON of an array of arrays, values in the order of `columns`. */
  addRows(table: IndexedTable, columns: readonly IndexedColumn[], json: string): Promise<void>;
  /** Takes what the database says of letters: the JSON that {@link readLetters} gives. */
  addLetters(json: string): Promise<void>;
  /** Builds the indexes, and waits for `store` meanwhile. */
  finish(store: BuiltStore): Promise<BuiltIndex>;
  stop(): Promise<void>;
}

export interface BuiltIndex {
  /** What the indexes begin with. */
  readonly head: Uint8Array;
  /** How GeoNames' places were joined; undefined where their package was left out. */
  readonly geonames: GeonamesReport | undefined;
  /** Why the database goes on answering the search by similarity; undefined where the indexes do. */
  readonly noTrigrams: string | undefined;
}

/** How much of GeoNames and of the cities could be brought together. */
export interface GeonamesReport {
  readonly joined: number;
  /** ISO 3166-1 alpha-2 → rows joined, and rows in all. */
  readonly byCountry: Readonly<Record<string, readonly [joined: number, rows: number]>>;
  /** GeoNames' places of 15,000 people and more that no row was found for. */
  readonly largeWithoutRow: number;
}

/** Who builds the indexes that this program reads. */
export interface IndexMaker {
  /** Of more rows no indexes are begun. */
  readonly mostRows: number;
  /** The version of the indexes' format. */
  readonly format: number;
  start(): IndexBuilder;
}

/**
 * Builds and stores the indexes of a data set unless it has some that this program and database can use, and with another stamp
 * than `refused`.
 * `between` is called after each statement, and every second while the indexes are built. Undefined when there was nothing to do.
 */
export async function buildIndexWhereMissing(
  connection: ImportConnection,
  schema: string,
  maker: IndexMaker,
  between: (done: number, total: number) => Promise<void>,
  refused?: string,
): Promise<{ readonly geonames: GeonamesReport | undefined; readonly noTrigrams: string | undefined } | undefined> {
  const there = await connection
    .rows<{ stamp: string }>(
      `SELECT xmin::text AS stamp FROM ${schema}.find_index WHERE made_for = ${MADE_FOR} ORDER BY part`,
      [maker.format],
    )
    .catch(noneWithoutTable);
  if (there.length > 0 && stampOf(there) !== refused) return undefined;
  const { rows, batches } = await countRows(connection, schema);
  // Otherwise that would be found out after many minutes and gigabytes, by every process that starts.
  if (rows > maker.mostRows) throw new RangeError(`${rows} rows are too many for one: ${maker.mostRows} at most`);
  const builder = maker.start();
  try {
    const total = LETTER_RANGES.length + batches + 1;
    let done = 0;
    const step = () => between(++done, total);
    for (const [from, to] of LETTER_RANGES) {
      await builder.addLetters(await readLetters(connection, from, to));
      await step();
    }
    for (const table of TABLES) await addRows(connection, schema, table, builder, step);
    const beat = () => between(done, total);
    const store = new IndexStore(connection, schema, beat);
    await store.dropUnfinished();
    const { head, geonames, noTrigrams } = await beating(beat, builder.finish(store)).catch(async (error: unknown) => {
      await builder.stop(); // What came in now would be stored, beside what a successor stores.
      // Of what is too large for an index up to 4 GB were stored before that was known. Who is stopped leaves them to the next one.
      await beat()
        .then(() => store.dropUnfinished())
        .catch(() => undefined);
      throw error;
    });
    await builder.stop(); // What it was built from is several times as much.
    await step();
    await store.finish(head, maker.format);
    return { geonames, noTrigrams };
  } finally {
    await builder.stop();
  }
}

/**
 * Waits for work that asks nothing of the database for long: another import takes one that is silent for dead, and a server may end a session
 * that is (`idle_session_timeout`). Rejects as the beat does, but for one that came too late: the next one may not.
 */
async function beating<T>(beat: () => Promise<void>, work: Promise<T>): Promise<T> {
  const end = new AbortController();
  const beats = async (): Promise<undefined> => {
    while (await isPassed(BEAT_MS, end.signal)) {
      await beat().catch((error: unknown) => {
        if (!isCanceled(error) && !isLocked(error)) throw error;
      });
    }
    return undefined;
  };
  const beaten = beats();
  try {
    // The beats end with the work only, or reject.
    await Promise.race([work, beaten]);
  } finally {
    end.abort();
  }
  await beaten;
  return work;
}

/** False where the signal aborts before. */
function isPassed(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal }).catch(() => false);
}

async function addRows(
  connection: ImportConnection,
  schema: string,
  table: IndexedTable,
  builder: IndexBuilder,
  step: () => Promise<void>,
): Promise<void> {
  const columns = columnsOf(table);
  const indexed = columns.map(
    ({ property, type }): IndexedColumn => ({
      name: property,
      kind: type === 'text' || type === 'integer' ? type : 'other',
    }),
  );
  const values = columns.map(({ name }) => `"${name}"`).join(', ');
  const sql = `
    SELECT max(id) AS last, json_agg(json_build_array(${values}))::text AS json
      FROM (SELECT * FROM ${schema}.${table} WHERE id > $1 ORDER BY id LIMIT ${ROWS_PER_STATEMENT}) AS batch`;
  for (let last: number | null = 0; ; ) {
    const [batch]: { last: number | null; json: string | null }[] = await connection.rows(sql, [last]);
    if (!batch?.json) return;
    await builder.addRows(table, indexed, batch.json);
    await step();
    last = batch.last;
  }
}

async function countRows(connection: ImportConnection, schema: string): Promise<{ rows: number; batches: number }> {
  const counts = TABLES.map((table) => `SELECT count(*) FROM ${schema}.${table}`).join(' UNION ALL ');
  const [row] = await connection.rows<{ rows: number; batches: number }>(
    `SELECT sum(count)::int AS rows, sum(ceil(count / ${ROWS_PER_STATEMENT}.0))::int AS batches FROM (${counts}) AS tables`,
  );
  return row ?? { rows: 0, batches: 0 };
}

// All code points, in statements that take the database some 50 ms each: numbers of blocks of 256.
const LETTER_RANGES: readonly (readonly [number, number])[] = Array.from({ length: 34 }, (_, at): [number, number] => [
  at * 128,
  at * 128 + 127,
]);

/** Texts in which a letter may depend on those around it: Greek, Turkish, Lithuanian, digraphs, marks. */
const WORDS = ['ΑΣ', 'ΣΑΣ ΟΔΟΣ', 'DİYARBAKIR', 'Iğdır', 'ĮÌ J\u0307Í', 'ǅ ǆ', 'STRASSE ẞ ß', 'ﬁ Ŀ', 'e\u0301 I\u0307'];

/**
 * What the database says of the letters and digits in some blocks of 256 code points, and of some words, as JSON:
 * `{ blocks: [{ first, trigrams, letters }], words: [[text, trigrams]] }`. Most blocks have no letter, and most of the others
 * none with a lower case: they are asked for as one text. The letters of the rest are told one by one, with `lower()`.
 */
async function readLetters(connection: ImportConnection, from: number, to: number): Promise<string> {
  const codes = 'generate_series(greatest(block * 256, 1), block * 256 + 255) AS code';
  // Blocks 216 to 223 are surrogates, which no text has.
  const [row] = await connection.rows<{ json: string }>(
    `SELECT json_build_object(
              'words', (SELECT json_agg(json_build_array(word, show_trgm(word))) FROM unnest($3::text[]) AS word),
              'blocks', coalesce(json_agg(json_build_object('first', block * 256, 'trigrams', trigrams, 'letters',
                CASE WHEN lower(text) <> text THEN (
                  SELECT json_agg(json_build_array(code, lower(chr(code)), own))
                    FROM ${codes}, show_trgm(chr(code)) AS own WHERE own <> '{}') END)), '[]'))::text AS json
       FROM generate_series($1::int, $2::int) AS block,
            LATERAL (SELECT string_agg(chr(code), ' ') AS text FROM ${codes} WHERE block NOT BETWEEN 216 AND 223) AS joined,
            show_trgm(text) AS trigrams
      WHERE trigrams <> '{}'`,
    [from, to, WORDS],
  );
  return row?.json ?? '{"blocks":[],"words":[]}';
}
