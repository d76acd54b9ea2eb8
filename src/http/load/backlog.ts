/**
 * How many connections wait in the system's queues of the sockets that listen on an address. Linux tells it in `/proc/net/tcp`
 * (proc_pid_net(5)): a line of fixed width for each socket, those that listen first, with the length of the queue where others have
 * what has come and is unread.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { endianness } from 'node:os';
import { groupsOf } from '../../auth/network.ts';

/** Behind its own address: whoever listens is connected to nobody, and in this state. */
const LISTENS = { IPv4: ' 00000000:0000 0A ', IPv6: ' 00000000000000000000000000000000:0000 0A ' };
/** Behind the state is the queue to be sent, then a colon and the other one. */
const QUEUE_AT = 9;
const QUEUE_DIGITS = 8;
/** What is read at once; the system gives no more than a page. */
const PIECE_BYTES = 4096;
/** Of a machine where some 1,700 others listen before nothing is known. */
const MOST_PIECES = 64;
/** A look takes a twentieth of the time at most: on a machine with many listeners it takes two milliseconds, and what it said goes on for longer. */
const REST = 20;
/** But no longer than this, in milliseconds: a look may have been long since others had the processor. Where it said nothing it rests so long. */
const LONGEST_REST_MS = 200;

/** What tells the length, or undefined where the system does not; 0.1 ms and more where hundreds listen, and nothing where it is asked again too soon. */
export function backlogOf(
  address: AddressInfo,
  folder = '/proc/net',
  now = () => performance.now(),
): () => number | undefined {
  const family = address.family === 'IPv6' ? 'IPv6' : 'IPv4';
  const path = `${folder}/${family === 'IPv6' ? 'tcp6' : 'tcp'}`;
  const listens = LISTENS[family];
  const own = localOf(address, family).concat(listens);
  let waiting: number | undefined;
  let restsUntil = Number.NEGATIVE_INFINITY;
  return () => {
    const startedAt = now();
    if (startedAt < restsUntil) return waiting;
    waiting = lengthOf(path, own, listens);
    const endedAt = now();
    const restMs = waiting === undefined ? LONGEST_REST_MS : Math.min(LONGEST_REST_MS, (endedAt - startedAt) * REST);
    restsUntil = endedAt + restMs;
    return waiting;
  };
}

/** An address as the system writes it: words of four bytes, as numbers of this processor. */
function localOf({ address, port }: AddressInfo, family: 'IPv4' | 'IPv6'): string {
  const bytes = family === 'IPv4' ? Buffer.from(address.split('.').map(Number)) : bytesOf(address);
  if (endianness() === 'LE') bytes.swap32();
  return `${bytes.toString('hex')}:${port.toString(16).padStart(4, '0')}`.toUpperCase();
}

/** The sixteen of an address of IPv6. */
function bytesOf(address: string): Buffer {
  // Where it ends in one of IPv4 this has the same in two groups.
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const groups = groupsOf(written).map((group) => group.padStart(4, '0'));
  return Buffer.from(groups.join(''), 'hex');
}

function lengthOf(path: string, own: string, listens: string): number | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const piece = Buffer.alloc(PIECE_BYTES);
    let [length, isListed, text] = [0, false, ''];
    for (let pieces = 0; pieces < MOST_PIECES; pieces++) {
      const read = readSync(file, piece);
      text += piece.toString('latin1', 0, read);
      const whole = text.slice(0, text.lastIndexOf('\n') + 1);
      text = text.slice(whole.length);
      for (let at = whole.indexOf(own); at >= 0; at = whole.indexOf(own, at + own.length)) {
        const from = at + own.length + QUEUE_AT;
        length += Number.parseInt(whole.slice(from, from + QUEUE_DIGITS), 16);
        isListed = true;
      }
      const last = whole.slice(whole.lastIndexOf('\n', whole.length - 2) + 1);
      if (read === 0 || !last.includes(listens)) return isListed && length >= 0 ? length : undefined;
    }
    return undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
