/** Ten thousand ways to write requests for what a plan has not: the gate and the router read each of them alike. */
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { generateKey } from '../../src/auth/key-format.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import { openService, someHome, type TestService } from '../service.ts';
import { GATED, type Gated, gateVariants, OPEN, type Variant } from './gate-variants.ts';
import { type RawAnswer, RawLine } from './raw-line.ts';

const VARIANTS = 10_000;
const AT_ONCE = 8;
/** The answers that tell the time stay the same. */
const NOW = Date.UTC(2026, 0, 15);

const keys = inject('keys');
const KEY = 'X-SVCAPI-KEY: ';
/** No more different wrong keys than one address may try in a minute. */
const CALLERS: Readonly<Record<string, readonly string[]>> = {
  'the lowest plan': [KEY + keys.Community],
  'the lowest plan, under another name': [`X-CSCAPI-KEY: ${keys.Community}`],
  nobody: [],
  'an empty key': [KEY],
  'an unknown key': [KEY + generateKey()],
  'a key that is cut off': [KEY + keys.Business.slice(0, -1)],
  'a key in other letters': [KEY + keys.Business.toUpperCase()],
  'the name of a plan': [`${KEY}Business`],
  'two keys': [KEY + keys.Community, KEY + keys.Community],
  'two different keys': [KEY + keys.Community, `X-CSCAPI-KEY: ${generateKey()}`],
};

let service: TestService;
let server: RunningServer;
beforeAll(async () => {
  service = await openService(someHome(), { now: () => NOW });
  server = await startServer(service.gateway, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.stop(1_000);
  await service.close();
});

type Sent = Omit<Variant, 'of'> & { readonly of: Pick<Gated, 'body'> };

function ask(line: RawLine, { of: { body = '' }, method, target, lines }: Sent, caller: readonly string[]) {
  const framing =
    body === '' || method !== 'POST' ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`];
  const head = [`${method} ${target} HTTP/1.1`, 'Host: geo.test', ...caller, ...lines, ...framing, '', ''];
  return line.ask(head.join('\r\n') + (framing.length > 0 ? body : ''), method === 'HEAD');
}

it('no caller is answered by any of them what only a higher plan has', async () => {
  const callers = Object.entries(CALLERS);
  const business = [KEY + keys.Business];
  /** What each caller gets from a target that means what it says. */
  const openTo = new Map<string, Set<string>>();
  const golden = new Map<Gated, RawAnswer>();
  {
    using line = new RawLine(server.port);
    for (const gated of GATED) {
      const answer = await ask(line, { of: gated, method: gated.method, target: gated.target, lines: [] }, business);
      expect([gated.target, answer.status]).toEqual([gated.target, 200]);
      golden.set(gated, answer);
    }
    for (const [who, caller] of callers) {
      const open = new Set<string>();
      for (const target of OPEN) {
        for (const method of ['GET', 'HEAD']) {
          const answer = await ask(line, { of: {}, method, target, lines: [] }, caller);
          if (answer.status === 200) for (const sign of [signOf(answer), String(answer.etag)]) open.add(sign);
        }
      }
      openTo.set(who, open);
    }
  }
  const through: unknown[] = [];
  let understood = 0;
  const drawn = gateVariants(VARIANTS);
  expect(drawn).toHaveLength(VARIANTS);
  const variants = drawn.entries();
  const clients = Array.from({ length: AT_ONCE }, async () => {
    using line = new RawLine(server.port);
    for (const [at, variant] of variants) {
      // Who may have it goes ahead on the same connection: what was kept for that request must not answer the next one.
      const high = await ask(line, variant, business);
      if (high.status === 200 && high.body === golden.get(variant.of)?.body) understood += 1;
      const [who, caller] = callers[at % callers.length] ?? ['', []];
      const low = await ask(line, variant, caller);
      if (!isAllowed(low, variant.method, openTo.get(who) ?? new Set()))
        through.push({ who, variant, status: low.status, body: low.body.slice(0, 200) });
    }
  });
  await Promise.all(clients);
  expect(through).toEqual([]);
  // Many of them do ask for it, as far as who may have it is concerned.
  expect(understood).toBeGreaterThan(VARIANTS / 10);
});

/** What tells answers with something in them apart: the body, or of HEAD what the head says of it. */
function signOf({ status, etag, length, body }: RawAnswer): string {
  if (status === 304) return String(etag);
  return body === '' ? `${etag} ${length}` : body;
}

function isAllowed(answer: RawAnswer, method: string, open: ReadonlySet<string>): boolean {
  const isOfMethods = method === 'OPTIONS' && answer.body === '';
  return answer.status >= 400 || isOfMethods || open.has(signOf(answer));
}
