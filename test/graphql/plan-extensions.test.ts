import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { PLAN_NAMES, type Plan, tierOf } from '../../src/auth/plans.ts';
import { DEFAULT_GRAPHQL_LIMITS } from '../../src/graphql/limits.ts';
import { openService, type TestService } from '../service.ts';

describe.each(inject('homes'))('extensions.plan on $home', (home) => {
  let service: TestService;
  const keys = inject('keys');
  beforeAll(async () => {
    service = await openService(home);
  });
  afterAll(() => service.close());

  async function planOf(plan: Plan, query: string, headers: Readonly<Record<string, string>> = {}) {
    const response = await service.gateway.fetch(
      new Request('http://geo.test/graphql', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-SVCAPI-KEY': keys[plan], ...headers },
        body: JSON.stringify({ query }),
      }),
    );
    const answer = (await response.json()) as { extensions?: { plan?: Record<string, unknown> } };
    return answer.extensions?.plan;
  }

  it.each(PLAN_NAMES)('tells %s its plan and tier, and nothing of what is hidden unless asked', async (plan) => {
    const told = await planOf(plan, '{ country(code: "JP") { name } }');
    const left = DEFAULT_GRAPHQL_LIMITS.cost[plan] - 1;
    expect(told).toEqual({ plan: plan.toLowerCase(), tier: tierOf(plan), cost: 1, left });
  });

  it('tells that nothing is left of a cost above the plan', async () => {
    const told = await planOf('Community', '{ countries(first: 100) { nodes { states { nodes { name } } } } }');
    expect(told).toMatchObject({ cost: 100 + 100 * 100, left: 0 });
  });

  it('tells the plan with a refusal as well', async () => {
    expect(await planOf('Starter', '{ country(code: "JP") { population } }')).toMatchObject({ plan: 'starter' });
    expect(await planOf('Starter', '{ country(code: "JP") {')).toMatchObject({ plan: 'starter' });
    expect(await planOf('Starter', '{ a '.repeat(2000))).toMatchObject({ plan: 'starter' });
    expect(await planOf('Starter', '\0')).toEqual({ plan: 'starter', tier: 'basic' });
  });

  it.each<[Plan, string, string]>([
    ['Starter', '{ countries(search: "a") { totalCount } }', 'Query.countries(search:) (Supporter)'],
    ['Starter', '{ countries(filter: { text: "a" }) { totalCount } }', 'Query.countries(filter.text:) (Supporter)'],
    ['Starter', '{ states(orderBy: { field: NAME }) { totalCount } }', 'Query.states(orderBy:) (Supporter)'],
    ['Community', '{ country(numeric: "392") { name } }', 'Query.country(numeric:) (Starter)'],
    ['Community', '{ state(iso31662: "US-CA") { name } }', 'Query.state(iso31662:) (Starter)'],
  ])('a refusal of %s names the argument where the field alone is the plan’s: %s', async (plan, query, refused) => {
    const { errors } = await service.graphql(plan, query);
    expect(errors?.[0]?.message).toContain(refused);
  });

  it('lists the hidden fields of the selected types when the header asks for them', async () => {
    const headers = { 'X-SVCAPI-Show-Hidden': '1' };
    const told = await planOf('Supporter', '{ country(code: "JP") { name states { nodes { name } } } }', headers);
    const hidden = told?.['hidden'] as { field: string; plan: string }[];
    expect(hidden).toContainEqual({ field: 'Country.wikiDataId', plan: 'Professional' });
    expect(hidden).toContainEqual({ field: 'State.translations', plan: 'Professional' });
    expect(hidden.map(({ field }) => field)).not.toContain('Country.population');
    expect(hidden.map(({ field }) => field)).not.toContain('City.wikiDataId');
    const full = await planOf('Business', '{ country(code: "JP") { name } }', headers);
    expect(full?.['hidden']).toEqual([]);
    const refused = await planOf('Community', '{ country(code: "JP") { population } }', headers);
    expect(refused?.['hidden']).toContainEqual({ field: 'Country.population', plan: 'Supporter' });
  });
});
