/** The configuration of haproxy: gateways that are known by name keep their place when their names get another address; one that dies. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../free-port.ts';

const CONFIG = join(import.meta.dirname, '..', '..', 'deploy', 'haproxy', 'haproxy.cfg');
const hasHaproxy = process.platform === 'linux' && spawnSync('haproxy', ['-v']).status === 0;
const SOON = { timeout: 60_000, interval: 200 };
const TYPE_A = 1;

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

describe.skipIf(!hasHaproxy)(`haproxy${hasHaproxy ? '' : ' (skipped: it is not here)'}`, () => {
  it('follows a gateway to another address, also one that has none at the start', { timeout: 120_000 }, async () => {
    const { port, end } = await gatewayAt('127.0.0.2');
    await gatewayAt('127.0.0.3', port);
    let address: string | undefined;
    const front = `http://127.0.0.1:${await proxyTo(port, await nameServer(() => address))}`;
    const answer = async () => (await fetch(front).catch(() => undefined))?.text();
    await expect.poll(answer, SOON).toBe('{"error":"No gateway is ready."}');
    address = '127.0.0.2';
    await expect.poll(answer, SOON).toBe(address);
    address = '127.0.0.3';
    end(); // Connections that are kept would go on to it.
    await expect.poll(answer, SOON).toBe(address);
  });

  it('tells callers to come again, as the service does, when a gateway dies over a request', {
    timeout: 120_000,
  }, async () => {
    const { port } = await gatewayAt('127.0.0.2', 0, ({ url }, outgoing) => {
      if (url === '/readyz') outgoing.end();
      else outgoing.socket?.resetAndDestroy();
    });
    const front = `http://127.0.0.1:${await proxyTo(port, await nameServer(() => '127.0.0.2'))}`;
    const answer = async () => {
      const answered = await fetch(`${front}/v1/states`).catch(() => undefined);
      return answered && [answered.status, answered.headers.get('retry-after'), await answered.text()];
    };
    await expect.poll(answer, SOON).toEqual([503, '1', '{"error":"The gateway gave no answer."}']);
  });

  it('leaves it to gateways that live to answer while none is ready', { timeout: 120_000 }, async () => {
    let isReady = true;
    const { port, end } = await gatewayAt('127.0.0.2', 0, ({ url }, outgoing) => {
      outgoing.writeHead(url === '/readyz' && !isReady ? 503 : 200).end(`${url} ${isReady}`);
    });
    const front = `http://127.0.0.1:${await proxyTo(port, await nameServer(() => '127.0.0.2'))}`;
    const answer = async (path: string) => (await fetch(front + path).catch(() => undefined))?.text();
    await expect.poll(() => answer('/v1/states'), SOON).toBe('/v1/states true');
    isReady = false;
    const seen = new Set<string | undefined>();
    for (let round = 0; round < 40; round++) {
      seen.add(await answer('/v1/states'));
      await sleep(100);
    }
    expect(seen).toEqual(new Set(['/v1/states false']));
    end();
    await expect.poll(() => answer('/v1/states'), SOON).toBe('{"error":"No gateway is ready."}');
  });

  it('takes addresses where nobody can be asked for names', () => {
    const { status, stderr } = check({ GEO_GATEWAY_1: '127.0.0.1:4000', GEO_GATEWAY_2: '[::1]:4000' });
    expect([status, stderr.match(/ALERT|WARNING/g)]).toEqual([0, null]);
  });
});

function variables(given: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    GEO_BIND: '127.0.0.1:8080',
    GEO_HEALTH_1: '4001',
    GEO_HEALTH_2: '4001',
    ...given,
  };
}

function check(given: Readonly<Record<string, string>>) {
  return spawnSync('haproxy', ['-c', '-f', CONFIG], { env: variables(given), encoding: 'utf8' });
}

/** Says at every path by which address it was reached, or what `answer` does. */
async function gatewayAt(
  host: string,
  wanted = 0,
  answer: RequestListener = (_, outgoing) => outgoing.end(host),
): Promise<{ readonly port: number; end(): void }> {
  const server = createServer(answer).listen(wanted, host);
  const end = () => {
    server.closeAllConnections();
    server.close();
  };
  closers.push(end);
  await once(server, 'listening');
  const address = server.address();
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, end };
}

/** Answers every name with the address that stands at the moment, by RFC 1035; without one there is no such name. */
async function nameServer(addressNow: () => string | undefined): Promise<number> {
  const socket = createSocket('udp4');
  socket.on('message', (asked, { port, address: from }) => {
    const end = asked.indexOf(0, 12) + 5;
    const address = asked.readUInt16BE(end - 4) === TYPE_A ? addressNow() : undefined;
    const head = Buffer.from([0, 0, 0x81, addressNow() ? 0x80 : 0x83, 0, 1, 0, address ? 1 : 0, 0, 0, 0, 0]);
    asked.copy(head, 0, 0, 2);
    const found = address ? [0xc0, 12, 0, TYPE_A, 0, 1, 0, 0, 0, 1, 0, 4, ...address.split('.').map(Number)] : [];
    socket.send(Buffer.concat([head, asked.subarray(12, end), Buffer.from(found)]), port, from);
  });
  socket.bind(0, '127.0.0.1');
  closers.push(() => socket.close());
  await once(socket, 'listening');
  return socket.address().port;
}

/** Runs haproxy on the configuration as it stands, but for whom it asks for names; returns its port. */
async function proxyTo(port: number, names: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'geo-haproxy-'));
  closers.push(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, readFileSync(CONFIG, 'utf8').replace('parse-resolv-conf', `nameserver test 127.0.0.1:${names}`));
  const front = await freePort();
  const health = { GEO_HEALTH_1: String(port), GEO_HEALTH_2: String(port) };
  const gateways = { GEO_GATEWAY_1: `gateway-1.invalid:${port}`, GEO_GATEWAY_2: `gateway-2.invalid:${port}` };
  const env = variables({ GEO_BIND: `127.0.0.1:${front}`, ...gateways, ...health });
  const child: ChildProcess = spawn('haproxy', ['-db', '-f', file], { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  closers.push(() => {
    child.kill('SIGKILL');
    return ended;
  });
  return front;
}
