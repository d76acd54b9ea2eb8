import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { PLAN_NAMES, type Plan } from '../../src/auth/plans.ts';
import { executeDocument } from '../../src/execution/execute.ts';
import { Pace } from '../../src/execution/pace.ts';
import { createContext } from '../../src/schema/context.ts';
import { PAGED_LISTS } from '../../src/schema/page-limits.ts';
import { schema } from '../../src/schema/schema.ts';
import { callerOf } from '../schema/graph.ts';
import { openService, type TestService } from '../service.ts';

describe.each(inject('homes'))('a document that is sent again, on $home', (home) => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService(home);
  });
  afterAll(() => service.close());

  it.each([
    ['a field of the country', '{ country(code: "JP") { name population } }', 'Supporter'],
    ['a field of the full tier', '{ states(first: 2) { nodes { name wikiDataId } } }', 'Professional'],
    ['a gate', '{ states(first: 2, search: "an") { nodes { name } } }', 'Supporter'],
  ] as const)('is judged for each plan alone, whoever sent it before: %s', async (_, query, lowest) => {
    const allowed = (plan: Plan) => PLAN_NAMES.indexOf(plan) >= PLAN_NAMES.indexOf(lowest);
    for (const plan of [...PLAN_NAMES, ...PLAN_NAMES.toReversed(), ...PLAN_NAMES]) {
      const { status, data } = await service.graphql(plan, query);
      expect([plan, status, Boolean(data)]).toEqual([plan, allowed(plan) ? 200 : 403, allowed(plan)]);
    }
  });

  it('costs each time what its variables say', async () => {
    const query = 'query ($full: Boolean!) { country(code: "JP") { name population @include(if: $full) } }';
    for (const full of [false, true, false, true]) {
      const { status } = await service.graphql('Starter', query, { full });
      expect([full, status]).toEqual([full, full ? 403 : 200]);
    }
    const pages = 'query ($first: Int!) { countries(first: $first) { nodes { name } } }';
    for (const first of [3, 1, 2]) {
      const { data } = await service.graphql('Starter', pages, { first });
      expect(data).toMatchObject({ countries: { nodes: { length: first } } });
    }
  });

  it('reads the data set that is current, not the one that it read before', async () => {
    const dataSet = service.dataSets.current();
    if (!dataSet) throw new Error('no data set');
    const japan = dataSet.countryCodes.get('JP');
    const france = dataSet.countryCodes.get('FR');
    if (!japan || !france) throw new Error('no such countries');
    const next = { ...dataSet, countryCodes: new Map([['JP', france]]) };
    const document = parse('{ states(first: 1, filter: { country: ["JP"] }) { nodes { countryCode } } }');
    const codes: unknown[] = [];
    for (const current of [dataSet, next, dataSet]) {
      const context = { caller: callerOf('Business'), dataSet: current, em: service.database.em, pages: PAGED_LISTS };
      const contextValue = createContext({ ...context, pace: new Pace() });
      const { data, errors } = await executeDocument({ schema, document, contextValue });
      expect(errors).toBeUndefined();
      codes.push(JSON.parse(JSON.stringify(data)).states.nodes[0]?.countryCode);
    }
    expect(codes).toEqual(['JP', 'FR', 'JP']);
  });
});
