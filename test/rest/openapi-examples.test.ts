/** The examples of the OpenAPI document are answers of the service; `npm run examples` takes them anew. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { badRequests } from '../../src/rest/openapi/example-request.ts';
import { recordedTiers } from '../../src/rest/openapi/recorded-answers.ts';
import { BATCHES } from '../../src/rest/batches.ts';
import { ROUTES } from '../../src/rest/routes.ts';
import { NO_FULL_DATA } from '../environment.ts';
import { fullHome } from '../full-home.ts';
import { openService, type TestService } from '../service.ts';

/** The examples with a clock in them are those of a winter's day. */
const NOW = Date.UTC(2026, 0, 15, 12);

describe.each(inject('homes'))('on $home', (home) => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService(home, { now: () => NOW });
  });
  afterAll(() => service.close());

  it('every 200 is what the service answers on the example data', async () => {
    const answers: Record<string, Record<string, unknown>> = {};
    for (const route of ROUTES) {
      for (const { tier, plan } of recordedTiers(route)) {
        const response = await service.get(route.example, plan);
        expect([route.example, plan, response.status]).toEqual([route.example, plan, 200]);
        const body: unknown = await response.json();
        expect([route.example, JSON.stringify(body).length > 2]).toEqual([route.example, true]);
        answers[route.operationId] = { ...answers[route.operationId], [tier]: body };
      }
    }
    for (const { operationId, path, example } of BATCHES) {
      const headers = { 'Content-Type': 'application/json', 'X-SVCAPI-KEY': inject('keys').Business };
      const request = new Request(`http://geo.test${path}`, { method: 'POST', headers, body: JSON.stringify(example) });
      const response = await service.gateway.fetch(request);
      expect([path, response.status]).toEqual([path, 200]);
      answers[operationId] = { full: await response.json() };
    }
    await expect(`${JSON.stringify(answers, null, 2)}\n`).toMatchFileSnapshot('../../generated/examples.json');
  });

  it.each(ROUTES.flatMap((route) => badRequests(route).map((request) => ({ ...request, id: route.operationId }))))(
    '$id: $target is the 400 that the document shows',
    async ({ target, error }) => {
      const response = await service.get(target, 'Business');
      expect([response.status, await response.json()]).toEqual([400, { error }]);
    },
  );
});

const hasFullData = inject('fullHomeUrl') !== undefined;

describe.skipIf(!hasFullData)(hasFullData ? 'on the full data' : `on the full data (${NO_FULL_DATA})`, () => {
  it('every example request has an answer', async () => {
    await using service = await openService(await fullHome());
    for (const { example } of ROUTES) {
      const response = await service.get(example, 'Business');
      expect([example, response.status]).toEqual([example, 200]);
      expect((await response.text()).length).toBeGreaterThan(2);
    }
  });
});
