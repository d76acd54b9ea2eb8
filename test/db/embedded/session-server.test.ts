/** The embedded database's one session, shared by many clients of the ordinary driver. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type InMemoryDatabase, openEmbeddedInMemory } from '../../../src/db/embedded/embedded.ts';
import { SYNC, wireMessage } from '../../../src/db/embedded/wire-messages.ts';
import { copyRows } from './copy-rows.ts';
import { executeMessages, rawAnswers } from './raw-answers.ts';

const UNIQUE_VIOLATION = '23505';
const QUERY_CANCELED = '57014';
/** What is on its way comes: a busy machine takes longer for it than the second that `expect.poll` waits by itself. */
const PATIENT = { timeout: 20_000 };

let database: InMemoryDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await openEmbeddedInMemory();
  pool = new pg.Pool({ ...database.clientConfig, max: 10 });
});

afterAll(async () => {
  await pool.end();
  await database.close();
});

beforeEach(async () => {
  await pool.query('DROP TABLE IF EXISTS note; CREATE TABLE note (id int PRIMARY KEY, text text)');
});

async function withClient<T>(use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(database.clientConfig);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

async function noteIds(): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>('SELECT id FROM note ORDER BY id');
  return rows.map(({ id }) => id);
}

describe('ten connections at once', () => {
  it('get their own answers, whatever the size of their parameters', async () => {
    const answers = await Promise.all(
      Array.from({ length: 600 }, async (_, index) => {
        const text = 'x'.repeat(index % 5 === 0 ? 200_000 : index);
        const sql = index % 2 === 0 ? 'SELECT $1::int AS id' : 'SELECT length($2::text) AS length, $1::int AS id';
        const { rows } = await pool.query(sql, index % 2 === 0 ? [index] : [index, text]);
        return rows[0];
      }),
    );
    const expected = Array.from({ length: 600 }, (_, index) =>
      index % 2 === 0 ? { id: index } : { id: index, length: index % 5 === 0 ? 200_000 : index },
    );
    expect(answers).toEqual(expected);
  });

  it('never run a statement inside the transaction of another', async () => {
    const inside = Array.from({ length: 40 }, async (_, index) => {
      const client = await pool.connect();
      const seen: string[] = [];
      await client.query('BEGIN');
      await client.query(`SET LOCAL application_name = 'inside-${index}'`);
      for (let turn = 0; turn < 5; turn++) {
        const { rows } = await client.query<{ name: string }>(`SELECT current_setting('application_name') AS name`);
        seen.push(rows[0]?.name ?? '');
        await sleep(1);
      }
      await client.query(index % 2 === 0 ? 'COMMIT' : 'ROLLBACK');
      client.release();
      return seen.every((name) => name === `inside-${index}`);
    });
    const outside = Array.from({ length: 200 }, async () => {
      const { rows } = await pool.query<{ name: string }>(`SELECT current_setting('application_name') AS name`);
      return rows[0]?.name;
    });
    expect(await Promise.all(inside)).toEqual(Array(40).fill(true));
    expect(new Set(await Promise.all(outside))).toEqual(new Set(['']));
  });

  it('may give prepared statements the same name', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const text = `SELECT $1::int + ${index % 10} AS sum`;
        return withClient(async (client) => {
          const first = await client.query({ name: 'sum', text, values: [1] });
          const second = await client.query({ name: 'sum', text, values: [2] });
          return [first.rows[0]?.sum, second.rows[0]?.sum];
        });
      }),
    );
    expect(answers).toEqual(Array.from({ length: 100 }, (_, index) => [1 + (index % 10), 2 + (index % 10)]));
    // A connection's statements go when its end has been heard of.
    await expect
      .poll(async () => (await pool.query('SELECT name FROM pg_prepared_statements')).rows, PATIENT)
      .toEqual([]);
  });
});

describe('a prepared statement', () => {
  const stored = async () => (await pool.query('SELECT statement FROM pg_prepared_statements')).rows;
  /** Sends messages and waits until the database is ready for more. */
  const send = (client: pg.Client, ...messages: Buffer[]) =>
    new Promise<void>((resolve) => {
      client.connection.once('readyForQuery', () => resolve());
      client.connection.stream.write(Buffer.concat([...messages, SYNC]));
    });
  const parse = (sql: string) => wireMessage('P', 'one', sql, Buffer.alloc(2));
  const close = wireMessage('C', 'Sone');

  it('is gone from the session when it is closed, and its name is free for another', async () => {
    await withClient(async (client) => {
      await send(client, parse('SELECT 1'));
      expect(await stored()).toEqual([{ statement: 'SELECT 1' }]);
      await send(client, close, parse('SELECT 2'));
      expect(await stored()).toEqual([{ statement: 'SELECT 2' }]);
      await send(client, close);
      expect(await stored()).toEqual([]);
      await send(client, close, parse('SELECT 3'));
    });
    await expect.poll(stored, PATIENT).toEqual([]);
  });

  it('is gone with its client, though the client closed it and did not wait', async () => {
    await withClient(async (client) => {
      await send(client, parse('SELECT 1'));
      client.connection.stream.write(close);
      client.connection.stream.destroy();
    });
    await expect.poll(stored, PATIENT).toEqual([]);
  });
});

