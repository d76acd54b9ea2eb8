/** What the search tests and the search benchmark share: databases with countries, states and cities, and the full scan. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { openEmbeddedInMemory } from '../../src/db/embedded/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { type Database, DEFAULT_LIMITS, type Home, openDatabase } from '../../src/db/orm.ts';
import { buildIndexWhereMissing } from '../../src/db/find-index.queries.ts';
import { readIndex } from '../../src/db/stored-index.queries.ts';
import { ImportConnection } from '../../src/db/import/import-connection.ts';
import { type FindIndex, openFindIndex } from '../../src/find/find-index.ts';
import { INDEX_MAKER } from '../../src/find/index-maker.ts';
import type { Search, SearchTable } from '../../src/db/search.queries.ts';
import type { FullHome } from '../prepared.ts';
import { fullDataDir } from '../environment.ts';

export interface NamedRow {
  readonly id: number;
  readonly name: string;
  readonly native?: string | null;
  readonly population?: number | null;
  readonly country_code?: string;
}
export type NamedRows = Readonly<Record<SearchTable, readonly NamedRow[]>>;

export interface SearchHome {
  readonly database: Database;
  readonly schema: string;
  /** A connection of its own, for the full scan and for looking around. */
  readonly client: pg.Client;
  /** The rows' indexes, built for this database and read back from it. */
  readonly index: FindIndex;
  close(): Promise<void>;
}

const ADMIN_URL = process.env['GEO_TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const SCHEMA = 'geo_1';
const TABLES: readonly SearchTable[] = ['countries', 'states', 'cities'];
const NO_LIMITS = { ...DEFAULT_LIMITS, statementTimeoutMs: 0, connectTimeoutMs: 5000 };

export async function isPostgresqlThere(): Promise<boolean> {
  const client = new pg.Client({ connectionString: ADMIN_URL, connectionTimeoutMillis: 1000 });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Creates an empty PostgreSQL database of the given locale; `drop` ends it. */
export async function createPostgresql(locale = 'C.UTF-8'): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `geo_search_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE '${locale}'`);
  const url = new URL(ADMIN_URL);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asAdmin(`DROP DATABASE ${name} WITH (FORCE)`) };
}

/** Opens a new database in the given home and loads the rows. */
export async function openSearchHome(home: Home, rows: NamedRows): Promise<SearchHome> {
  if (home === 'embedded') {
    const embedded = await openEmbeddedInMemory();
    const database = await openDatabase(home, embedded.clientConfig, NO_LIMITS);
    return loaded(database, new pg.Client(embedded.clientConfig), rows, embedded.close);
  }
  const { url, drop } = await createPostgresql();
  const database = await openDatabase(home, { url }, NO_LIMITS);
  return loaded(database, new pg.Client({ connectionString: url }), rows, drop);
}

/** Joins a home that has been imported, as one among several readers. */
export async function joinSearchHome({ home, target, outcome }: FullHome): Promise<SearchHome> {
  const database = await openDatabase(home, target, NO_LIMITS);
  const client = new pg.Client('url' in target ? { connectionString: target.url } : target);
  await client.connect();
  const close = async () => {
    await client.end();
    await database.close();
  };
  const schema = `geo_${outcome.dataSetId}`;
  return { database, schema, client, index: await read(database, schema), close };
}

async function loaded(database: Database, client: pg.Client, rows: NamedRows, end: () => Promise<void>) {
  await client.connect();
  await migrate(database);
  await client.query(`CREATE SCHEMA ${SCHEMA}`);
  for (const table of ['find_index', 'geonames']) {
    await client.query(`CREATE TABLE ${SCHEMA}.${table} (LIKE geo_template.${table} INCLUDING ALL)`);
  }
  for (const table of TABLES) {
    await client.query(`CREATE TABLE ${SCHEMA}.${table} (LIKE geo_template.${table} INCLUDING ALL)`);
    await load(client, table, rows[table]);
    await client.query(`ANALYZE ${SCHEMA}.${table}`);
  }
  const close = async () => {
    await client.end();
    await database.close();
    await end();
  };
  return { database, schema: SCHEMA, client, index: await buildAndRead(database), close };
}

async function buildAndRead(database: Database): Promise<FindIndex> {
  const connection = await ImportConnection.open(database.em);
  try {
    await buildIndexWhereMissing(connection, SCHEMA, INDEX_MAKER, async () => undefined);
  } finally {
    connection.close();
  }
  return read(database, SCHEMA);
}

