import { describe, expect, it } from 'vitest';
import { FEATURES, isAtLeast, type LowestPlan, PLAN_NAMES, planNamed } from '../../src/auth/plans.ts';

/** The order of the specification: "Community, Starter, Supporter, Professional, Business". */
const ORDER: readonly LowestPlan[] = ['Community', 'Starter', 'Supporter', 'Professional', 'Business'];

describe('the order of plans', () => {
  it.each(ORDER)('%s and above', (lowest) => {
    const from = ORDER.indexOf(lowest);
    for (const [place, plan] of ORDER.entries()) expect([plan, isAtLeast(plan, lowest)]).toEqual([plan, place >= from]);
    expect(isAtLeast('Legacy', lowest)).toBe(isAtLeast('Starter', lowest));
  });

  it('gates every feature at the plan that the specification or the contract names', () => {
    expect(FEATURES).toMatchObject({
      fuzzySearch: 'Professional',
      isoLookup: 'Starter',
      currencyApi: 'Supporter',
      phoneDialCode: 'Supporter',
      regionsApi: 'Supporter',
      bulkStates: 'Supporter',
      bulkCities: 'Supporter',
      fieldsFiltering: 'Supporter',
      inlineSearch: 'Supporter',
    });
  });

  it('knows its six plans in any case, and no name that every object has', () => {
    expect(PLAN_NAMES.toSorted()).toEqual(['Business', 'Community', 'Legacy', 'Professional', 'Starter', 'Supporter']);
    for (const plan of PLAN_NAMES) expect(planNamed(` ${plan.toUpperCase()} `)).toBe(plan);
    for (const name of ['', '__proto__', 'constructor', 'toString', 'gold', 'full'])
      expect(planNamed(name)).toBeUndefined();
  });
});
