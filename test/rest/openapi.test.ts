/** The OpenAPI document says what the service does: paths, plans, tiers, headers, errors. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import generated from '../../generated/openapi.json' with { type: 'json' };
import { FEATURES, PLAN_NAMES, type Plan } from '../../src/auth/plans.ts';
import { ERROR_KINDS } from '../../src/http/errors.ts';
import { HEADERS } from '../../src/rest/openapi/answer-headers.ts';
import { pathTemplate } from '../../src/rest/openapi/operation.ts';
import { BATCHES } from '../../src/rest/batches.ts';
import { ROUTES } from '../../src/rest/routes.ts';
import { openService, type TestService, UPGRADE_URL } from '../service.ts';
import { OPERATIONS } from './operations.ts';
import { CITY_FIELDS, COUNTRY_FIELDS, REGION_FIELDS, STATE_FIELDS, SUBREGION_FIELDS } from './specification.ts';

interface Answer {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly examples: Readonly<Record<string, { value: unknown }>> }>>;
}
interface Operation {
  readonly operationId: string;
  readonly 'x-plan': Plan;
  readonly 'x-feature'?: string;
  readonly parameters: readonly { readonly name?: string; readonly in?: string; readonly 'x-plan'?: Plan }[];
  readonly responses: Readonly<Record<string, Answer>>;
}

// The document's own types are as wide as JSON; these are the parts that the tests read.
const ALL_PATHS = generated.paths as unknown as Readonly<
  Record<string, { readonly get?: Operation; readonly post?: Operation }>
>;
/** Those that are read. */
const PATHS = Object.fromEntries(
  Object.entries(ALL_PATHS).flatMap(([path, { get }]) => (get ? [[path, { get }]] : [])),
);
const SCHEMAS = generated.components.schemas as unknown as Readonly<
  Record<string, { readonly properties: Readonly<Record<string, { 'x-tier'?: string }>>; readonly required: string[] }>
>;
const SHARED = generated.components.responses as unknown as Readonly<Record<string, Answer>>;

function operation(id: string): Operation {
  const found = Object.values(PATHS).find(({ get }) => get.operationId === id);
  if (!found) throw new Error(`no operation ${id}`);
  return found.get;
}

function answerOf(id: string, status: number): Answer {
  const answer = operation(id).responses[status];
  const shared = answer?.$ref?.split('/').at(-1);
  return (shared === undefined ? answer : SHARED[shared]) ?? {};
}

function bodies(answer: Answer): unknown[] {
  return Object.values(answer.content?.['application/json']?.examples ?? {}).map(({ value }) => value);
}

/** The value as an installation with an address of its own says it. */
function ownUrl(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('https://example.com/pricing', UPGRADE_URL));
}

const NOON = Date.UTC(2026, 0, 15, 12);
const lower = (name: string) => name.toLowerCase();
const SOMETIMES = new Set<string>(
  Object.entries(HEADERS).flatMap(([name, spec]) => ('sometimes' in spec ? [name] : [])),
);
/** Headers that answers have of HTTP's own or for browsers, which the document explains in words. */
const UNNAMED = /^(?:content-type|content-length|content-encoding|access-control-.*|x-content-type-options)$/;

describe('the document', () => {
  it('has each route once, under its path and id', () => {
    expect(Object.entries(PATHS).map(([path, { get }]) => `${get.operationId} ${path}`)).toEqual(
      ROUTES.map((route) => `${route.operationId} ${pathTemplate(route)}`),
    );
    expect(
      Object.entries(ALL_PATHS).flatMap(([path, { post }]) => (post ? [`${post.operationId} ${path}`] : [])),
    ).toEqual(BATCHES.map(({ operationId, path }) => `${operationId} ${path}`));
    expect(OPERATIONS.map(({ id }) => id).toSorted()).toEqual(ROUTES.map(({ operationId }) => operationId).toSorted());
  });

  it.each(OPERATIONS)('says of $id which plans have it and what it takes', ({ id, plans, feature, takes }) => {
    const { 'x-plan': lowest, 'x-feature': named, parameters } = operation(id);
    expect([lowest, named]).toEqual([plans[0], feature]);
    const listed = parameters.flatMap(({ name, in: place }) => (place === 'query' && name ? [name] : []));
    expect(['fields', 'sort'].filter((name) => listed.includes(name))).toEqual(takes.filter((name) => name !== 'q'));
    for (const name of takes) expect(parameters.find((each) => each.name === name)?.['x-plan']).toBe('Supporter');
  });

  it.each([
    ['Country', COUNTRY_FIELDS],
    ['State', STATE_FIELDS],
    ['City', CITY_FIELDS],
    ['Region', REGION_FIELDS],
    ['Subregion', SUBREGION_FIELDS],
  ] as const)('gives %s the fields of the specification in their order, each with its tier', (name, specified) => {
    const { properties, required } = SCHEMAS[name] ?? {};
    expect(Object.entries(properties ?? {}).map(([wire, schema]) => [wire, schema['x-tier']])).toEqual(
      specified.map(([wire, tier]) => [wire, tier]),
    );
    expect(required).toEqual(specified.filter(([, tier]) => tier === 'basic').map(([wire]) => wire));
    expect(SCHEMAS[`${name}Fields`]).toMatchObject({ properties, required: ['id'] });
  });

  it('names every plan, feature, kind of error and header', () => {
    for (const plan of PLAN_NAMES) expect(generated.info.description).toContain(`| ${plan} |`);
    for (const [kind, { error }] of Object.entries(ERROR_KINDS)) {
      expect(generated.info.description).toContain(`[${error}](/docs/errors#${kind})`);
    }
    expect(generated.components.schemas.PlanError.properties.feature.enum).toEqual(Object.keys(FEATURES));
    expect(Object.keys(generated.components.headers)).toEqual(Object.keys(HEADERS));
  });
});