async function read({ em }: Database, schema: string): Promise<FindIndex> {
  const stored = await readIndex(em, schema, INDEX_MAKER);
  if (!stored) throw new Error('the index that was built is not there');
  return openFindIndex(stored.bytes);
}

async function load(client: pg.Client, table: SearchTable, rows: readonly NamedRow[]): Promise<void> {
  // What search does not read is filled with whatever the columns accept.
  const others = {
    countries: { columns: 'iso2, iso3', values: codeOf('id', 2).concat(', ', codeOf('id', 3)) },
    states: { columns: 'country_code, country_id', values: 'country_code, 1' },
    cities: { columns: 'country_code, country_id, state_id', values: 'country_code, 1, 1' },
  }[table];
  for (let start = 0; start < rows.length; start += 20_000) {
    await client.query(
      `INSERT INTO ${SCHEMA}.${table} (id, name, native, population, ${others.columns})
       SELECT id, name, native, population, ${others.values}
         FROM jsonb_to_recordset($1) AS given (id int, name text, native text, population int, country_code text)`,
      [JSON.stringify(rows.slice(start, start + 20_000), ['id', 'name', 'native', 'population', 'country_code'])],
    );
  }
}

function codeOf(column: string, letters: number): string {
  const digits = Array.from({ length: letters }, (_, place) => `chr(65 + ${column} / ${26 ** place} % 26)`);
  return digits.join(' || ');
}

export async function asAdmin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: ADMIN_URL });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** What a search must return, found by scoring every row. */
export async function fullScan(
  { client, schema }: SearchHome,
  table: SearchTable,
  { q, country, limit, threshold }: Search,
): Promise<{ id: number; matchScore: number; matchedAlias: string | null }[]> {
  const score = 'greatest(similarity(name, $1), coalesce(similarity(native, $1), 0))';
  const ofCountry = country === undefined ? '' : 'AND country_code = $4';
  const { rows } = await client.query(
    `SELECT id, ${score} AS "matchScore",
            CASE WHEN similarity(native, $1) > similarity(name, $1) THEN native END AS "matchedAlias"
       FROM ${schema}.${table} WHERE ${score} >= $2::real ${ofCountry}
      ORDER BY ${score} DESC, population DESC NULLS LAST, id LIMIT $3`,
    [q, threshold, limit, ...(country === undefined ? [] : [country])],
  );
  return rows;
}

/** The full upstream data, in the shape of its release assets. */
export function readFullData(): NamedRows {
  // The files are this shape by definition of the assets; the importer checks them, a test need not.
  const rowsOf = (table: SearchTable) =>
    JSON.parse(gunzipSync(readFileSync(join(fullDataDir() ?? '', `${table}.json.gz`))).toString()) as NamedRow[];
  return { countries: rowsOf('countries'), states: rowsOf('states'), cities: rowsOf('cities') };
}

const FIRST =
  `San|Santa|Saint|New|Old|Bad|Villa|El|La|Los|Nova|Port|Upper|São|Île|Ober|Kota|Al|Ak|Ōita|Ксения|北|東|نو|ที่`.split(
    '|',
  );
const SECOND =
  `Antonio|Maria|Étienne|York|Jerusalem|Reykjavík|Zürich|İzmir|Köln|Łódź|Bergen|Kirchen|ville|burg|Springfield|Lake|Abcdefg|Abcdefgh|網走|京|札幌市|Москва|Жуковка|القاهرة|ירושלים|Αθήνα|서울|กรุงเทพ|Ab|A`.split(
    '|',
  );
const THIRD = ['', ' del Mar', ' am See', '-sur-Mer', ' (Kreis 2)', '’Ali', ' 2'];

/** Some five thousand made-up places in many scripts: many share their name, or every score, and differ in population. */
export function smallData(): NamedRows {
  const names = FIRST.flatMap((first) =>
    SECOND.flatMap((second) => THIRD.map((third) => `${first} ${second}${third}`)),
  );
  const plain = [...SECOND, ...SECOND, ...names];
  const random = randomNumbers(11);
  const places = plain.map((name, index) => ({
    id: index + 1,
    name,
    native: [null, name, name.toUpperCase(), plain[random(plain.length)] ?? null][random(4)] ?? null,
    population: random(3) === 0 ? null : random(5) * 1000,
    country_code: index % 4 === 0 ? (['AD', 'DE', 'JP'][random(3)] ?? 'AD') : 'US',
  }));
  return { cities: places, states: places.slice(0, 900), countries: places.slice(0, 250) };
}

