/** Requests that a proxy and the service could frame differently, through real proxies: no second answer, nobody gets another's. */
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { logTo } from '../../src/log.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import { FRONT_PROXIES, type FrontProxy, SHARING_PROXIES, startFrontProxy } from '../front-proxies.ts';
import { openService, someHome, type TestService } from '../service.ts';
import { pairOf, type Shape } from './smuggling-request.ts';
import { FAMILIES } from './smuggling-shapes.ts';

const KEY = inject('keys').Business;
const METHODS = ['GET', 'POST'];
/** Fewer than the service takes for a flood when they come in one turn of its event loop. */
const AT_ONCE = 24;
/** After so long without anything new a sender ends its side, in milliseconds; and at most, where an answer was cut off by that. */
const QUIET_MS = 100;
const LONGEST_QUIET_MS = 10_000;
/** Who has ended its side is answered, or hung up on. */
const HANGS_MS = 60_000;
/** What other callers ask for, on connections that they keep. */
const OTHERS = ['AD', 'JP', 'US'];

/** Their heads are refused, whatever the method is. */
const REFUSED_BY_ANY_METHOD = ['hosts', 'behind hosts', 'ends of lines'];
let callers = 0;
let service: TestService;
let server: RunningServer;
/** Ids of the requests that the service has worked on, answered or not. */
const handled = new Set<string>();
beforeAll(async () => {
  const note = (line: string) => {
    const { id } = JSON.parse(line) as { id?: string };
    if (id !== undefined) handled.add(id);
  };
  service = await openService(someHome(), { log: logTo({ write: note }, 'info') });
  server = await startServer(service.gateway, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server?.stop(1_000);
  await service?.close();
});

interface Received {
  readonly text: string;
  readonly hangs: boolean;
}

/** All that comes back for these bytes until the connection ends. */
function send(port: number, bytes: string, quietMs: number): Promise<Received> {
  return new Promise((resolve) => {
    let received = '';
    const finish = (hangs: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text: received, hangs });
    };
    const timer = setTimeout(() => finish(true), quietMs + HANGS_MS);
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes, 'latin1');
      socket.setTimeout(quietMs, () => socket.end());
    });
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    socket.on('error', () => undefined).on('close', () => finish(false));
  });
}

/** What a caller gets who asks for a country and gives the request an id. */
function other(port: number, agent: Agent, iso2: string, id: string): Promise<unknown> {
  const headers = { 'X-SVCAPI-KEY': KEY, 'X-Request-Id': id };
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path: `/v1/countries/${iso2}`, agent, headers }, (response) => {
      text(response).then(
        (body) => resolve([response.headers['x-request-id'], response.statusCode, JSON.parse(body)]),
        resolve,
      );
    });
    request.on('error', resolve);
  });
}

interface Trial {
  readonly name: string;
  readonly family: string;
  readonly shape: Shape;
  readonly method: string;
}

/** What became of it. */
interface Outcome {
  readonly answers: number;
  /** Of the answer that ended the connection; undefined where none did. */
  readonly status: number | undefined;
  readonly isHandled: boolean;
  /** True where the last answer is that to the hidden request. */
  readonly isTold: boolean;
  /** Ids of others' requests. */
  readonly foreign: readonly string[];
  readonly hangs: boolean;
}

function outcomeOf(id: string, { text: received, hangs }: Received): Outcome {
  const { hiddenId } = pairOf('GET', KEY, id);
  // The service's answers, that is: what a proxy itself says to the rest of the bytes has no id.
  const ids = [...received.matchAll(/^X-Request-Id: (.*)\r$/gim)].map(([, each = '']) => each);
  const isLast = /^Connection: close\r$/im.test(received);
  return {
    answers: ids.length,
    status: isLast ? Number(received.match(/(?<=^HTTP\/1\.1 )(?!100)\d{3}/m)?.[0]) : undefined,
    isHandled: handled.has(hiddenId),
    isTold: ids.at(-1) === hiddenId,
    // What cannot be read is answered under an id that the service makes up.
    foreign: ids.filter((each) => each.startsWith('caller-') && each !== id && each !== hiddenId),
    hangs,
  };
}