describe('a failing statement', () => {
  it('leaves its connection usable', async () => {
    await withClient(async (client) => {
      await client.query('INSERT INTO note VALUES (1)');
      await expect(client.query('INSERT INTO note VALUES ($1)', [1])).rejects.toMatchObject({ code: UNIQUE_VIOLATION });
      await expect(client.query('SELECT * FROM nowhere')).rejects.toThrow('nowhere');
      expect((await client.query('SELECT id FROM note')).rows).toEqual([{ id: 1 }]);
    });
  });

  it('fails alone among units sent together, and takes the rest of its own unit with it', async () => {
    const answer = await rawAnswers(
      database.clientConfig,
      [...insert(1), SYNC, ...insert(2), ...insert(1), ...insert(3), SYNC, ...insert(4), SYNC],
      3,
    );
    expect(answer.filter((type) => 'CEZ'.includes(type)).join('')).toBe('CZ' + 'CEZ' + 'CZ');
    expect(await noteIds()).toEqual([1, 4]);
  });

  it('spoils its own transaction only', async () => {
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query('INSERT INTO note VALUES (1)');
    await expect(client.query('SELECT 1 / 0')).rejects.toThrow('division by zero');
    await expect(client.query('SELECT 1')).rejects.toThrow('transaction is aborted');
    const other = pool.query('SELECT 1 AS one');
    await client.query('COMMIT');
    client.release();
    expect((await other).rows).toEqual([{ one: 1 }]);
    expect(await noteIds()).toEqual([]);
  });

  it('nested so deeply that the stack would overflow is an ordinary error', async () => {
    const brackets = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`;
    await expect(pool.query('SELECT $1::jsonb', [brackets])).rejects.toThrow('stack depth limit exceeded');
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });
});

describe('a client that goes away', () => {
  it('in the middle of a transaction has it rolled back', async () => {
    const client = new pg.Client(database.clientConfig);
    client.on('error', () => undefined);
    await client.connect();
    await client.query('BEGIN');
    await client.query('INSERT INTO note VALUES (1)');
    const waiting = noteIds();
    socketOf(client).destroy();
    expect(await waiting).toEqual([]);
    await pool.query('INSERT INTO note VALUES (1)');
  });

  it('in the middle of a unit that was flushed but not synchronised has nothing committed', async () => {
    const answer = await rawAnswers(database.clientConfig, [...insert(1), wireMessage('H')], 0, 'C');
    expect(answer).toContain('C');
    expect(await noteIds()).toEqual([]);
  });

  it('while its statement runs harms nobody', async () => {
    const client = new pg.Client(database.clientConfig);
    client.on('error', () => undefined);
    await client.connect();
    const lost = client.query('SELECT count(*) FROM generate_series(1, 2000000)').catch((error: unknown) => error);
    const waiting = pool.query('SELECT 1 AS one');
    await sleep(20);
    socketOf(client).destroy();
    expect((await waiting).rows).toEqual([{ one: 1 }]);
    expect(await lost).toBeInstanceOf(Error);
  });

  it('without saying anything sensible is told so', async () => {
    const { host, port } = database.clientConfig;
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(`${host}/.s.PGSQL.${port}`, () => socket.write('GET / HTTP/1.1\r\n\r\n'));
      socket.on('data', (data) => resolve(data.toString()));
      socket.on('error', reject);
    });
    expect(answer).toContain('not the PostgreSQL protocol');
  });
});

describe('large values', () => {
  it('come back whole: 50 MB of rows', async () => {
    const { rows } = await pool.query<{ text: string }>(
      `SELECT repeat('x', 100000) AS text FROM generate_series(1, 500)`,
    );
    expect(rows.reduce((bytes, { text }) => bytes + text.length, 0)).toBe(50_000_000);
  });

  it('go in whole: a parameter of 5 MB', async () => {
    const text = 'é'.repeat(2_500_000);
    const { rows } = await pool.query('SELECT octet_length($1::text) AS bytes, md5($1) = md5($1::text) AS same', [
      text,
    ]);
    expect(rows).toEqual([{ bytes: 5_000_000, same: true }]);
  });
});

describe('COPY FROM STDIN', () => {
  it('loads rows', async () => {
    await withClient((client) => copyRows(client, 'COPY note FROM STDIN', ['1\tone\n', '2\t', 'two\n']));
    const { rows } = await pool.query('SELECT * FROM note ORDER BY id');
    expect(rows).toEqual([
      { id: 1, text: 'one' },
      { id: 2, text: 'two' },
    ]);
  });

  it('reports bad rows and a missing table, and leaves its connection usable', async () => {
    await withClient(async (client) => {
      await expect(copyRows(client, 'COPY note FROM STDIN', ['x\tone\n'])).rejects.toThrow('invalid input syntax');
      await expect(copyRows(client, 'COPY nowhere FROM STDIN', ['1\n'])).rejects.toThrow('nowhere');
      await copyRows(client, 'COPY note (id) FROM STDIN WITH (FORMAT csv)', ['5\n']);
    });
    expect(await noteIds()).toEqual([5]);
  });

  it('as a prepared statement is refused instead of waiting for ever', async () => {
    await withClient(async (client) => {
      const copy = client.query({ name: 'copy', text: 'COPY note FROM STDIN' });
      await expect(copy).rejects.toMatchObject({ code: QUERY_CANCELED });
      expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    });
  });
});

it('letters of every script have trigrams', async () => {
  await pool.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
  const { rows } = await pool.query<{ trigrams: string[] }>(`SELECT show_trgm('網走') AS trigrams`);
  expect(rows[0]?.trigrams).toHaveLength(3);
});

const insert = (id: number) => executeMessages(`INSERT INTO note VALUES (${id})`);

function socketOf(client: pg.Client): { destroy(): void } {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream; // not in the driver's types
}
