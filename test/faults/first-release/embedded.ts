/** What the audit found on a service that was just started, with the database that it brings. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../free-port.ts';
import { lookAtLogs } from './logs.ts';
import { overload } from './overload.ts';
import { type Note, type Service, statusOf, type Tree } from './tree.ts';

export async function lookAtStart(tree: Tree, note: Note): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'geo-first-'));
  try {
    const healthPort = await freePort();
    const service = await tree.start({ DATA_DIR: data, HEALTH_PORT: String(healthPort) });
    const keys = JSON.parse(readFileSync(join(data, 'demo-keys.json'), 'utf8')) as Readonly<Record<string, string>>;
    const key = keys['business'] ?? '';
    await documents(service, key, note);
    await connections(service, key, note);
    await whatIsShown(service, Object.values(keys), key, note);
    await overload(service, key, healthPort, note);
    const isComplete = await bigAnswerAtStop(service, key, 4_000);
    note('2.5', 'SIGTERM cuts off an answer that is being read', !isComplete, isComplete ? 'whole' : 'cut off');
    await lookAtLogs(tree, data, key, note);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

async function documents(service: Service, key: string, note: Note): Promise<void> {
  await graphql(service, key, { query: '{ countries { totalCount } }' });
  const blanks = await graphql(service, key, {
    query: 'query ($a: Int) { countries(first: $a) { totalCount } }',
    variables: { a: ' '.repeat(40_000) },
  });
  note('1.1', '40,000 blanks in a variable hold the process', blanks.ms > 500, `${Math.round(blanks.ms)} ms`);
  const aliases = Array.from({ length: 20 }, (_, number) => `a${number}: translations { locale name }`).join(' ');
  const repeated = await graphql(service, key, { query: `{ countries(first: 3) { nodes { ${aliases} } } }` });
  const twice = await graphql(service, key, {
    query: '{ countries(first: 3) { nodes { timezonesJson tz: timezonesJson } } }',
  });
  const isWhole = [repeated, twice].every(({ text }) => {
    try {
      return !text.includes('INTERNAL') && JSON.parse(text) !== undefined;
    } catch {
      return false;
    }
  });
  note('1.2', 'a column under two aliases is cut off, or a 500', !isWhole, twice.text.slice(-60).replaceAll('|', ' '));
  const { text } = await graphql(service, key, { query: '{ __type(name: "Query") { fields { name description } } }' });
  const { data } = JSON.parse(text) as { data: { __type: { fields: { name: string; description: string }[] } } };
  const silent = data.__type.fields.filter(
    ({ name, description }) => /^(sub)?regions?$/.test(name) && !description.includes('Supporter'),
  );
  note(
    '1.5',
    'the schema does not say which plan regions need',
    silent.length > 0,
    `${silent.map(({ name }) => name).join(' ') || 'all'} ${silent.length > 0 ? 'silent' : 'told'}`,
  );
}

async function connections(service: Service, key: string, note: Note): Promise<void> {
  const open = await idle(service, 3_000);
  note('1.3', '3,000 idle connections of one address are all kept', open === 3_000, `${open} open`);
  const odd = await raw(service, 'GET /v1/countries/JP HTTP/1.1\r\nHost: a\r\nX-Request-Id: \x7f\r\n\r\n');
  const isJson = /content-type: application\/json/i.test(odd);
  note('1.5', 'an error of the parser is no JSON', !isJson, odd.split('\r\n')[0] ?? '');
  const two = await raw(service, `GET /v1/countries/JP HTTP/2.0\r\nHost: a\r\nX-SVCAPI-KEY: ${key}\r\n\r\n`);
  const [line = ''] = two.split('\r\n');
  note('1.5', 'a request line of HTTP/2.0 is answered', / 200 /.test(line), line);
  const before = errorLines(service);
  for (let each = 0; each < 50; each++) await leave(service, key, each);
  await sleep(500);
  const errors = errorLines(service) - before;
  note('1.5', 'who leaves is an error in the log', errors > 0, `${errors} lines of 50 that left`);
}

async function whatIsShown(service: Service, keys: readonly string[], key: string, note: Note): Promise<void> {
  const pages = await Promise.all(['localhost', '127.0.0.1'].map((host) => pageFor(service, host)));
  const shown = pages.some((page) => keys.some((each) => page.includes(each)));
  note('1.4', 'demo keys for whoever asks by a local Host', shown, shown ? 'keys on the front page' : 'none');
  const isLogged = keys.some((each) => service.stdout().includes(each));
  note('2.8', 'demo keys among the lines of the log', isLogged, `${service.stdout().split('\n').length} lines`);
  const status = await statusOf(`${service.base}/v1/countries/JP`, 5_000, { 'X-SVCAPI-KEY': key });
  if (status !== 200) throw new Error(`a calm service answers ${status}`);
}

async function graphql(
  { base }: Service,
  key: string,
  body: unknown,
): Promise<{ readonly text: string; readonly ms: number }> {
  const startedAt = performance.now();
  const response = await fetch(`${base}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-SVCAPI-KEY': key },
    body: JSON.stringify(body),
  });
  return { text: await response.text(), ms: performance.now() - startedAt };
}

/** Lines of the log at the level of an error. */
function errorLines({ stdout }: Service): number {
  return stdout()
    .split('\n')
    .filter((line) => /"level":(50|"error")/.test(line)).length;
}

/** Asks for a list that nobody has asked for, and leaves before its answer. */
async function leave({ port }: Service, key: string, number: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const body = JSON.stringify({
    query: `{ b${number}: states(first: 500) { nodes { name cities(first: 5) { nodes { name } } } } }`,
  });
  socket.write(
    `POST /graphql HTTP/1.1\r\nHost: a\r\nX-SVCAPI-KEY: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await sleep(20);
  socket.destroy();
}

/** What a raw request is answered with. */
async function raw({ port }: Service, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes, 'latin1');
  let text = '';
  socket.on('data', (chunk) => (text += chunk));
  socket.on('error', () => undefined);
  await Promise.race([once(socket, 'close'), sleep(3_000)]);
  socket.destroy();
  return text;
}

/** The body of the front page, asked for under another Host. */
function pageFor({ port }: Service, host: string): Promise<string> {
  return new Promise((done, fail) => {
    request({ port, host: '127.0.0.1', path: '/', headers: { Host: host, Accept: 'text/html' } }, (incoming) => {
      let text = '';
      incoming.on('data', (chunk) => (text += chunk));
      incoming.on('end', () => done(text));
    })
      .on('error', fail)
      .end();
  });
}

/** How many of so many idle connections are still open after a second. */
async function idle({ port }: Service, count: number): Promise<number> {
  const sockets: Socket[] = [];
  for (let opened = 0; opened < count; opened++) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    sockets.push(socket);
    if (opened % 100 === 99) await sleep(20);
  }
  await sleep(1_000);
  const open = sockets.filter(({ readyState }) => readyState === 'open').length;
  for (const socket of sockets) socket.destroy();
  return open;
}

/** Whether a list of all cities comes whole whose reader pauses for `pausedMs` around a SIGTERM. */
async function bigAnswerAtStop(service: Service, key: string, pausedMs: number): Promise<boolean> {
  const incoming = await new Promise<import('node:http').IncomingMessage>((done, fail) => {
    get(`${service.base}/v1/cities`, { headers: { 'X-SVCAPI-KEY': key } }, done).on('error', fail);
  });
  incoming.on('error', () => undefined);
  await sleep(500);
  const stopped = service.stop();
  await sleep(pausedMs);
  incoming.resume();
  await new Promise((done) => incoming.once('close', done));
  await stopped;
  return incoming.complete;
}