/** What has to become of what is sent to the service itself. */
function expectedAlone({ family, method, shape: [, , status = 400] }: Trial) {
  const isLast = status !== null && (method === 'GET' || REFUSED_BY_ANY_METHOD.includes(family));
  return {
    ...(isLast ? { answers: 1, status } : { answers: expect.toBeOneOf([0, 1]) }),
    isHandled: false,
    isTold: false,
  };
}

/** A proxy may take for two requests what the service refuses, and hand them on as two: the sender's own, who gets both answers. */
function expectedBehindProxy({ isHandled }: Outcome) {
  return { answers: isHandled ? 2 : expect.toBeOneOf([0, 1]), isTold: isHandled };
}

function trialsOf([family, shapes]: readonly [family: string, shapes: readonly Shape[]]): Trial[] {
  return shapes.flatMap((shape) =>
    METHODS.map((method) => ({ name: `${family}: ${method}, ${shape[0]}`, family, shape, method })),
  );
}

it('has 1,138 shapes for each method, no two of which are alike', () => {
  const trials = Object.entries(FAMILIES).flatMap(trialsOf);
  const names = trials.map(({ name }) => name);
  const sent = trials.map(({ shape: [, bytesOf], method }) => bytesOf(pairOf(method, KEY, 'caller')));
  expect([trials.length, new Set(names).size, new Set(sent).size]).toEqual([2_276, 2_276, 2_276]);
});

describe.each([
  { name: 'nobody', binary: '', start: undefined },
  ...[...FRONT_PROXIES, ...SHARING_PROXIES].map((kind) => ({
    ...kind,
    start: () => startFrontProxy(kind, server.port),
  })),
])('a hidden request behind $name', ({ binary, start }) => {
  let proxy: FrontProxy | undefined;
  let port: number;
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  beforeAll(async () => {
    if (binary === undefined) return;
    proxy = await start?.();
    port = proxy?.port ?? server.port;
  });
  afterAll(async () => {
    agent.destroy();
    await proxy?.[Symbol.asyncDispose]();
  });

  /** Sends it and has another caller ask, on a connection that is kept. What became of it is known when all have been answered. */
  async function attempt({ name, shape: [, bytesOf], method }: Trial, quietMs: number): Promise<() => Outcome> {
    callers += 1;
    const id = `caller-${callers}`;
    const iso2 = OTHERS[callers % OTHERS.length] ?? '';
    const received = await send(port, bytesOf(pairOf(method, KEY, id)), quietMs);
    const others = await other(port, agent, iso2, `${id}-later`);
    expect.soft(others, name).toEqual([`${id}-later`, 200, expect.objectContaining({ iso2 })]);
    return () => outcomeOf(id, received);
  }

  it.skipIf(binary === undefined).each(Object.entries(FAMILIES))('%s', async (...family) => {
    const trials = trialsOf(family);
    const outcomes = new Map<Trial, () => Outcome>();
    const left = trials.values();
    const sender = async () => {
      for (const trial of left) outcomes.set(trial, await attempt(trial, QUIET_MS));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sender));
    let isLost = false;
    for (const [trial, outcome] of outcomes) {
      let last = outcome();
      // A proxy gives up what it has handed on for a sender who ends his side. When one answer is lost for good, so may be many.
      const isCutOff = () => start !== undefined && !isLost && last.isHandled && !last.isTold;
      for (let ms = 10 * QUIET_MS; isCutOff() && ms <= LONGEST_QUIET_MS; ms *= 10) last = (await attempt(trial, ms))();
      isLost ||= isCutOff();
      const expected = start ? expectedBehindProxy(last) : expectedAlone(trial);
      expect.soft(last, trial.name).toMatchObject({ ...expected, foreign: [], hangs: false });
    }
  });
});
