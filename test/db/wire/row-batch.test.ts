import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Database, openDatabase } from '../../../src/db/orm.ts';
import { read, readBatch, readBytes } from '../../../src/db/read.ts';
import { RowRoom } from '../../../src/db/wire/row-room.ts';
import { ANY_SIGN } from '../../any-sign.ts';
import { PATIENT_LIMITS } from '../../service.ts';

interface Row {
  id: number | null;
  name: string | null;
  weight: number | null;
  flags: string[] | null;
}

const text = fc.string({ unit: ANY_SIGN, maxLength: 100 }).map((each) => each.replaceAll('\0', '').toWellFormed());
const rows = fc.array(
  fc.record({
    id: fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
    name: fc.option(text),
    weight: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
  }),
  { maxLength: 50 },
);
const SQL = `SELECT t.id, t.name, t.weight, ARRAY['a', t.name] AS flags
  FROM unnest($1::int[], $2::text[], $3::float8[]) WITH ORDINALITY AS t (id, name, weight, place) ORDER BY place`;

describe.each(inject('homes'))('a batch of rows on $home', ({ home, target }) => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase(home, target, PATIENT_LIMITS);
  });
  afterAll(() => database.close());

  it('makes the objects that the driver makes', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const params = [given.map(({ id }) => id), given.map(({ name }) => name), given.map(({ weight }) => weight)];
        const batch = await readBatch<Row>(database.em, SQL, params);
        const expected = await read<Row>(database.em, SQL, params);
        expect(batch.toRows()).toEqual(expected);
        expect(batch.toRows().map(({ id, name }) => ({ id, name }))).toEqual(
          given.map(({ id, name }) => ({ id, name })),
        );
        expect([...batch.reversed()]).toEqual(expected.toReversed());
        expect([...batch.slice(1, 3)]).toEqual(expected.slice(1, 3));
        expect([batch.at(0), batch.at(-1), batch.at(given.length)]).toEqual([
          expected.at(0),
          expected.at(-1),
          undefined,
        ]);
      }),
      { numRuns: 60 },
    );
  });

  it('holds rows that are larger than what arrives at once', async () => {
    const sql = `SELECT place::int AS id, repeat('é', $1::int) AS name FROM generate_series(1, 5) AS place`;
    const batch = await readBatch<Row>(database.em, sql, [200_000]);
    expect(batch.toRows().map(({ id, name }) => [id, name?.length])).toEqual(
      [1, 2, 3, 4, 5].map((id) => [id, 200_000]),
    );
  });

  it('tells what is wrong with a statement, and the connection goes on', async () => {
    await expect(readBatch(database.em, 'SELECT 1 / (n - 3) FROM generate_series(1, $1::int) n', [5])).rejects.toThrow(
      'division by zero',
    );
    expect((await readBatch<{ n: number }>(database.em, 'SELECT $1::int AS n', [7])).toRows()).toEqual([{ n: 7 }]);
    expect(await read(database.em, 'SELECT $1::int AS n', [8])).toEqual([{ n: 8 }]);
  });

  it('has bytes as they are stored, of any size', async () => {
    const room = new RowRoom(65_536);
    const sizes = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.constantFrom(65_535, 65_536, 1_048_576));
    await fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: 0, max: 255 }), async (size, first) => {
        const stored = Uint8Array.from({ length: size }, (_, at) => first + at);
        for (const into of [undefined, room]) {
          const bytes = await readBytes(database.em, 'SELECT $1::bytea', [Buffer.from(stored)], into);
          expect(bytes && Buffer.compare(bytes, stored)).toBe(0);
        }
      }),
      { numRuns: 20 },
    );
    expect(await readBytes(database.em, "SELECT ''::bytea WHERE false", [], room)).toBeUndefined();
    // What follows on the same connection is read as texts again.
    expect(await read(database.em, 'SELECT 1 AS one', [])).toEqual([{ one: 1 }]);
  });

  it('puts a large row together where there is room, one statement at a time', async () => {
    const room = new RowRoom(1_048_576);
    const ask = (byte: string) =>
      readBytes(database.em, "SELECT convert_to(repeat($1, 1048576), 'UTF8')", [byte], room);
    const first = await ask('a');
    expect([first?.buffer, first?.length]).toEqual([(await ask('b'))?.buffer, 1_048_576]);
    expect(first?.every((byte) => byte === 0x62)).toBe(true);
    // Looked at as soon as it is there: a statement that begins after that may have the room.
    const ends = async (byte: string) => {
      const bytes = await ask(byte);
      return [bytes?.length, bytes?.[0], bytes?.at(-1)];
    };
    expect(await Promise.all([ends('c'), ends('d')])).toEqual([
      [1_048_576, 0x63, 0x63],
      [1_048_576, 0x64, 0x64],
    ]);
  });

  it('lends room to one statement at a time, and the same to the next one', () => {
    const room = new RowRoom(10);
    const taken = room.take();
    expect(room.take()).not.toBe(taken);
    room.giveBack(taken);
    expect(room.take()).toBe(taken);
  });
});
