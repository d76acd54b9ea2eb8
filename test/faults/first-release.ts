/**
 * What an audit found in release 0.1.0 (403c871), as far as it can be seen from outside without a database of one's own: starts the
 * service of a tree (packages installed) and says of each whether it has it. `node test/faults/first-release.ts [FOLDER]`; this tree
 * where no folder is named. Ends with 1 where there is one.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { get, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../server/service-process.ts';

const ROOT = resolve(process.argv[2] ?? join(import.meta.dirname, '..', '..'));
const data = mkdtempSync(join(tmpdir(), 'geo-first-'));

interface Service {
  readonly base: string;
  readonly port: number;
  readonly stdout: () => string;
  /** Sends SIGTERM, and SIGKILL where it is still there after so long; its code, or the signal. */
  stop(afterMs?: number): Promise<number | NodeJS.Signals | null>;
}

/** The service as `npm start` starts it, on the embedded database. */
async function start(stdout: 'pipe' | number = 'pipe', extra: Readonly<Record<string, string>> = {}): Promise<Service> {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const port = await freePort();
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const child = spawn('sh', ['-c', scripts.start], {
    cwd: ROOT,
    env: { PATH, HOME, NODE_COMPILE_CACHE, PORT: String(port), DATA_DIR: data, ...extra },
    stdio: ['ignore', stdout, 'ignore'],
  });
  let said = '';
  child.stdout?.on('data', (chunk) => (said += chunk));
  const ended = once(child, 'exit');
  const base = `http://127.0.0.1:${port}`;
  const isReady = () => statusOf(`${base}/readyz`, 1_000);
  for (const until = Date.now() + 120_000; Date.now() < until && (await isReady()) !== 200; ) await sleep(200);
  return {
    base,
    port,
    stdout: () => said,
    async stop(afterMs = 15_000) {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
      const [code, signal] = (await ended) as [number | null, NodeJS.Signals | null];
      clearTimeout(timer);
      return code ?? signal;
    },
  };
}

/** 0 where no answer comes in time. */
function statusOf(url: string, withinMs: number, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  return fetch(url, { headers, signal: AbortSignal.timeout(withinMs) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
}

/** All demo keys. */
function keys(): string[] {
  return Object.values(JSON.parse(readFileSync(join(data, 'demo-keys.json'), 'utf8')) as Record<string, string>);
}

function key(): string {
  const { business } = JSON.parse(readFileSync(join(data, 'demo-keys.json'), 'utf8')) as { readonly business: string };
  return business;
}

async function graphql({ base }: Service, body: unknown): Promise<{ readonly text: string; readonly ms: number }> {
  const startedAt = performance.now();
  const response = await fetch(`${base}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-SVCAPI-KEY': key() },
    body: JSON.stringify(body),
  });
  return { text: await response.text(), ms: performance.now() - startedAt };
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
async function bigAnswerAtStop(service: Service, pausedMs: number): Promise<boolean> {
  const incoming = await new Promise<import('node:http').IncomingMessage>((done, fail) => {
    get(`${service.base}/v1/cities`, { headers: { 'X-SVCAPI-KEY': key() } }, done).on('error', fail);
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

const found: [where: string, what: string, isThere: boolean, seen: string][] = [];
const note = (where: string, what: string, isThere: boolean, seen: string) => {
  found.push([where, what, isThere, seen]);
  console.log(`| ${where} | ${what} | ${isThere ? 'yes' : 'no'} | ${seen} |`);
};

try {
  console.log('| | Defect | There | Seen |\n|---|---|---|---|');
  const service = await start();
  await graphql(service, { query: '{ countries { totalCount } }' });
  const blanks = await graphql(service, {
    query: 'query ($a: Int) { countries(first: $a) { totalCount } }',
    variables: { a: ' '.repeat(40_000) },
  });
  note('1.1', '40,000 blanks in a variable hold the process', blanks.ms > 500, `${Math.round(blanks.ms)} ms`);
  const aliases = Array.from({ length: 20 }, (_, number) => `a${number}: translations { locale name }`).join(' ');
  const repeated = await graphql(service, { query: `{ countries(first: 3) { nodes { ${aliases} } } }` });
  const twice = await graphql(service, {
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
  const open = await idle(service, 3_000);
  note('1.3', '3,000 idle connections of one address are all kept', open === 3_000, `${open} open`);
  const pages = await Promise.all(['localhost', '127.0.0.1'].map((host) => pageFor(service, host)));
  const shown = pages.some((page) => keys().some((each) => page.includes(each)));
  note('1.4', 'demo keys for whoever asks by a local Host', shown, shown ? 'keys on the front page' : 'none');
  const odd = await raw(service, 'GET /v1/countries/JP HTTP/1.1\r\nHost: a\r\nX-Request-Id: \x7f\r\n\r\n');
  note(
    '1.5',
    'an error of the parser is no JSON',
    !/content-type: application\/json/i.test(odd),
    odd.split('\r\n')[0] ?? '',
  );
  const two = await raw(service, `GET /v1/countries/JP HTTP/2.0\r\nHost: a\r\nX-SVCAPI-KEY: ${key()}\r\n\r\n`);
  note(
    '1.5',
    'a request line of HTTP/2.0 is answered',
    / 200 /.test(two.split('\r\n')[0] ?? ''),
    two.split('\r\n')[0] ?? '',
  );
  note(
    '2.8',
    'demo keys among the lines of the log',
    keys().some((each) => service.stdout().includes(each)),
    `${service.stdout().split('\n').length} lines`,
  );
  const isComplete = await bigAnswerAtStop(service, 4_000);
  note('2.5', 'SIGTERM cuts off an answer that is being read', !isComplete, isComplete ? 'whole' : 'cut off');
  const full = await start(openSync('/dev/full', 'w'));
  const statuses: number[] = [];
  for (let asked = 0; asked < 5; asked++) {
    statuses.push(await statusOf(`${full.base}/v1/countries/JP`, 2_000, { 'X-SVCAPI-KEY': key() }));
  }
  const code = await full.stop();
  const isHanging = statuses.some((status) => status !== 200) || code !== 0;
  note(
    '2.1',
    'a full log disk ends the answers, and SIGTERM is ignored',
    isHanging,
    `${statuses.join(' ')}, ended with ${code}`,
  );
  process.exitCode = found.some(([, , isThere]) => isThere) ? 1 : 0;
} finally {
  rmSync(data, { recursive: true, force: true });
}
