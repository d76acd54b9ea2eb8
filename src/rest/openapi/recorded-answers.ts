/** The answers to the routes' example requests, as the service gave them; a test keeps them true. */
import answers from '../../../generated/examples.json' with { type: 'json' };
import { isAtLeast, PLAN_NAMES, PLANS, type Plan, TIERS, type Tier, tierOf } from '../../auth/plans.ts';
import type { Route } from '../route.ts';
import { exampleRequest } from './example-request.ts';

/** Bodies by operation id and tier. */
export type RecordedAnswers = Readonly<Record<string, Readonly<Partial<Record<Tier, unknown>>>>>;

export const RECORDED_ANSWERS: RecordedAnswers = answers;

/** The tiers whose answer to the example differs, each with the lowest plan that may ask. */
export function recordedTiers(route: Route): readonly { readonly tier: Tier; readonly plan: Plan }[] {
  const { query } = exampleRequest(route);
  const gates = [route.gate, ...[...query.keys()].map((name) => route.query[name]?.gate)].flatMap((gate) => gate ?? []);
  const plans = PLAN_NAMES.filter((plan) => gates.every((gate) => isAtLeast(plan, gate.plan)));
  const found = TIERS.flatMap((tier) => {
    const [plan] = plans.filter((each) => tierOf(each) === tier).sort((a, b) => PLANS[a].rank - PLANS[b].rank);
    return plan ? [{ tier, plan }] : [];
  });
  return /\$(?:coordinates|full)\b/.test(route.document) ? found : found.slice(0, 1);
}