describe.each(inject('homes'))('on $home', (home) => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService(home);
  });
  afterAll(() => service.close());

  it('is served as JSON and as YAML, with the address of this installation', async () => {
    const json = await service.get('/openapi.json', null, { Origin: 'https://elsewhere.test' });
    const expected = ownUrl(generated);
    expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(json.headers.get('access-control-allow-origin')).toBe('*');
    expect(await json.json()).toEqual(expected);
    const yaml = await service.get('/openapi.yaml', null);
    expect(yaml.headers.get('content-type')).toBe('application/yaml; charset=utf-8');
    expect(parse(await yaml.text())).toEqual(expected);
    const etag = json.headers.get('etag') ?? '';
    expect((await service.get('/openapi.json', null, { 'If-None-Match': etag })).status).toBe(304);
    const post = await service.gateway.fetch(new Request('http://geo.test/openapi.json', { method: 'POST' }));
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it.each(ROUTES.map(({ operationId: id, example }) => ({ id, example })))(
    'names exactly the headers that $id has',
    async ({ id, example }) => {
      const first = await service.get(example, 'Business');
      const cases: [number, Response][] = [
        [200, first],
        [401, await service.get(example, null)],
        [400, await service.get(`${example}${example.includes('?') ? '&' : '?'}x=%FF`, 'Business')],
      ];
      const etag = first.headers.get('etag');
      if (etag) cases.push([304, await service.get(example, 'Business', { 'If-None-Match': etag })]);
      for (const [status, response] of cases) {
        const sent = [...response.headers.keys()].filter((name) => !UNNAMED.test(name));
        const named = Object.keys(answerOf(id, status).headers ?? {}).filter((name) => !SOMETIMES.has(name));
        expect([id, response.status, sent.toSorted()]).toEqual([id, status, named.map(lower).toSorted()]);
      }
    },
  );

  it('shows the 429s that the service answers, with their headers', async () => {
    const limits = { second: 5, daily: 100, monthly: 2000 };
    for (const [period, limit] of Object.entries(limits)) {
      await using limited = await openService(home, { quotas: { Community: { [period]: limit } }, now: () => NOON });
      let last = await limited.get('/v1/countries/AD', 'Community');
      for (let count = 0; count < limit; count++) last = await limited.get('/v1/countries/AD', 'Community');
      expect(last.status).toBe(429);
      expect(ownUrl(bodies(SHARED['QuotaExceeded'] ?? {}))).toContainEqual(await last.json());
      const sent = [...last.headers.keys()].filter((name) => !UNNAMED.test(name));
      expect(sent.toSorted()).toEqual(
        Object.keys(SHARED['QuotaExceeded']?.headers ?? {})
          .map(lower)
          .toSorted(),
      );
    }
  });

  it('shows errors with the bodies that the service answers', async () => {
    const posted = await service.gateway.fetch(new Request('http://geo.test/v1/countries', { method: 'POST' }));
    expect(bodies(SHARED['MethodNotAllowed'] ?? {})).toEqual([await posted.json()]);
    for (const { operationId: id, example, gate } of ROUTES) {
      const unauthorized = await (await service.get(example, null)).json();
      expect(bodies(answerOf(id, 401))).toEqual([unauthorized]);
      if (gate) {
        const refused = await (await service.get(example.split('?')[0] ?? '', 'Community')).json();
        expect(ownUrl(bodies(answerOf(id, 403)))).toContainEqual(refused);
      }
      const malformed = await (
        await service.get(`${example}${example.includes('?') ? '&' : '?'}x=%FF`, 'Business')
      ).json();
      expect(bodies(answerOf(id, 400))).toContainEqual(malformed);
    }
  });
});
