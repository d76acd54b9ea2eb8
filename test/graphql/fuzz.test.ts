import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { PLAN_NAMES } from '../../src/auth/plans.ts';
import { randomRequest } from './random-documents.ts';
import { load, type RemoteServer, startRemote } from './remote-server.ts';

/** 3,000 in CI; a release run asks for 100,000. */
const RUNS = Number(process.env['GEO_FUZZ_RUNS'] ?? 3_000);
const [home] = inject('homes');
const keys = inject('keys');
const agent = new Agent({ keepAlive: true });
let server: RemoteServer;

beforeAll(async () => {
  if (!home) throw new Error('no database');
  server = await startRemote({ home });
  // The first request loads and compiles what the others find ready.
  await send('{"query": "{ countries(first: 1) { nodes { name } } }"}', keys.Business);
  await server.reset();
});
afterAll(async () => {
  agent.destroy();
  await server.stop();
});

/** With half of what `fetch` takes. */
async function send(
  body: string,
  key: string,
): Promise<{ readonly status: number | undefined; readonly text: string }> {
  const headers = { 'Content-Type': 'application/json', 'X-SVCAPI-KEY': key };
  const outgoing = request(server.url, { agent, method: 'POST', headers }).end(body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: incoming.statusCode, text: await textOf(incoming) };
}

const EXPECTED = new Set([200, 400, 403, 404, 413]);

it(`answers ${RUNS} generated requests in JSON, none with a fault of its own`, {
  timeout: 60_000 + RUNS * 200,
}, async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.gen(), fc.constantFrom(...PLAN_NAMES), async (g, plan) => {
      const body = randomRequest(g);
      const { status, text } = await send(body, keys[plan]);
      const answer = JSON.parse(text) as { data?: unknown; errors?: { extensions: { code: string } }[] };
      const codes = answer.errors?.map(({ extensions }) => extensions.code) ?? ['-'];
      for (const code of codes) seen.set(code, (seen.get(code) ?? 0) + 1);
      if (status === undefined || !EXPECTED.has(status)) throw new Error(`${status} to ${body}: ${text.slice(0, 500)}`);
      if ('data' in answer === 'errors' in answer) throw new Error(`neither whole nor refused: ${text.slice(0, 500)}`);
      if (codes.includes('INTERNAL_SERVER_ERROR')) throw new Error(`a fault: ${text.slice(0, 500)}`);
    }),
    { numRuns: RUNS },
  );
  const { worstStallMs } = await server.state();
  const counts = [...seen].sort(([, a], [, b]) => b - a).map(([code, count]) => `${code} ${count}`);
  process.stdout.write(
    `${RUNS} generated requests: worst stall ${worstStallMs.toFixed(1)} ms at load ${load()}; ${counts.join(', ')}\n`,
  );
  expect(seen.get('-') ?? 0, 'some of them are good').toBeGreaterThan(RUNS / 100);
});
