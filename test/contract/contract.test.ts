/** Prism stands between these requests and the server and finds nothing that breaks the OpenAPI document. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Plan } from '../../src/auth/plans.ts';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { RECORDED_ANSWERS } from '../../src/rest/openapi/recorded-answers.ts';
import { BATCHES } from '../../src/rest/batches.ts';
import { ROUTES } from '../../src/rest/routes.ts';
import { schema } from '../../src/schema/schema.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import { openService, type TestService, UPGRADE_URL } from '../service.ts';
import { HAS_CONTRACT_TOOLS, NO_CONTRACT_TOOLS } from './contract-tool.ts';
import { type ContractProxy, startPrism, violationsOf } from './prism.ts';
import { contractRequests, coveredStatuses } from './requests.ts';

const DOCUMENT = openApiDocument({
  routes: ROUTES,
  batches: BATCHES,
  schema,
  version: '0.0.0',
  upgradeUrl: UPGRADE_URL,
  answers: RECORDED_ANSWERS,
});

/** The document with every object closed, so that a field which it does not name is a violation too. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === 'examples' ? inner : closed(inner)]),
  );
  return 'properties' in value && 'type' in value ? { ...copy, additionalProperties: false } : copy;
}

/** The document with one promise of City and one header that the service does not keep. */
function broken(document: string): string {
  const copy = JSON.parse(document) as {
    components: { schemas: Record<string, { properties: Record<string, object> }>; headers: Record<string, object> };
  };
  for (const name of ['City', 'CityFields']) delete copy.components.schemas[name]?.properties['population'];
  copy.components.headers['X-Cache'] = { schema: { type: 'string', enum: ['MAYBE'] } };
  return JSON.stringify(copy);
}

describe.skipIf(!HAS_CONTRACT_TOOLS)(`the contract${HAS_CONTRACT_TOOLS ? '' : `: ${NO_CONTRACT_TOOLS}`}`, () => {
  let service: TestService;
  let server: RunningServer;
  let prism: ContractProxy;
  let folder: string;
  beforeAll(async () => {
    const [home] = inject('homes');
    if (!home) throw new Error('no home');
    service = await openService(home);
    server = await startServer(service.gateway, { host: '127.0.0.1', port: 0 });
    folder = await mkdtemp(join(tmpdir(), 'contract-'));
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(closed(DOCUMENT)));
    prism = await startPrism(file, `http://127.0.0.1:${server.port}`);
  });
  afterAll(async () => {
    await prism[Symbol.asyncDispose]();
    await server.stop(0);
    await service.close();
    await rm(folder, { recursive: true });
  });

  const ask = (target: string, plan: Plan | null, proxy = prism) =>
    fetch(`${proxy.url}${target}`, { headers: plan === null ? {} : { 'X-SVCAPI-KEY': inject('keys')[plan] } });

  it.each(ROUTES.flatMap(contractRequests))('$id: $status for $target as $plan', async ({ target, plan, status }) => {
    const response = await ask(target, plan);
    expect([response.status, violationsOf(response)]).toEqual([status, []]);
  });

  it('is broken where the document says something else', async () => {
    const file = join(folder, 'broken.json');
    await writeFile(file, broken(JSON.stringify(closed(DOCUMENT))));
    await using strict = await startPrism(file, `http://127.0.0.1:${server.port}`);
    const found = violationsOf(await ask('/v1/cities/1', 'Business', strict));
    expect(found.map(({ location }) => location.slice(0, 2).join(' '))).toEqual(
      expect.arrayContaining(['response body', 'response header']),
    );
    expect(violationsOf(await ask('/v1/regions/4', 'Business', strict)).map(({ location }) => location[1])).toEqual([
      'header',
    ]);
  });

  it.each(ROUTES.map((route) => ({ id: route.operationId, route })))(
    '$id is asked for every status that its document names below 405',
    ({ route }) => {
      const path = route.path.replace(/:(\w+)/g, '{$1}');
      const { responses } = (DOCUMENT['paths'] as Record<string, { get: { responses: object } }>)[path]?.get ?? {
        responses: {},
      };
      const named = Object.keys(responses)
        .map(Number)
        .filter((status) => status < 405 && status !== 304);
      expect(coveredStatuses(route).toSorted()).toEqual(named);
    },
  );
});
