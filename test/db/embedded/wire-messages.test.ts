/** Framing and building of wire messages. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MessageReader,
  readyStatus,
  startupPacket,
  startupParameters,
  wireMessage,
  withoutCopyInResponse,
  withStatementName,
} from '../../../src/db/embedded/wire-messages.ts';

const READY = wireMessage('Z', Buffer.from('T'));

describe('MessageReader', () => {
  it('finds the same messages however the stream is cut', () => {
    const bodies = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 8 });
    fc.assert(
      fc.property(bodies, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (contents, cuts) => {
        const messages = contents.map((body) => wireMessage('d', Buffer.from(body)));
        const stream = Buffer.concat(messages);
        const reader = new MessageReader();
        const found: Buffer[] = [];
        for (let at = 0, turn = 0; at < stream.length; turn++) {
          const end = at + (cuts[turn % cuts.length] ?? 1);
          reader.push(stream.subarray(at, end));
          at = end;
          for (let next = reader.next(false); next !== undefined; next = reader.next(false)) found.push(next);
        }
        expect(found).toEqual(messages);
      }),
    );
  });

  it('refuses a length that is negative or huge', () => {
    for (const length of [-1, 3, 2 ** 30]) {
      const reader = new MessageReader();
      const header = Buffer.from('Q0000');
      header.writeInt32BE(length, 1);
      reader.push(header);
      expect(() => reader.next(false)).toThrow(RangeError);
    }
  });
});

it('a startup packet gives back its parameters', () => {
  const parameters = { user: 'postgres', database: 'postgres', application_name: '網走' };
  expect(Object.fromEntries(startupParameters(startupPacket(parameters)))).toEqual(parameters);
});

it('prepared statements are renamed in every message that names one, portals and unnamed ones are not', () => {
  const rename = (name: string) => `1/${name}`;
  const rest = Buffer.from([0, 0, 7]);
  expect(withStatementName(wireMessage('P', 'a', 'SELECT 1', rest), rename)).toEqual(
    wireMessage('P', '1/a', 'SELECT 1', rest),
  );
  expect(withStatementName(wireMessage('B', 'a', 'a', rest), rename)).toEqual(wireMessage('B', 'a', '1/a', rest));
  expect(withStatementName(wireMessage('D', 'Sa'), rename)).toEqual(wireMessage('D', 'S1/a'));
  expect(withStatementName(wireMessage('C', 'Sa'), rename)).toEqual(wireMessage('C', 'S1/a'));
  for (const message of [
    wireMessage('P', '', 'a', rest),
    wireMessage('B', 'a', '', rest),
    wireMessage('D', 'Pa'),
    wireMessage('E', 'a', rest),
  ]) {
    expect(withStatementName(message, rename)).toEqual(message);
  }
});

it('the transaction status is read from the end of an answer only', () => {
  expect(readyStatus(Buffer.concat([wireMessage('C', 'BEGIN'), READY]))).toBe('T');
  expect(readyStatus(Buffer.concat([READY, wireMessage('C', 'BEGIN')]))).toBeUndefined();
  expect(readyStatus(Buffer.alloc(0))).toBeUndefined();
});

it('a CopyInResponse is taken out of an answer', () => {
  const before = wireMessage('N', 'notice');
  const copyIn = wireMessage('G', Buffer.from([0, 0, 1, 0, 0]));
  expect(withoutCopyInResponse(Buffer.concat([before, copyIn, READY]))).toEqual(Buffer.concat([before, READY]));
  expect(withoutCopyInResponse(READY)).toEqual(READY);
});
