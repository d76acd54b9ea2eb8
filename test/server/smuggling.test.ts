/** Requests that a proxy and the service could frame differently, through real proxies: no second answer, nobody gets another's. */
import { randomUUID } from 'node:crypto';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { logTo } from '../../src/log.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import { FRONT_PROXIES, type FrontProxy, SHARING_PROXIES, startFrontProxy } from '../front-proxies.ts';
import { openService, someHome, type TestService } from '../service.ts';
import { shapes, TWO_FOR_A_PROXY } from './smuggling-shapes.ts';

const KEY = inject('keys').Business;
/** So long a sender waits for what else may come, in milliseconds. */
const PATIENCE_MS = 100;
/** What other callers ask for, on connections that they keep. */
const OTHERS = ['AD', 'JP', 'US'];

let service: TestService;
let server: RunningServer;
/** Ids of the requests that the service has answered. */
const answered = new Set<string>();
beforeAll(async () => {
  const note = (line: string) => {
    const { id } = JSON.parse(line) as { id?: string };
    if (id !== undefined) answered.add(id);
  };
  service = await openService(someHome(), { log: logTo({ write: note }, 'info') });
  server = await startServer(service.gateway, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server?.stop(1_000);
  await service?.close();
});

/** All that comes back for these bytes until the connection ends, or nothing more comes. */
function send(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    const finish = () => {
      socket.destroy();
      resolve(received);
    };
    socket.setTimeout(PATIENCE_MS, finish);
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    socket.on('error', finish).on('close', finish);
  });
}

/** What a caller gets who asks for a country and gives the request an id. */
function other(port: number, agent: Agent, iso2: string, id: string): Promise<unknown> {
  const headers = { 'X-SVCAPI-KEY': KEY, 'X-Request-Id': id };
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: `/v1/countries/${iso2}`, agent, headers }, (response: IncomingMessage) => {
      text(response).then(
        (body) => resolve([response.headers['x-request-id'], response.statusCode, JSON.parse(body)]),
        reject,
      );
    }).on('error', reject);
  });
}

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

  it.skipIf(binary === undefined).each(shapes(KEY))('%s', async (what, bytesWith) => {
    const id = randomUUID();
    const sent = send(port, bytesWith(`${id}-hidden`));
    const others = OTHERS.map((iso2, at) => other(port, agent, iso2, `${id}-${at}`));
    const received = await sent;
    for (const [at, iso2] of OTHERS.entries()) {
      expect(await others[at]).toEqual([`${id}-${at}`, 200, expect.objectContaining({ iso2 })]);
      expect(await other(port, agent, iso2, `${id}-later-${at}`)).toEqual([
        `${id}-later-${at}`,
        200,
        expect.objectContaining({ iso2 }),
      ]);
    }
    // The service's, that is: what a proxy itself says to the rest of the bytes has no id.
    const answers = received.match(/^X-Request-Id:/gim)?.length ?? 0;
    const outcome = { answers, told: received.includes('-hidden'), handled: answered.has(`${id}-hidden`) };
    // It is the sender's own then, and all that it may do is to answer him.
    if (start && outcome.handled && TWO_FOR_A_PROXY.includes(what)) {
      expect(outcome).toEqual({ answers: 2, told: true, handled: true });
    } else expect(outcome).toEqual({ answers: expect.toBeOneOf([0, 1]), told: false, handled: false });
    expect([...OTHERS.keys()].every((at) => answered.has(`${id}-later-${at}`))).toBe(true);
  });
});
