/** What the audit found with readers of large lists that take a little now and then. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { variant } from '../rows/23-slow-readers.ts';
import { askDatabase, type Note, type Service, type Tree } from './tree.ts';

const READERS = 300;
/** Of all others, so many are to be answered; in 0.1.0 it was one of seven. */
const LEAST = 0.75;
const BYTES_A_SECOND = 40_000;
/** Less than the time after which 0.1.0 ends those it has not answered. */
const HELD_MS = 20_000;
/** So long others wait meanwhile. */
const OTHERS_MS = 5_000;
const variants = [...new Set(Array.from({ length: 1_000 }, (_, number) => variant(number)))];

/** @param variables of a service on the full data, which is started here: what it was busy with before does not count */
export async function lookAtReaders(
  tree: Tree,
  note: Note,
  variables: Readonly<Record<string, string>>,
  key: string,
): Promise<void> {
  const service = await tree.start(variables);
  const one = () => askDatabase(service, key, OTHERS_MS);
  await one();
  const readers = Array.from({ length: READERS }, (_, at) =>
    reader(service, key, variants[at % variants.length] ?? ''),
  );
  const statuses: number[] = [];
  for (const until = Date.now() + HELD_MS; Date.now() < until; await sleep(500)) statuses.push(await one());
  const answered = statuses.filter((status) => status === 200).length;
  const seen = `${answered} of ${statuses.length} others answered`;
  note(
    '1.3',
    `${READERS} slow readers of large lists hold up everybody else`,
    answered < statuses.length * LEAST,
    seen,
  );
  for (const socket of readers) socket.destroy();
  await service.stop();
}

/** A connection that asks for all cities, and reads a little of them now and then. */
function reader({ port }: Service, key: string, question: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`GET /v1/cities?${question} HTTP/1.1\r\nHost: a\r\nX-SVCAPI-KEY: ${key}\r\nConnection: close\r\n\r\n`);
  socket.on('readable', () => undefined); // It is not read by itself.
  const drip = setInterval(() => socket.read(BYTES_A_SECOND / 10) ?? socket.read(), 100);
  socket.once('close', () => clearInterval(drip));
  return socket;
}
