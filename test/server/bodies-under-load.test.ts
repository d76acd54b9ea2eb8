/** What a request asks in its body is found out when it is its turn, and nothing of it is received that would be refused anyway. */
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { DEFAULT_GATE_LIMITS } from '../../src/http/load/gate-limits.ts';
import { openService, someHome, type TestService } from '../service.ts';

const JSON_BODY = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const BLANKS = ' '.repeat(20_000);

/** A body of each kind that is none, by where it is posted, and what is said of it. */
const MALFORMED: readonly [path: string, type: string, body: string, status: number, said: string][] = [
  ['/v1/reconcile', JSON_BODY, '{', 400, 'must be JSON'],
  ['/v1/reconcile', 'application/x-ndjson', '{}\n'.repeat(1_001), 400, 'at most 1000'],
  ['/reconcile', FORM, `queries=${BLANKS}%zz`, 400, 'Malformed'],
  ['/reconcile', FORM, 'queries=[]', 400, 'must be a JSON object'],
  ['/reconcile', FORM, 'extend=[]', 400, 'must be a JSON object'],
  ['/graphql', JSON_BODY, '{"query":"{"}', 400, 'GRAPHQL_PARSE_FAILED'],
  ['/graphql', JSON_BODY, '{"query":"{ nothing }"}', 400, 'GRAPHQL_VALIDATION_FAILED'],
  ['/graphql', JSON_BODY, `${BLANKS}{`, 400, 'BAD_REQUEST'],
];

describe('a body', () => {
  let service: TestService;
  beforeAll(async () => {
    const gate = { ...DEFAULT_GATE_LIMITS, atOnce: 2, waitMs: 60_000 };
    service = await openService(someHome(), { load: { gate, deadlineMs: 60_000 } });
    await service.get('/v1/countries/JP', 'Business');
  });
  afterAll(() => service.close());

  function post(path: string, type: string, body: BodyInit): Promise<Response> {
    const headers = { 'Content-Type': type, 'X-SVCAPI-KEY': inject('keys').Business };
    // The types of the platform do not know that a stream needs `duplex`.
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    return service.gateway.fetch(new Request(`http://geo.test${path}`, init));
  }

  /** Runs `ask` while the gate is full, and is told whether that had an answer before there was a place. */
  async function whileFull<T>(ask: () => Promise<T>): Promise<{ readonly answer: T; readonly hadToWait: boolean }> {
    const { gate } = service.gateway.load;
    let finish = () => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const all = [1, 2].map((owner) =>
      gate.run({ owner: `other ${owner}`, bytes: 1 }, new AbortController().signal, () => held),
    );
    await expect.poll(() => gate.running).toBe(2);
    let isAnswered = false;
    const asked = ask().finally(() => {
      isAnswered = true;
    });
    await expect.poll(() => isAnswered || gate.waiting > 0).toBe(true);
    const hadToWait = !isAnswered;
    finish();
    await Promise.all(all);
    return { answer: await asked, hadToWait };
  }

  it.each(MALFORMED)('is read when it is its turn: %s, %s', async (path, type, body, status, said) => {
    const { answer, hadToWait } = await whileFull(() => post(path, type, body));
    expect([hadToWait, answer.status, await answer.text()]).toEqual([true, status, expect.stringContaining(said)]);
  });

  it.each(MALFORMED)('is not received where that would be in vain: %s, %s', async (path, type, body) => {
    let pulled = 0;
    const stream = new ReadableStream(
      {
        pull(controller) {
          pulled += 1;
          controller.enqueue(new TextEncoder().encode(body));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const inVain = vi.spyOn(service.gateway.load.gate, 'isInVain').mockReturnValue(true);
    const refused = service.gateway.load.gate.refused;
    try {
      const answer = await post(path, type, stream);
      expect([answer.status, answer.headers.get('retry-after'), pulled]).toEqual([503, '1', 0]);
      expect(service.gateway.load.gate.refused).toBe(refused + 1);
    } finally {
      inVain.mockRestore();
    }
  });

  it('that was asked before has its answer at once', async () => {
    const body = JSON.stringify({ query: '{ countries(first: 2) { nodes { name } } }' });
    const ask = async () => {
      const answer = await post('/graphql', JSON_BODY, body);
      return [answer.status, answer.headers.get('x-cache')];
    };
    for (let turn = 0; turn < 2; turn++) await ask();
    expect(await whileFull(ask)).toEqual({ answer: [200, 'HIT'], hadToWait: false });
  });
});
