/** `POST /v1/reconcile`: rows in, what they mean out. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { PLAN_NAMES, type Plan } from '../../src/auth/plans.ts';
import { openService, type TestService, UPGRADE_URL } from '../service.ts';

const JSON_BODY = 'application/json';
const LINES = 'application/x-ndjson';

describe.each(inject('homes'))('on $home', (home) => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService(home);
  });
  afterAll(() => service.close());

  const keys = inject('keys');
  function post(
    body: string | Uint8Array<ArrayBuffer>,
    type = JSON_BODY,
    plan: Plan | null = 'Professional',
    query = '',
  ) {
    const headers = { 'Content-Type': type, ...(plan ? { 'X-SVCAPI-KEY': keys[plan] } : {}) };
    return service.gateway.fetch(
      new Request(`http://geo.test/v1/reconcile${query}`, { method: 'POST', headers, body }),
    );
  }
  const rows = async (given: unknown[], limit = 5) => {
    const response = await post(JSON.stringify({ rows: given, limit }));
    expect(response.status).toBe(200);
    return (await response.json()) as Record<string, unknown>[];
  };

  it('tells country, state and city of a row, each with a verdict', async () => {
    const [row] = await rows([{ country: 'JP', state: 'tokyo', city: 'Tōkyō' }]);
    expect(row).toMatchObject({
      country: { name: 'Japan', verdict: 'exact', contradiction: null },
      state: { name: 'Tokyo', verdict: 'folded' },
      error: null,
    });
    expect(Object.keys(row ?? {})).toEqual(['country', 'state', 'city', 'alternatives', 'error']);
    expect(Object.keys(row?.['country'] ?? {})).toEqual(['id', 'name', 'score', 'verdict', 'contradiction']);
  });

  it('names places in the language of the row', async () => {
    const [row] = await rows([
      { country: 'JP', lang: 'de-CH' },
      { country: 'Japan', lang: 'xx' },
    ]);
    expect(row?.['country']).toMatchObject({ name: 'Japan' });
  });

  it('answers a row that is none with its error, and all others', async () => {
    const answered = await rows([
      { country: 'Japan' },
      'Japan',
      { country: 7 },
      { city: true },
      { city: 'x'.repeat(201) },
      { country: 'JP', lat: 91, lng: 0 },
      { country: 'JP', lat: '35.7', lng: '139.7' },
      { country: 'JP', lat: ' 3.57E+01', lng: ' 1.397e-05 ' },
      { country: 'JP', lat: ' ', lng: '' },
      { country: 'JP', lat: '1e2', lng: '0x1' },
      { country: 'JP', lat: 1 },
      {},
      { country: 'a\0b' },
      null,
    ]);
    expect(answered.map(({ error }) => error)).toEqual([
      null,
      'a row must be a JSON object',
      null,
      'city: must be a string',
      'city: must be at most 200 characters',
      'lat: must be a number from -90 to 90',
      null,
      null,
      null,
      'lat: must be a number from -90 to 90',
      'lat and lng: both or neither',
      'country, state, city or a point: one of them is required',
      'country: must be Unicode text without NUL',
      'a row must be a JSON object',
    ]);
  });

  it('answers lines as lines, in order, as they are done', async () => {
    const lines = Array.from({ length: 120 }, (_, at) => (at % 3 === 0 ? '{' : JSON.stringify({ country: 'Japan' })));
    const response = await post(`${lines.join('\n')}\n\n`, LINES, 'Professional', '?limit=0');
    expect(response.headers.get('Content-Type')).toBe('application/x-ndjson; charset=utf-8');
    expect(response.headers.get('Content-Length')).toBeNull();
    const chunks: string[] = [];
    for await (const chunk of response.body ?? []) chunks.push(Buffer.from(chunk).toString());
    expect(chunks.length).toBeGreaterThan(1);
    const answered = chunks
      .join('')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answered.map(({ error }) => error === null)).toEqual(lines.map((line) => line !== '{'));
  });

  it('counts rows that are kept for lines as what is being sent, until the last line is fetched or nobody fetches any more', async () => {
    const { inFlight } = service.gateway.load;
    const before = inFlight.bytes;
    const lines = '{"country":"Japan"}\n'.repeat(200);
    for (const isRead of [true, false]) {
      const reader = (await post(lines, LINES)).body?.getReader();
      await reader?.read();
      expect(inFlight.bytes - before).toBe(lines.length);
      if (!isRead) await reader?.cancel();
      else for (let part = await reader?.read(); part && !part.done; ) part = await reader?.read();
      expect(inFlight.bytes).toBe(before);
    }
  });

  it('counts the lines of one body before it looks whether there is room for those of the next, until their client goes', async () => {
    const memory = { budget: 1_000_000, process: Number.POSITIVE_INFINITY };
    const narrow = await openService(home, { load: { memory } });
    const client = new AbortController();
    const body = `${' '.repeat(900_000)}\n{"country":"Japan"}`;
    const ask = (plan: Plan) => {
      const headers = { 'Content-Type': LINES, 'X-SVCAPI-KEY': keys[plan] };
      const init = { method: 'POST', headers, body, signal: client.signal };
      return narrow.gateway.fetch(new Request('http://geo.test/v1/reconcile', init));
    };
    try {
      const answers = await Promise.all([ask('Professional'), ask('Business')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 503]);
      expect(narrow.gateway.load.inFlight.bytes).toBe(body.length);
      client.abort();
      expect(narrow.gateway.load.inFlight.bytes).toBe(0);
    } finally {
      await narrow.close();
    }
  });

  it('answers a line that is not UTF-8 with its error, and all others', async () => {
    const lines = [
      Buffer.from('{"country":"JP"}\r\n\n'),
      Buffer.from([0x7b, 0xff, 0x0a]),
      Buffer.from('{"country":"JP"}'),
    ];
    const response = await post(new Uint8Array(Buffer.concat(lines)), LINES);
    const answered = (await response.text()).trimEnd().split('\n');
    expect(answered.map((line) => JSON.parse(line).error)).toEqual([null, 'a row must be a JSON object', null]);
  });

  it('checks method, key, plan, kind and size of the body, and then the rows, in this order', async () => {
    const wrong = await service.get('/v1/reconcile', null);
    expect([wrong.status, wrong.headers.get('Allow')]).toEqual([405, 'POST, OPTIONS']);
    expect((await post('{', 'text/plain', null)).status).toBe(401);
    for (const plan of PLAN_NAMES) {
      const response = await post('{', 'text/plain', plan);
      const isAllowed = plan === 'Professional' || plan === 'Business';
      expect([plan, response.status]).toEqual([plan, isAllowed ? 415 : 403]);
      if (!isAllowed) {
        expect(await response.json()).toEqual({
          error: 'This feature is not available on your current plan.',
          feature: 'reconcile',
          upgradeUrl: UPGRADE_URL,
        });
      }
    }
    expect((await post('x'.repeat(1_000_001))).status).toBe(413);
    expect((await post('{"rows":[]}', `${JSON_BODY}; charset=latin1`)).status).toBe(415);
  });

  it.each<[string | Uint8Array<ArrayBuffer>, string]>([
    ['{', 'must be JSON'],
    ['', 'must be JSON'],
    [new Uint8Array([0xff]), 'must be UTF-8'],
    ['[]', 'rows: must be an array'],
    ['{"rows":{}}', 'rows: must be an array'],
    [JSON.stringify({ rows: Array(1001).fill({}) }), 'rows: must be at most 1000 at a time'],
    ['{"rows":[],"limit":6}', 'limit: must be an integer from 0 to 5'],
    ['{"rows":[],"limit":"1"}', 'limit: must be an integer from 0 to 5'],
    ['['.repeat(50_000), 'must be JSON'],
    ['['.repeat(100_000), 'must have at most 50000 values'],
    [`{"rows":[[${Array(50_000).fill('{}').join()}]]}`, 'must have at most 50000 values'],
  ])('%j is a 400', async (body, rule) => {
    const response = await post(body);
    expect([response.status, await response.json()]).toEqual([400, { error: `Invalid request body: ${rule}` }]);
  });

  it('takes no rows as well as a thousand, and is never kept', async () => {
    expect(await rows([])).toEqual([]);
    const response = await post(JSON.stringify({ rows: Array(1000).fill({ city: 'Nowhere at all' }) }));
    expect([response.headers.get('Cache-Control'), response.headers.get('ETag')]).toEqual(['no-store', null]);
    expect(await response.json()).toHaveLength(1000);
  });

  it('gives GraphQL the same, by the same plan', async () => {
    const query = '{ reconcilePlaces(rows: [{ country: "Japan" }]) { country { id verdict } city { id } } }';
    expect((await service.graphql('Professional', query)).data).toEqual({
      reconcilePlaces: [{ country: { id: 109, verdict: 'exact' }, city: null }],
    });
    expect((await service.graphql('Supporter', query)).status).toBe(403);
  });

  it('takes no more than a thousand rows in an operation, by whatever names', async () => {
    const rows = Array(501).fill({ country: 'Japan' });
    const query = `query ($rows: [ReconcileRowInput!]!) {
      one: reconcilePlaces(rows: $rows) { country { id } } two: reconcilePlaces(rows: $rows) { country { id } } }`;
    const { errors } = await service.graphql('Professional', query, { rows });
    expect(errors).toMatchObject([{ message: 'rows: at most 1000 at a time' }]);
  });
});
