/** Who is shown the demo keys: whoever has the link of the start, wherever he sits; behind real proxies too. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { PLAN_NAMES } from '../../src/auth/plans.ts';
import { greeting, readyLine } from '../../src/cli/greeting.ts';
import { visitCookie, visitTarget } from '../../src/http/visit.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import { FRONT_PROXIES, type FrontProxy, startFrontProxy } from '../front-proxies.ts';
import { openService, type TestService } from '../service.ts';
import { tokenOf, visitorCookie } from '../visit.ts';

const HTML = 'text/html,*/*;q=0.8';
const KEYS = Object.fromEntries(Object.entries(inject('keys')).map(([plan, key]) => [plan.toLowerCase(), key]));
const SHOWN = {
  '/': 'professional',
  '/c/JP': 'community',
  '/docs': 'professional',
  '/graphql': 'professional',
} as const;
const PATHS = [...Object.keys(SHOWN), '/c/Japann', '/nothing', '/status', '/openapi.json', '/visit', '/visit?token=x'];

interface Answer {
  readonly status: number;
  readonly cookie: string | undefined;
  readonly text: string;
}

/** A GET with any Host, which fetch does not allow. */
async function get(port: number, path: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
  const asked = request({ host: '127.0.0.1', port, path, headers: { Connection: 'close', ...headers } }).end();
  // node:http emits the response alone.
  const [incoming] = (await once(asked, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
  return { status: incoming.statusCode ?? 0, cookie: incoming.headers['set-cookie']?.[0], text };
}

function holdsKey({ text }: Answer): boolean {
  return Object.values(KEYS).some((key) => text.includes(key));
}

let service: TestService;
let server: RunningServer;
const logged: string[] = [];
let given: Readonly<Record<string, string>> = KEYS;
beforeAll(async () => {
  const [home] = inject('homes');
  if (!home) throw new Error('no home');
  const log = pino({ level: 'trace' }, { write: (line: string) => logged.push(line) });
  service = await openService(home, { demoKeys: () => given, log });
  server = await startServer(service.gateway, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server?.stop(100);
  await service?.close();
});

describe('the link of the start', () => {
  it('opens every page with its demo key, and one of each plan on the front page', async () => {
    const { status, cookie, text } = await get(server.port, visitTarget(KEYS) ?? '', { Accept: HTML });
    expect([status, cookie]).toEqual([200, expect.stringMatching(/; Path=\/; HttpOnly; SameSite=Strict$/)]);
    expect(text).toContain('http-equiv="refresh" content="0;url=/"');
    const headers = { Accept: HTML, Cookie: `theme=dark; ${cookie?.split(';')[0]}` };
    for (const [path, plan] of Object.entries(SHOWN)) {
      expect((await get(server.port, path, headers)).text).toContain(KEYS[plan]);
    }
    const front = (await get(server.port, '/', headers)).text;
    for (const plan of PLAN_NAMES) {
      expect(front).toMatch(new RegExp(`<option value="${KEYS[plan.toLowerCase()]}"[^>]*>${plan}</option>`));
    }
  });

  it('is the only way: neither place nor name nor a wrong cookie shows a key, to people or to programs', async () => {
    const right = visitorCookie(KEYS);
    const wrong = [
      right.slice(0, -1),
      `${right}x`,
      right.replace('=', '=A'),
      `x${right}`,
      right.toUpperCase(),
      'geo_visit=',
    ];
    for (const path of PATHS) {
      for (const Accept of [HTML, '*/*']) {
        for (const cookie of [undefined, ...wrong]) {
          const answer = await get(server.port, path, { Accept, Host: 'localhost', ...(cookie && { Cookie: cookie }) });
          expect([path, cookie, holdsKey(answer), answer.cookie]).toEqual([path, cookie, false, undefined]);
        }
      }
    }
  });

  it('is refused with another token, and where there are no keys', async () => {
    for (const token of ['', 'x', tokenOf({ ...KEYS, business: 'other' }), `${tokenOf(KEYS)}%00`, 'é'.repeat(2_000)]) {
      const answer = await get(server.port, `/visit?token=${encodeURIComponent(token)}`, { Accept: HTML });
      expect([answer.status, answer.cookie]).toEqual([403, undefined]);
    }
    expect(visitCookie('', {}, false)).toBeUndefined();
    given = {};
    expect((await get(server.port, visitTarget(KEYS) ?? '', {})).status).toBe(403);
    given = KEYS;
  });

  it('goes into no log, no cache and no other site', async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}${visitTarget(KEYS)}`);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(await response.text()).not.toContain(tokenOf(KEYS));
    const shown = await fetch(`http://127.0.0.1:${server.port}/`, { headers: { Cookie: visitorCookie(KEYS) } });
    expect([shown.headers.get('cache-control'), shown.headers.get('vary')]).toEqual([
      'no-store',
      'Accept, Accept-Encoding, Cookie',
    ]);
    expect(logged.join('')).toContain('page:visit');
    expect(logged.join('')).not.toContain(tokenOf(KEYS));
  });

  it('stays the same after a restart, and changes with the keys', () => {
    expect(visitTarget({ ...KEYS })).toBe(visitTarget(KEYS));
    expect(visitTarget({ ...KEYS, business: `${KEYS['business']}x` })).not.toBe(visitTarget(KEYS));
  });

  it('is printed for a person, and never for a program', () => {
    const said = {
      host: '0.0.0.0',
      port: 4000,
      home: 'embedded',
      graphiql: true,
      demoKeys: KEYS,
      dataDir: 'data',
      dataSet: undefined,
      redisFault: 'connect ECONNREFUSED',
    } as const;
    expect(greeting(said)).toContain(`http://localhost:4000${visitTarget(KEYS)}\n`);
    expect(greeting(said)).toContain('Redis is out of reach (connect ECONNREFUSED)');
    expect(greeting({ ...said, demoKeys: {} })).toContain('http://localhost:4000/\n');
    const line = JSON.stringify(readyLine(said));
    for (const secret of [tokenOf(KEYS), ...Object.values(KEYS)]) expect(line).not.toContain(secret);
  });
});

for (const kind of FRONT_PROXIES) {
  const isThere = kind.binary !== undefined;
  describe.skipIf(!isThere)(`behind ${kind.name}${isThere ? '' : ' (not on this machine)'}`, () => {
    let proxy: FrontProxy;
    let port: number;
    beforeAll(async () => {
      proxy = await startFrontProxy(kind, server.port);
      ({ port } = proxy);
    });
    afterAll(() => proxy?.[Symbol.asyncDispose]());

    it('shows a stranger no demo key, whatever Host he names', async () => {
      for (const path of PATHS) {
        for (const Host of [`127.0.0.1:${port}`, 'localhost', 'geo.example']) {
          for (const Accept of [HTML, '*/*']) {
            const answer = await get(port, path, { Accept, Host });
            expect([path, Host, holdsKey(answer)]).toEqual([path, Host, false]);
          }
        }
      }
    });

    it('shows them to whoever has the link', async () => {
      const { cookie } = await get(port, visitTarget(KEYS) ?? '', { Accept: HTML });
      const shown = await get(port, '/', { Accept: HTML, Cookie: cookie?.split(';')[0] ?? '' });
      expect(shown.text).toContain(KEYS['professional']);
    });
  });
}