/** A function that gives the next pseudo-random integer below its argument, the same ones for the same seed. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const FEW_TRIGRAMS = [
  '??',
  '---',
  '京',
  '北京',
  'в',
  'ab',
  'a b',
  'x!',
  'é',
  '%_',
  '\\\\',
  "'; --",
  '🏙️🏙️',
  'san',
  'la',
  'saint',
  'İSTANBUL ISPARTA ığdır',
  'Straße STRASSE ẞ',
  'ΑΘΗΝΑΣ Σάμος',
  'o\u0302\u0323 e\u0301\u0301 \u0301\u0301',
  'ÅNGSTRÖM Å',
  '12345 ١٢٣ 2',
  'anananananananan',
  'a a a a a a a b b',
  'Ǆǅǆ Ŀ ﬁ Ⅷ ⅷ Ⓐ ⓐ',
  '🇯🇵 東京 👩‍👩‍👧',
  '𝔖𝔞𝔫 𐐀𐐨',
  '\ud800san\udc00',
];
const EVERYWHERE =
  'santa anna san pedro villa maria del monte santo de la sierra madre occidental rio grande do sul norte';
const THRESHOLDS = [0.1, 0.15, 0.2, 0.3, 0.3, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
const LIMITS = [1, 2, 3, 10, 10, 25, 49, 50];

/** Typos of names and native names, their beginnings, their letters shuffled, several joined, and some fixed oddities. */
export function makeSearches(rows: readonly NamedRow[], count: number, seed: number, byCountry: boolean): Search[] {
  const random = randomNumbers(seed);
  const pick = <T>(list: readonly T[]): T => {
    const chosen = list[random(list.length)];
    if (chosen === undefined) throw new Error('nothing to pick from');
    return chosen;
  };
  const aText = () => {
    const { name, native } = pick(rows);
    return native && random(2) === 0 ? native : name;
  };
  const makers = [
    () => mistyped(aText(), random),
    () => mistyped(mistyped(aText(), random), random),
    () => aText(),
    () => aText().toUpperCase(),
    () => [...aText()].slice(0, 2 + random(4)).join(''),
    () => [...aText()].toSorted(() => random(3) - 1).join(''),
    () => `${aText()} ${aText()} ${aText()}`,
    () => pick(FEW_TRIGRAMS),
    () => EVERYWHERE.slice(0, 5 + random(96)),
    () => Array.from({ length: 2 + random(20) }, () => String.fromCodePoint(anyCodePoint(random))).join(''),
  ];
  return Array.from({ length: count }, (_, index) => ({
    q: [...(makers[index % makers.length] ?? aText)().normalize('NFC').trim()].slice(0, 100).join('') || 'ab',
    country: byCountry && random(3) === 0 ? (random(2) === 0 ? 'US' : pick(rows).country_code) : undefined,
    limit: pick(LIMITS),
    threshold: pick(THRESHOLDS),
  }));
}

/** A code point of some script, or any at all: never a surrogate, nor the one that PostgreSQL's texts can't have. */
function anyCodePoint(random: (below: number) => number): number {
  const [from, to] = SCRIPTS[random(SCRIPTS.length)] ?? [0x20, 0x7f];
  const codePoint = from + random(to - from);
  return codePoint >= 0xd800 && codePoint < 0xe000 ? 0x61 : codePoint;
}

const SCRIPTS = [
  [0x20, 0x7f],
  [0x61, 0x7b],
  [0x80, 0x250],
  [0x300, 0x370],
  [0x370, 0x600],
  [0x600, 0x1e00],
  [0x1e00, 0x2200],
  [0x3040, 0xa000],
  [0x1, 0x11_0000],
] as const;

function mistyped(text: string, random: (below: number) => number): string {
  const letters = [...text];
  const at = random(letters.length);
  const letter = 'abcdefghijklmnopqrstuvwxyz'[random(26)] ?? '';
  const kinds = [
    () => letters.splice(at, 1),
    () => letters.splice(at, 0, letter),
    () => letters.splice(at, 1, letter),
    () => letters.splice(at, 2, ...letters.slice(at, at + 2).toReversed()),
  ];
  kinds[random(kinds.length)]?.();
  return letters.join('');
}
