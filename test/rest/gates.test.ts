/** A route lets no plan in that the field which answers it refuses: that would be a fault of ours in each of its answers. */
import { getOperationAST, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { PLAN_NAMES, type Plan, isAtLeast } from '../../src/auth/plans.ts';
import { scopesAskedFor } from '../../src/auth/verdict.ts';
import { BATCHES } from '../../src/rest/batches.ts';
import { ROUTES } from '../../src/rest/routes.ts';
import { schema } from '../../src/schema/schema.ts';

describe.each([...ROUTES, ...BATCHES].map((route) => [route.operationId, route] as const))('%s', (_id, route) => {
  it('is gated as the field is that answers it', () => {
    const selections = getOperationAST(parse(route.document))?.selectionSet.selections ?? [];
    const names = selections.flatMap((each) => (each.kind === 'Field' ? [each.name.value] : []));
    expect(names.length).toBeGreaterThan(0);
    const { gate } = route;
    const admitted = PLAN_NAMES.filter((plan) => !gate || isAtLeast(plan, gate.plan));
    for (const name of names)
      expect(
        admitted.filter((plan) => isRefused(name, plan)),
        name,
      ).toEqual([]);
  });
});

function isRefused(name: string, plan: Plan): boolean {
  return scopesAskedFor(plan)(schema.getQueryType()?.getFields()[name]?.resolve, {}) === 'denied';
}
