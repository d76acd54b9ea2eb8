import fc from 'fast-check';
import { GraphQLInt, GraphQLString } from 'graphql';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Database, openDatabase } from '../../src/db/orm.ts';
import { readBatch } from '../../src/db/read.ts';
import { JsonOutput } from '../../src/execution/json-output.ts';
import { JsonRow } from '../../src/execution/json-pieces.ts';
import { Pace } from '../../src/execution/pace.ts';
import { jsonRow, jsonRows, ListJson, resultJson } from '../../src/execution/result-json.ts';
import { isCopyable, roomFor, writeRows } from '../../src/execution/row-writer.ts';
import type { SelectedField, Selection } from '../../src/execution/selection.ts';
import type { RowBatch } from '../../src/rows/row-batch.ts';
import { ANY_SIGN } from '../any-sign.ts';
import { PATIENT_LIMITS } from '../service.ts';

/** Every kind of character that JSON or UTF-8 treats in a way of its own. */
const ODD = ['"', '\\', '/', '\b', '\f', '\n', '\r', '\t', '\x01', '\x1f', '\x7f', '\x80', 'é', '\u2028', '東', '🇦🇫'];
const text = fc
  .array(fc.oneof(fc.constantFrom(...ODD), fc.string({ unit: ANY_SIGN, maxLength: 5 })), { maxLength: 40 })
  .map((parts) => parts.join('').replaceAll('\0', '').toWellFormed());
const records = fc.array(fc.record({ id: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), name: fc.option(text) }), {
  maxLength: 40,
});

function field(key: string, property: string, leaf: SelectedField['shape']['leaf'], isNullable = true): SelectedField {
  const shape = { isNullable, leaf, object: undefined, abstract: undefined, item: undefined };
  return { key, property, constant: undefined, shape } as SelectedField; // The rest is not read.
}

function selectionOf(...fields: SelectedField[]): Selection {
  return { fields } as unknown as Selection; // The rest is not read.
}

function isCopied(selection: Selection, batch: RowBatch): boolean {
  return isCopyable(selection, batch) && roomFor(selection, batch, 0, batch.length) !== undefined;
}

function written(selection: Selection, batch: RowBatch): string {
  const out = new JsonOutput(roomFor(selection, batch, 0, batch.length) ?? 0);
  const half = batch.length >> 1;
  writeRows(out, selection, batch, 0, half);
  if (half > 0) out.append(Buffer.from(','));
  writeRows(out, selection, batch, half, batch.length);
  return out.written().toString();
}

