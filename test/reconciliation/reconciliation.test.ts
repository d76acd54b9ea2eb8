/** The Reconciliation Service API 0.2 at `/reconcile`, through the gateway. */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { generateKey, hashKey, keyPrefix } from '../../src/auth/key-format.ts';
import { insertKey } from '../../src/db/api-key.queries.ts';
import { openService, type TestService, UPGRADE_URL } from '../service.ts';

const UNAUTHORIZED = { error: "Unauthorized. You shouldn't be here." };

describe.each(inject('homes'))('on $home', (home) => {
  let service: TestService;
  let key = '';
  const lines: string[] = [];
  beforeAll(async () => {
    const sink = { write: (line: string) => void lines.push(line) };
    service = await openService(home, { log: pino({ level: 'trace' }, sink) });
    key = await boundKey('Professional');
  });
  afterAll(() => service.close());

  async function boundKey(plan: string): Promise<string> {
    const made = generateKey();
    const stored = { prefix: keyPrefix(made), hash: hashKey(made), plan, name: randomUUID(), onlyFor: 'reconcile' };
    await insertKey(service.database.em, stored);
    return made;
  }

  const ask = (path: string, init?: RequestInit) =>
    service.gateway.fetch(new Request(`http://geo.test/reconcile${path}`, init));
  const json = async (path: string) => (await ask(`/${key}${path}`)).json();
  const post = async (name: string, value: unknown) =>
    (await ask(`/${key}`, { method: 'POST', body: new URLSearchParams({ [name]: JSON.stringify(value) }) })).json();

  describe('keys', () => {
    it('one that does nothing else may stand in the path or the query, and is none elsewhere', async () => {
      expect((await ask(`/${key}`)).status).toBe(200);
      expect((await ask(`?key=${key}`)).status).toBe(200);
      expect((await ask('', { headers: { 'X-SVCAPI-KEY': key } })).status).toBe(200);
      for (const path of ['/v1/countries', '/graphql?query={__typename}']) {
        const request = new Request(`http://geo.test${path}`, { headers: { 'X-SVCAPI-KEY': key } });
        expect((await service.gateway.fetch(request)).status).toBe(401);
      }
    });

    it('the address and the header may not have different ones', async () => {
      const other = await boundKey('Professional');
      for (const path of [`/${key}`, `?key=${key}`]) {
        expect((await ask(path, { headers: { 'X-SVCAPI-KEY': key } })).status).toBe(200);
        expect((await ask(path, { headers: { 'X-SVCAPI-KEY': other } })).status).toBe(400);
      }
    });

    it('any other goes into a header only', async () => {
      const whole = inject('keys').Professional;
      expect((await ask('', { headers: { 'X-SVCAPI-KEY': whole } })).status).toBe(200);
      for (const path of [`/${whole}`, `?key=${whole}`]) {
        const answer = await ask(path);
        expect(answer.status).toBe(403);
        expect((await answer.json()).error).toContain('--only reconcile');
      }
    });

    it('without one, with a wrong one, or on too low a plan nothing is answered', async () => {
      for (const path of ['', '/geo_wrong', '/suggest/type', '?key=x']) {
        const answer = await ask(path);
        expect([path, answer.status, await answer.json()]).toEqual([path, 401, UNAUTHORIZED]);
      }
      const answer = await ask(`/${await boundKey('Supporter')}`);
      expect([answer.status, await answer.json()]).toEqual([
        403,
        {
          error: 'This feature is not available on your current plan.',
          feature: 'reconcile',
          upgradeUrl: UPGRADE_URL,
        },
      ]);
    });

    it('are told their usage with every answer, which logs and metrics count for their plan', async () => {
      const before = lines.length;
      const told = async (answer: Response) => [answer.status, answer.headers.get('X-SVCAPI-Daily-Limit')];
      expect(await told(await ask(`/${key}`))).toEqual([200, 'unlimited']);
      expect(await told(await ask(`/${key}/suggest/entity?prefix=tok`))).toEqual([200, 'unlimited']);
      const queries = JSON.stringify({ q: { query: 'Tokyo' } });
      const form = { method: 'POST', body: new URLSearchParams({ queries }) };
      expect(await told(await ask(`/${key}`, form))).toEqual([200, 'unlimited']);
      expect(await told(await ask(`/${key}/preview?id=city-0`))).toEqual([400, 'unlimited']);
      const plans = lines.slice(before).map((line) => [JSON.parse(line).route, JSON.parse(line).plan]);
      expect(plans).toEqual(Array(4).fill(['Reconciliation', 'Professional']));
    });

    it('reach no log', () => {
      expect(lines.join('')).toContain('Reconciliation');
      expect(lines.join('')).not.toContain(key);
    });
  });

  it('the manifest names addresses that lead back, with the key that was given', async () => {
    const told = await json('');
    expect(told.versions).toContain('0.2');
    expect(told.suggest.entity).toEqual({
      service_url: `http://geo.test/reconcile/${key}`,
      service_path: '/suggest/entity',
    });
    const bare = await (await ask('', { headers: { 'X-SVCAPI-KEY': key } })).json();
    expect(bare.suggest.entity.service_url).toBe('http://geo.test/reconcile');
    const forged = await ask(`/${key}`, {
      headers: { 'X-Forwarded-Host': 'other.test', 'X-Forwarded-Proto': 'https' },
    });
    expect((await forged.json()).view.url).toBe('http://geo.test/reconcile/view/{{id}}');
    expect(forged.headers.get('cache-control')).toBe('no-store');
  });

  it('queries are answered by POST and by GET, each by itself', async () => {
    const queries = {
      q0: { query: 'andorre-la-vieille', type: 'city' },
      q1: { query: 'Tokyo', type: 'state', properties: [{ pid: 'country', v: { id: 'country-109', name: '?' } }] },
      q2: { query: 'Zzzzzzzz', type: 'city' },
      q3: { query: 'Texas', type: ['state'], properties: [{ pid: 'country', v: 'Japan' }] },
      q4: 'no query',
      q5: { properties: [{ pid: 'name', v: 'Japan' }], type: 'country', limit: 1 },
    };
    const answered = await post('queries', queries);
    expect(Object.keys(answered)).toEqual(Object.keys(queries));
    expect(answered.q0.result[0]).toMatchObject({ id: 'city-1', name: 'Andorra la Vella', match: true });
    expect(answered.q1.result[0]).toMatchObject({ id: 'state-823', score: 100, match: true });
    expect(answered.q2.result).toEqual([]);
    expect(answered.q3.result[0]).toMatchObject({ id: 'state-1407', match: false });
    expect(answered.q4.result).toEqual([]);
    expect(answered.q5.result).toMatchObject([{ id: 'country-109', type: [{ id: 'country', name: 'Country' }] }]);
    for (const { result } of Object.values<{ result: { score: number }[] }>(answered)) {
      const scores = result.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((one, other) => other - one));
    }
    expect(await json(`?queries=${encodeURIComponent(JSON.stringify(queries))}`)).toEqual(answered);
  });

  it('a query without a type looks at all of them, and is sure only where one fits', async () => {
    const { q } = await post('queries', { q: { query: 'Andorra la Vella' } });
    const types = q.result.map(({ type }: { type: { id: string }[] }) => type[0]?.id);
    expect(types).toEqual(expect.arrayContaining(['city', 'state']));
    expect(q.result.filter(({ match }: { match: boolean }) => match)).toEqual([]);
  });

  it('a query for a type that is none of ours finds nothing, one for no type anything', async () => {
    const asked = (type: unknown) => ({ query: 'Andorra la Vella', type });
    const answered = await post('queries', {
      none: asked('Q515'),
      nones: asked(['Q515', '/location/citytown']),
      some: asked(['Q515', 'city']),
      empty: asked(''),
      list: asked([]),
    });
    const types = (name: string): unknown[] =>
      answered[name].result.map(({ type }: { type: { id: string }[] }) => type[0]?.id);
    expect([types('none'), types('nones')]).toEqual([[], []]);
    expect(new Set(types('some'))).toEqual(new Set(['city']));
    for (const name of ['empty', 'list']) expect(types(name)).toEqual(expect.arrayContaining(['city', 'state']));
  });

  it('what cannot be read is a 400 that says so', async () => {
    for (const [name, value, error] of [
      ['queries', '[', 'Invalid query parameters: queries: must be a JSON object'],
      ['queries', '[]', 'Invalid query parameters: queries: must be a JSON object'],
      ['extend', '{"ids":[1],"properties":[]}', 'Invalid query parameters: extend: ids must be a list of strings'],
      ['extend', '{"ids":[]}', 'Invalid query parameters: extend: properties must be a list'],
    ] as const) {
      const answer = await ask(`/${key}?${name}=${encodeURIComponent(value)}`);
      expect([value, answer.status, await answer.json()]).toEqual([value, 400, { error }]);
    }
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`q${at}`, { query: 'x', type: 'city' }]));
    expect((await post('queries', many)).error).toBe('Invalid query parameters: queries: at most 1000 at a time');
    const deep = { q0: { query: 'x', properties: Array(50_000).fill(0) } };
    expect((await post('queries', deep)).error).toBe(
      'Invalid query parameters: queries: must have at most 50000 values',
    );
    const wide = { ids: ['city-1'], properties: Array.from({ length: 101 }, (_, at) => ({ id: `p${at}` })) };
    expect((await post('extend', wide)).error).toBe(
      'Invalid query parameters: extend: at most 100 properties at a time',
    );
    expect((await ask(`/${key}`, { method: 'POST', body: '{}' })).status).toBe(415);
    expect((await ask(`/${key}/nothing`)).status).toBe(404);
    expect((await ask(`/${key}`, { method: 'PUT' })).status).toBe(405);
    const place = 'Invalid query parameters: id: must be the id of a place (e.g. city-64491)';
    const limit = 'Invalid query parameters: limit: must be an integer from 1 to 9999';
    for (const [path, error] of [
      ['/preview', place],
      ['/preview?id=x', place],
      ['/extend/propose?type=city&limit=0', limit],
      ['/extend/propose?type=planet', 'Invalid query parameters: type: must be one of: city, state, country'],
      ['/extend/propose?type=city&limit=a', limit],
      ['/suggest/type?cursor=x', 'Invalid query parameters: cursor: must be an integer from 0 to 999999'],
    ] as const) {
      const answer = await ask(`/${key}${path}`);
      expect([path, answer.status, await answer.json()]).toEqual([path, 400, { error }]);
    }
    for (const callback of ['alert(1)', 'this', 'a.new', 'a..b', '.a', 'a.', '1a', 'let', 'x'.repeat(101)]) {
      expect((await ask(`/${key}?callback=${callback}`)).status, callback).toBe(400);
    }
  });

  it('queries of any shape are answered, with nothing where nothing is asked', async () => {
    const strange = [
      null,
      5,
      [],
      {},
      { query: null },
      { query: {} },
      { query: ' ' },
      { query: 'x'.repeat(5000), type: 'city' },
    ];
    const refined = [
      null,
      'x',
      [[]],
      [{ pid: 5, v: {} }],
      [{ pid: 'country', v: { id: {} } }],
      [{ pid: 'lat', v: 'x' }],
    ];
    const batch = Object.fromEntries([
      ...strange.map((query, at) => [`s${at}`, query]),
      ...refined.map((properties, at) => [`r${at}`, { query: 'Tokyo', type: 'state', limit: -1, properties }]),
      ['__proto__', { query: 'Tokyo', type: [[], 'state'] }],
    ]);
    const answered = await post('queries', batch);
    for (const at of strange.keys()) expect([at, answered[`s${at}`]]).toEqual([at, { result: [] }]);
    for (const at of refined.keys()) expect(answered[`r${at}`].result[0]).toMatchObject({ id: 'state-823' });
    expect(Object.keys(answered)).toContain('__proto__');
  });

  it('pages of other sites may ask, and scripts that can only be included', async () => {
    const answer = await ask(`/${key}/suggest/type?prefix=st&callback=jQuery.cb_1`);
    expect([answer.headers.get('content-type'), answer.headers.get('access-control-allow-origin')]).toEqual([
      'text/javascript; charset=utf-8',
      '*',
    ]);
    expect(await answer.text()).toBe('/**/jQuery.cb_1({"result":[{"id":"state","name":"State"}]});');
  });

  it('entities, types and properties are suggested', async () => {
    expect((await json('/suggest/entity?prefix=andorra%20la%20v')).result[0]).toMatchObject({
      id: 'city-1',
      notable: [{ id: 'city', name: 'City' }],
    });
    const all = (await json('/suggest/entity?prefix=an')).result;
    expect((await json('/suggest/entity?prefix=an&cursor=2')).result.slice(0, all.length - 2)).toEqual(all.slice(2));
    expect((await json('/suggest/property?prefix=&cursor=999')).result).toEqual([]);
    expect((await json('/suggest/type?prefix=&cursor=1')).result).toHaveLength(2);
    expect((await json('/suggest/entity?prefix=')).result).toEqual([]);
    expect((await json('/suggest/property?prefix=lat')).result.map(({ id }: { id: string }) => id)).toEqual([
      'lat',
      'latitude',
    ]);
  });

  it('projects are extended with fields and with what a place lies in', async () => {
    expect(await json('/extend/propose?type=state&limit=2')).toMatchObject({
      type: 'state',
      limit: 2,
      properties: [{ id: 'country', name: 'Country' }, { id: 'name' }],
    });
    const { meta, rows } = await post('extend', {
      ids: ['city-1', 'state-823', 'country-109', 'city-999999', 'nonsense'],
      properties: [{ id: 'country' }, { id: 'native' }, { id: 'population' }, { id: 'no_such' }],
    });
    expect(meta.map(({ type }: { type?: { id: string } }) => type?.id)).toEqual([
      'country',
      undefined,
      undefined,
      undefined,
    ]);
    expect(rows['city-1'].country).toEqual([{ id: 'country-6', name: 'Andorra' }]);
    expect(rows['state-823']).toEqual({
      country: [{ id: 'country-109', name: 'Japan' }],
      native: [{ str: '東京' }],
      population: [{ int: 14254039 }],
      no_such: [],
    });
    expect(rows['country-109'].country).toEqual([]);
    for (const id of ['city-999999', 'nonsense']) {
      expect(rows[id]).toEqual({ country: [], native: [], population: [], no_such: [] });
    }
  });

  it('a place is previewed in a frame, and viewed by everybody', async () => {
    const preview = await ask(`/${key}/preview?id=state-823`);
    expect(preview.headers.get('content-security-policy')).not.toContain('frame-ancestors');
    expect(await preview.text()).toContain('<strong>Tokyo</strong> (state, Japan)');
    expect((await ask(`/${key}/preview?id=state-1`)).status).toBe(404);
    const view = await ask('/view/state-823', { redirect: 'manual' });
    expect([view.status, view.headers.get('location')]).toEqual([302, '/c/JP/13']);
    expect((await ask('/view/nothing')).status).toBe(404);
  });
});
