import { parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { BATCHES } from '../../src/rest/batches.ts';
import { ROUTES } from '../../src/rest/routes.ts';
import { schema } from '../../src/schema/schema.ts';
import { openService, type TestService, UPGRADE_URL } from '../service.ts';
import { OPERATIONS, withQuery } from './operations.ts';
import { ALL_PLANS, SUPPORTER_AND_ABOVE } from './specification.ts';

function refusal(feature: string): string {
  return `{"error":"This feature is not available on your current plan.","feature":"${feature}","upgradeUrl":"${UPGRADE_URL}"}`;
}

const FEATURE_OF = { q: 'inlineSearch', fields: 'fieldsFiltering', sort: 'fieldsFiltering' } as const;
const SAMPLE = { q: 'to', fields: 'name', sort: 'name' } as const;

it('the table of operations is the table of routes', () => {
  expect(OPERATIONS.map(({ id }) => id).sort()).toEqual(ROUTES.map(({ operationId }) => operationId).sort());
});

it.each([...ROUTES, ...BATCHES])('the document of $operationId fits the schema', ({ document }) => {
  expect(validate(schema, parse(document)).map(({ message }) => message)).toEqual([]);
});

describe.each(inject('homes'))('on $home', (home) => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService(home);
  });
  afterAll(() => service.close());

  describe.each(OPERATIONS)('$id', ({ path, plans, feature, takes, cacheControl }) => {
    it.each(ALL_PLANS)('for %s', async (plan) => {
      const response = await service.get(path, plan);
      const body = await response.text();
      expect(response.headers.get('x-svcapi-plan')).toBe(plan.toLowerCase());
      if (plans.includes(plan)) {
        expect([response.status, response.headers.get('cache-control')]).toEqual([
          200,
          expect.stringMatching(cacheControl),
        ]);
        expect(['[', '{']).toContain(body[0]);
      } else expect([response.status, body]).toEqual([403, refusal(feature ?? '')]);
    });

    it.each(['q', 'fields', 'sort'] as const)('%s is a Supporter’s, or nothing', async (parameter) => {
      for (const plan of plans) {
        for (const value of [SAMPLE[parameter], '']) {
          const response = await service.get(withQuery(path, `${parameter}=${value}`), plan);
          if (parameter === 'q' && path.includes('?q=')) expect(response.status).toBe(400);
          else if (!takes.includes(parameter)) expect([plan, response.status]).toEqual([plan, 200]);
          else if (!SUPPORTER_AND_ABOVE.includes(plan)) {
            expect([response.status, await response.text()]).toEqual([403, refusal(FEATURE_OF[parameter])]);
          } else if (parameter === 'q' && value === '') expect(response.status).toBe(400);
          else expect([200, 404]).toContain(response.status);
        }
      }
    });

    it('asks for a key, allows three methods, and answers HEAD without a body', async () => {
      expect((await service.get(path, null)).status).toBe(401);
      const send = (method: string) =>
        service.gateway.fetch(
          new Request(`http://geo.test${path}`, { method, headers: { 'X-SVCAPI-KEY': inject('keys').Business } }),
        );
      const refused = await send('POST');
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
      expect((await send('OPTIONS')).status).toBe(204);
      const head = await send('HEAD');
      expect([head.status, await head.text()]).toEqual([200, '']);
      expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
    });
  });
});
