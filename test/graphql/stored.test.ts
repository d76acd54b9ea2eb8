import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { generateKey, hashKey, keyPrefix } from '../../src/auth/key-format.ts';
import type { Plan } from '../../src/auth/plans.ts';
import { insertKey } from '../../src/db/api-key.queries.ts';
import { watchDataSet } from '../../src/db/data-set-watch.ts';
import { createGateway } from '../../src/gateway.ts';
import { readOperationsFolder } from '../../src/graphql/operations-folder.ts';
import { OperationsError } from '../../src/graphql/stored-operations.ts';
import { ROUTES } from '../../src/rest/routes.ts';
import { openService, type TestService } from '../service.ts';

const OWN = 'query CodeOf($code: ID!) { country(code: $code) { name iso3 } }';
const WIDE = 'query Wide($n: Int) { countries(first: $n) { nodes { states(first: $n) { nodes { id } } } } }';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe.each(inject('homes'))('stored operations on $home', (home) => {
  let service: TestService;
  let boundKey: string;

  beforeAll(async () => {
    service = await openService(home, {
      operations: [
        { file: 'code-of.graphql', text: OWN },
        { file: 'wide.graphql', text: WIDE },
      ],
    });
    boundKey = generateKey();
    const { em } = service.database;
    await insertKey(em, {
      prefix: keyPrefix(boundKey),
      hash: hashKey(boundKey),
      plan: 'Business',
      operationsOnly: true,
    });
  });
  afterAll(() => service.close());

  const keyOf = (plan: Plan | 'bound') => (plan === 'bound' ? boundKey : inject('keys')[plan]);

  function get(plan: Plan | 'bound', query: Record<string, unknown>, headers: Record<string, string> = {}) {
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    );
    return service.gateway.fetch(
      new Request(`http://geo.test/graphql?${search}`, { headers: { 'X-SVCAPI-KEY': keyOf(plan), ...headers } }),
    );
  }

  function post(plan: Plan | 'bound', body: unknown, headers: Record<string, string> = {}) {
    return service.gateway.fetch(
      new Request('http://geo.test/graphql', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-SVCAPI-KEY': keyOf(plan), ...headers },
        body: JSON.stringify(body),
      }),
    );
  }

  const byHash = (hash: string) => ({ persistedQuery: { version: 1, sha256Hash: hash } });
  const codeOf = async (response: Response) => {
    const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] };
    return [response.status, errors[0]?.extensions.code];
  };

  it('refuses a bound key what is kept of a document for other keys of its plan', async () => {
    const query = '{ country(code: "JP") { name } }';
    const kept = [];
    for (const _again of [1, 2, 3]) kept.push((await post('Business', { query })).headers.get('x-cache'));
    expect(kept).toEqual([null, null, 'HIT']);
    expect(await codeOf(await post('bound', { query }))).toEqual([403, 'FORBIDDEN']);
  });

  it('runs an operation of the operator by name and by hash, over GET and POST', async () => {
    const variables = { code: 'JP' };
    const answers = await Promise.all([
      get('Community', { operation: 'CodeOf', variables }),
      get('Community', { operation: sha256(OWN), variables }),
      get('Community', { extensions: byHash(sha256(OWN)), variables }),
      post('Community', { extensions: byHash(sha256(OWN)), variables }),
      post('Community', { extensions: byHash(sha256(OWN)), query: OWN, variables }),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({
        data: { country: { name: 'Japan', iso3: 'JPN' } },
        extensions: { plan: { plan: 'community', tier: 'basic', cost: 1, left: 4_999 } },
      });
    }
  });

  it('is called by its name in the log, whatever comes of it', async () => {
    const lines: string[] = [];
    await using own = await openService(home, {
      operations: [{ file: 'wide.graphql', text: WIDE }],
      log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    });
    for (const variables of ['{"n":1}', '{"n":1}', '{"n":"many"}']) {
      await own.get(`/graphql?operation=Wide&variables=${variables}`, 'Community');
    }
    const told = lines.map((line) => JSON.parse(line)).map(({ route, status, plan }) => ({ route, status, plan }));
    const line = { route: 'graphql Wide', plan: 'Community' };
    expect(told).toEqual([200, 200, 400].map((status) => ({ ...line, status })));
  });

  it('runs the operations behind /v1 by their ids', async () => {
    const answer = await get('Business', { operation: 'CountryDetails', variables: { country: 'JP' } });
    const { data } = (await answer.json()) as { data: { result: unknown } };
    expect(data.result).toEqual(await (await service.get('/v1/countries/JP', 'Business')).json());
  });

  it('takes values of enumerations in variables', async () => {
    const orderBy = [{ field: 'NAME', direction: 'DESC' }];
    const answer = await get('Business', { operation: 'States', variables: { orderBy } });
    const { data } = (await answer.json()) as { data: { result: { nodes: unknown } } };
    expect(data.result.nodes).toEqual(await (await service.get('/v1/states?sort=name:desc', 'Business')).json());
  });

  it('has every operation behind /v1', async () => {
    for (const { operationId } of ROUTES) {
      const answer = await get('Business', { operation: operationId });
      expect([operationId, answer.status]).not.toEqual([operationId, 404]);
    }
  });

  it('answers GET with an entity tag, caching and Vary, and 304 to a client that has the answer', async () => {
    const query = { operation: 'CodeOf', variables: { code: 'DE' } };
    const first = await get('Starter', query);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{27}"$/);
    expect(first.headers.get('cache-control')).toBe('private, max-age=3600');
    expect(first.headers.get('vary')).toContain('X-SVCAPI-KEY');
    expect(first.headers.get('x-cache')).toBe('MISS');
    const again = await get('Starter', query, { 'If-None-Match': tag });
    expect([again.status, await again.text(), again.headers.get('x-cache')]).toEqual([304, '', 'HIT']);
    const other = await get('Business', query, { 'If-None-Match': tag });
    expect(other.status).toBe(200);
    const head = await service.gateway.fetch(
      new Request('http://geo.test/graphql?operation=CodeOf&variables=%7B%22code%22%3A%22DE%22%7D', {
        method: 'HEAD',
        headers: { 'X-SVCAPI-KEY': keyOf('Starter') },
      }),
    );
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, tag, '']);
  });

  it('keeps variables that it does not know out of the cache', async () => {
    await get('Legacy', { operation: 'CodeOf', variables: { code: 'FR' } });
    const answer = await get('Legacy', { operation: 'CodeOf', variables: { noise: Math.random(), code: 'FR' } });
    expect(answer.headers.get('x-cache')).toBe('HIT');
  });

  it('does not keep what POST asks at the client, nor personal data anywhere', async () => {
    const posted = await post('Starter', { extensions: byHash(sha256(OWN)), variables: { code: 'IT' } });
    expect([posted.headers.get('cache-control'), posted.headers.get('etag')]).toEqual(['no-store', null]);
    const personal = ROUTES.find((route) => route.personal);
    const entries = service.gateway.cache.size;
    const answer = await get('Business', { operation: personal?.operationId, variables: { number: '+81312345678' } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(service.gateway.cache.size).toBe(entries);
  });

  it.each([
    ['Community', { coordinates: true, full: false }],
    ['Community', { coordinates: false, full: true }],
    ['Supporter', { coordinates: true, full: true }],
  ] as const)('refuses a %s key that switches %j on', async (plan, switches) => {
    const query = { operation: 'CountryDetails', variables: { country: 'JP', ...switches } };
    expect(await codeOf(await get(plan, query))).toEqual([403, 'FORBIDDEN']);
    await get('Business', query);
    expect(await codeOf(await get(plan, query))).toEqual([403, 'FORBIDDEN']);
  });

  it('shows what the plan has when the switches are left out', async () => {
    const answer = await get('Community', { operation: 'CountryDetails', variables: { country: 'JP' } });
    const { data } = (await answer.json()) as { data: { result: unknown } };
    expect(data.result).toEqual(await (await service.get('/v1/countries/JP', 'Community')).json());
  });

  it('refuses a gated operation to a plan of the same tier that lacks it', async () => {
    expect(
      await codeOf(
        await get('Community', {
          operation: 'FuzzySearch',
          variables: { q: 'Tokio', limit: 5, threshold: 0.3, city: true, state: false, countries: false },
        }),
      ),
    ).toEqual([403, 'FORBIDDEN']);
  });

  it("weighs the operator's operations by their variables", async () => {
    expect((await get('Community', { operation: 'Wide', variables: { n: 2 } })).status).toBe(200);
    expect(await codeOf(await get('Community', { operation: 'Wide', variables: { n: 400 } }))).toEqual([
      400,
      'QUERY_TOO_COSTLY',
    ]);
  });

  it('registers nothing that a client sends', async () => {
    const query = '{ country(code: "IS") { id } }';
    const extensions = byHash(sha256(query));
    expect((await post('Business', { query, extensions })).status).toBe(200);
    expect(await codeOf(await post('Business', { extensions }))).toEqual([404, 'PERSISTED_QUERY_NOT_FOUND']);
  });

  it('refuses every document of its own to a key that is bound to stored operations', async () => {
    const query = '{ country(code: "IS") { id } }';
    expect((await get('bound', { operation: 'CodeOf', variables: { code: 'JP' } })).status).toBe(200);
    expect(
      (await post('bound', { query: OWN, extensions: byHash(sha256(OWN)), variables: { code: 'JP' } })).status,
    ).toBe(200);
    expect((await post('bound', { query, extensions: byHash(sha256(OWN)) })).status).toBe(400);
    expect(await codeOf(await post('bound', { query }))).toEqual([403, 'FORBIDDEN']);
    expect(await codeOf(await get('bound', { query }))).toEqual([403, 'FORBIDDEN']);
    expect(await codeOf(await post('bound', { query: OWN }))).toEqual([403, 'FORBIDDEN']);
    expect(await codeOf(await post('bound', {}))).toEqual([403, 'FORBIDDEN']);
    expect(await codeOf(await post('bound', { query, extensions: byHash(sha256(query)) }))).toEqual([
      404,
      'PERSISTED_QUERY_NOT_FOUND',
    ]);
    expect(await codeOf(await post('bound', [{ query }]))).toEqual([400, 'BATCHING_NOT_SUPPORTED']);
  });

  it('answers 10,000 unknown ids alike and remembers none', async () => {
    const entries = service.gateway.cache.size;
    for (let i = 0; i < 10_000; i++) {
      const answer = await get('Business', { operation: sha256(String(i)) });
      if (answer.status !== 404) expect(answer.status).toBe(404);
    }
    expect(service.gateway.cache.size).toBe(entries);
  });

  it('does not start with a folder at fault, and names each file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'operations-'));
    const files = {
      'good.graphql': 'query Good { __typename }',
      'bad-field.graphql': 'query Bad { nothing }',
      'bad-syntax.graphql': 'query {',
      'no-name.graphql': '{ __typename }',
      'two.graphql': 'query A { __typename } query B { __typename }',
      'twice.graphql': 'query Good { __typename __typename }',
      'taken.graphql': 'query CountryDetails { __typename }',
      'notes.txt': 'not an operation',
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const operations = await readOperationsFolder(folder);
    const dataSets = watchDataSet(service.database.em);
    const create = () =>
      createGateway({
        database: service.database,
        dataSets,
        log: pino({ level: 'silent' }),
        upgradeUrl: 'https://example.test',
        cacheBytes: 1024,
        operations,
      });
    expect(create).toThrow(OperationsError);
    for (const name of Object.keys(files).filter((name) => !/^(good|notes)/.test(name))) expect(create).toThrow(name);
    await expect(readOperationsFolder(join(folder, 'absent'))).rejects.toThrow(OperationsError);
    await dataSets.stop();
  });
});
