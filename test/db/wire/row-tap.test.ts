import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RowTap } from '../../../src/db/wire/row-tap.ts';

const READY = 'Z';
const ROW = 'D';

function message(type: string, body: Uint8Array): Buffer {
  const bytes = Buffer.alloc(5 + body.length);
  bytes.write(type, 0, 'latin1');
  bytes.writeUInt32BE(4 + body.length, 1);
  bytes.set(body, 5);
  return bytes;
}

const messages = fc.array(
  fc.record({
    type: fc.constantFrom(ROW, ROW, ROW, READY, 'T', 'C', 'N', '1'),
    body: fc.uint8Array({ maxLength: 300 }),
  }),
  { maxLength: 40 },
);

const cutsAt = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1 });

describe('the tap of a connection', () => {
  it('sends every message its way, whole and in order, wherever the bytes are cut', () => {
    fc.assert(
      fc.property(messages, cutsAt, fc.integer({ min: 0, max: 320 }), (sent, cuts, room) => {
        const forwarded: Buffer[] = [];
        const rows: Buffer[] = [];
        const tap = new RowTap((bytes) => forwarded.push(Buffer.from(bytes)));
        // They are looked at when the statement has ended, as the driver's are.
        tap.divert((bytes) => rows.push(bytes), Buffer.alloc(room));
        const wire = Buffer.concat(sent.map(({ type, body }) => message(type, body)));
        for (let at = 0, turn = 0; at < wire.length; turn += 1) {
          const end = at + (cuts[turn % cuts.length] ?? 1);
          tap.receive(wire.subarray(at, end));
          at = end;
        }
        const ready = sent.findIndex(({ type }) => type === READY);
        const isDiverted = (type: string, at: number) => type === ROW && (ready === -1 || at < ready);
        const expected = (diverted: boolean) =>
          sent.filter(({ type }, at) => isDiverted(type, at) === diverted).map(({ type, body }) => message(type, body));
        expect(Buffer.concat(rows).equals(Buffer.concat(expected(true)))).toBe(true);
        expect(Buffer.concat(forwarded).equals(Buffer.concat(expected(false)))).toBe(true);
        for (const each of rows) expect(each[0]).toBe(ROW.charCodeAt(0));
      }),
      { numRuns: 500 },
    );
  });

  it('leaves rows to the driver when nobody asked for them', () => {
    const forwarded: Buffer[] = [];
    const tap = new RowTap((bytes) => forwarded.push(bytes));
    const bytes = Buffer.concat([message(ROW, Buffer.from('one')), message(READY, Buffer.from('I'))]);
    tap.receive(bytes);
    expect(Buffer.concat(forwarded)).toEqual(bytes);
  });
});