describe.each(inject('homes'))('rows written as JSON on $home', ({ home, target }) => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase(home, target, PATIENT_LIMITS);
  });
  afterAll(() => database.close());

  const read = (rows: readonly { id: number | null; name: string | null }[]) =>
    readBatch<{ id: number | null; name: string | null; weight: number }>(
      database.em,
      `SELECT t.name, t.id, 0.1::float8 AS weight
       FROM unnest($1::int[], $2::text[]) WITH ORDINALITY AS t (id, name, place) ORDER BY place`,
      [rows.map(({ id }) => id), rows.map(({ name }) => name)],
    );

  it('are what JSON.stringify makes of their objects, to the byte', async () => {
    const constant = { ...field('__typename', '', GraphQLString), property: undefined, constant: 'City "x"' };
    const selection = selectionOf(
      field('id', 'id', GraphQLInt, false),
      constant,
      field('na"me', 'name', GraphQLString),
    );
    await fc.assert(
      fc.asyncProperty(records, async (rows) => {
        const batch = await read(rows);
        expect(isCopied(selection, batch)).toBe(true);
        const objects = rows.map(({ id, name }) => ({ id, __typename: 'City "x"', 'na"me': name }));
        expect(`[${written(selection, batch)}]`).toBe(JSON.stringify(objects));
      }),
      { numRuns: 60 },
    );
  });

  it('are whole however often and under whatever name a field is asked for', async () => {
    const fields = [
      (key: string) => field(key, 'id', GraphQLInt),
      (key: string) => field(key, 'name', GraphQLString),
      (key: string) => ({ ...field(key, '', GraphQLString), property: undefined, constant: 'City' }),
    ];
    const long = fc.record({
      id: fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
      name: fc.oneof(
        text,
        fc.integer({ min: 1, max: 3000 }).map((length) => 'x'.repeat(length)),
        text.map((each) => each.repeat(30)),
      ),
    });
    const asked = fc.array(fc.nat({ max: fields.length - 1 }), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(fc.array(long, { maxLength: 20 }), asked, async (rows, chosen) => {
        const batch = await read(rows);
        const selection = selectionOf(...chosen.flatMap((each, place) => fields[each]?.(`a${place}`) ?? []));
        const values = (row: (typeof rows)[number]) => [row.id, row.name, 'City'];
        const objects = rows.map((row) =>
          Object.fromEntries(chosen.map((each, place) => [`a${place}`, values(row)[each]])),
        );
        expect(`[${written(selection, batch)}]`).toBe(JSON.stringify(objects));
      }),
      { numRuns: 100 },
    );
  });

  it('are objects that go on with others, one by one', async () => {
    const pace = new Pace();
    const selection = selectionOf(field('id', 'id', GraphQLInt), field('na"me', 'name', GraphQLString));
    const more = fc.record({ score: fc.double({ noNaN: true, noDefaultInfinity: true }), alias: fc.option(text) });
    await fc.assert(
      fc.asyncProperty(records, fc.option(more), async (rows, properties) => {
        const batch = await read(rows);
        const whole = rows.map((_, index) => {
          const made = jsonRow(selection, batch.row(index));
          return { made: properties ? made?.with(properties) : made, beside: index };
        });
        const objects = rows.map(({ id, name }, beside) => ({ made: { id, 'na"me': name, ...properties }, beside }));
        expect((await resultJson(whole, pace)).toString()).toBe(JSON.stringify(objects));
      }),
      { numRuns: 60 },
    );
    const row = (await read([{ id: 1, name: 'a' }])).row(0);
    const none = jsonRow(selectionOf(), row)?.with({ score: 1 });
    expect((await resultJson(none, pace)).toString()).toBe('{"score":1}');
    const same = jsonRow(selection, row)?.with({});
    expect((await resultJson(same, pace)).toString()).toBe(JSON.stringify({ id: 1, 'na"me': 'a' }));
    expect(jsonRow(selectionOf(field('weight', 'weight', GraphQLString)), row)).toBeUndefined();
  });

  it('are written with the part of a long list that they stand in', async () => {
    const pace = new Pace();
    const selection = selectionOf(field('id', 'id', GraphQLInt), field('name', 'name', GraphQLString));
    const batch = await read([
      { id: 1, name: 'a "b"' },
      { id: 2, name: null },
    ]);
    const list = new ListJson();
    const one = () => ({ row: jsonRow(selection, batch.row(0)), beside: 'é' });
    list.add([one(), { rows: await jsonRows(selection, batch, pace) }, jsonRow(selection, batch.row(1))]);
    list.add([1, { x: [one()] }]);
    const made = list.finished();
    expect(made.pieces.filter((piece) => piece instanceof JsonRow)).toEqual([]);
    const [first, second] = [
      { id: 1, name: 'a "b"' },
      { id: 2, name: null },
    ];
    const wanted = { row: first, beside: 'é' };
    const all = [wanted, { rows: [first, second] }, second, 1, { x: [wanted] }];
    expect((await resultJson({ made }, pace)).toString()).toBe(JSON.stringify({ made: all }));
  });

  it('have the properties of their objects when they are read', async () => {
    await fc.assert(
      fc.asyncProperty(records, async (rows) => {
        const batch = await read(rows);
        for (const [index, { id, name }] of rows.entries()) {
          const row = batch.row(index);
          expect([row.id, row.name, row.weight]).toEqual([id, name, 0.1]);
          expect(JSON.stringify(row)).toBe(JSON.stringify(batch.at(index)));
        }
      }),
      { numRuns: 20 },
    );
    const none = (await read([])).row(0);
    expect(() => none.id).toThrow('the batch has no such row');
  });

  it('are left to others when a null may not be, or a type is not text or an integer', async () => {
    const name = selectionOf(field('name', 'name', GraphQLString, false));
    expect(isCopied(name, await read([{ id: 1, name: 'a' }]))).toBe(true);
    const withNull = await read([
      { id: 1, name: 'a' },
      { id: 2, name: null },
    ]);
    expect(isCopied(name, withNull)).toBe(false);
    expect(isCopied(selectionOf(field('weight', 'weight', GraphQLString)), withNull)).toBe(false);
    expect(isCopied(selectionOf(field('id', 'id', GraphQLString)), withNull)).toBe(false);
    expect(isCopied(selectionOf(field('other', 'other', GraphQLString)), withNull)).toBe(false);
  });

  it('have no fields where all are skipped', async () => {
    expect(
      written(
        selectionOf(),
        await read([
          { id: 1, name: 'a' },
          { id: 2, name: 'b' },
        ]),
      ),
    ).toBe('{},{}');
  });
});
