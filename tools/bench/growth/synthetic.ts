/**
 * A data set of several times the cities, made from one that is loaded. A city that is added is a cross of two cities of one country:
 * the first part of one's names and the rest of the other's, in every language at the same place of the name, so that lengths,
 * letters, and which languages share a name stay what they are. As many of them bear a whole name of another city as do in the data.
 */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { TABLES, type TableName } from '../../../src/db/import/data-set-source.ts';
import { columnsOf } from '../../../src/db/tables.ts';
import { randomNumbers } from '../find/lists.ts';

/** A row as the source writes it. */
type Row = Readonly<Record<string, unknown>>;

/** Degrees that a city is put aside at most, either way. */
const ASIDE = 0.25;

/** Writes the files that `geo import --from` takes into a folder that is there. The same in every run. */
export async function writeSynthetic(databaseUrl: string, folder: string, times: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const schema = await currentSchema(client);
    for (const table of TABLES) {
      const texts = Readable.from(table === 'cities' ? citiesOf(client, schema, times) : rowsOf(client, schema, table));
      await pipeline(texts, createGzip({ level: 1 }), createWriteStream(join(folder, `${table}.json.gz`)));
    }
  } finally {
    await client.end();
  }
}

export async function currentSchema(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: number }>(
    'SELECT id FROM data_sets WHERE activated_at IS NOT NULL ORDER BY activated_at DESC, id DESC LIMIT 1',
  );
  if (rows[0] === undefined) throw new Error('the database has no data set');
  return `geo_${rows[0].id}`;
}

async function* rowsOf(client: pg.Client, schema: string, table: TableName): AsyncGenerator<string> {
  yield `[${(await read(client, schema, table)).map((row) => JSON.stringify(row)).join(',\n')}]`;
}

async function* citiesOf(client: pg.Client, schema: string, times: number): AsyncGenerator<string> {
  const { rows } = await client.query<{ id: number; last: number; twins: number }>(
    `SELECT country_id AS id, max(max(id)) OVER () AS last,
            (1 - sum(count(DISTINCT name)) OVER () / sum(count(*)) OVER ())::float8 AS twins
       FROM ${schema}.cities GROUP BY country_id ORDER BY country_id`,
  );
  const random = randomNumbers(20_261_122);
  let id = rows[0]?.last ?? 0;
  let separator = '[';
  for (const country of rows) {
    const real = await read(client, schema, 'cities', `WHERE country_id = ${country.id}`);
    for (let round = 0; round < times; round++) {
      const made = round === 0 ? real : real.map((row) => cross(row, real, ++id, country.twins, random));
      yield separator + made.map((row) => JSON.stringify(row)).join(',\n');
      separator = ',\n';
    }
  }
  yield ']';
}

function cross(row: Row, real: readonly Row[], id: number, twins: number, random: () => number): Row {
  const other = real[Math.floor(random() * real.length)] ?? row;
  const part = random() < twins ? 1 : 0.3 + 0.4 * random();
  return {
    ...row,
    id,
    parent_id: null,
    name: crossed(String(row['name']), String(other['name']), part),
    native: typeof row['native'] === 'string' ? crossed(row['native'], String(other['native'] ?? ''), part) : null,
    translations: crossedTranslations(row['translations'], other['translations'], part),
    latitude: aside(row['latitude'], 90, random),
    longitude: aside(row['longitude'], 180, random),
    population: typeof row['population'] === 'number' ? Math.round(row['population'] * 4 ** (random() - 0.5)) : null,
  };
}

/** By code points: a letter of two code units stays whole. */
function crossed(one: string, other: string, part: number): string {
  if (part === 1) return one;
  const [first, rest] = [[...one], [...other]];
  return first.slice(0, Math.ceil(first.length * part)).join('') + rest.slice(Math.ceil(rest.length * part)).join('');
}

function crossedTranslations(one: unknown, other: unknown, part: number): unknown {
  if (!isTexts(one)) return one;
  const rest = isTexts(other) ? other : {};
  return Object.fromEntries(
    Object.entries(one).map(([language, name]) => [language, crossed(name, rest[language] ?? '', part)]),
  );
}

/** What the importer lets in: an object of texts, or null. */
function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return typeof value === 'object' && value !== null;
}

function aside(degrees: unknown, limit: number, random: () => number): unknown {
  if (degrees === null) return null;
  const moved = Number(degrees) + (2 * random() - 1) * ASIDE;
  return Math.max(-limit, Math.min(limit, moved)).toFixed(8);
}

async function read(client: pg.Client, schema: string, table: TableName, where = ''): Promise<Row[]> {
  const columns = columnsOf(table).filter((column) => column.read !== undefined);
  const list = columns.map(({ name, source }) => `"${name}" AS "${source}"`).join(', ');
  const { rows } = await client.query<Row>(`SELECT ${list} FROM ${schema}.${table} ${where} ORDER BY id`);
  // Objects are kept as the text that they came as.
  return rows.map((row) => ({ ...row, ...parsed(row, 'translations'), ...parsed(row, 'timezones') }));
}

function parsed(row: Row, name: string): Row {
  const text = row[name];
  return typeof text === 'string' ? { [name]: JSON.parse(text) } : {};
}
