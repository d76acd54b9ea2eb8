/** The six plans, their order, their tiers and what each unlocks: said here and nowhere else. */

/** Tiers of field visibility, lowest first (specification, "Plan tiers"). */
export const TIERS = ['basic', 'coordinates', 'full'] as const;
export type Tier = (typeof TIERS)[number];

interface PlanRule {
  readonly tier: Tier;
  /** Place in the order of plans; Legacy stands with Starter (contract, section 1). */
  readonly rank: number;
}

export const PLANS = {
  Community: { tier: 'basic', rank: 0 },
  Starter: { tier: 'basic', rank: 1 },
  Legacy: { tier: 'basic', rank: 1 },
  Supporter: { tier: 'coordinates', rank: 2 },
  Professional: { tier: 'full', rank: 3 },
  Business: { tier: 'full', rank: 4 },
} as const satisfies Record<string, PlanRule>;

export type Plan = keyof typeof PLANS;
/** The plans that "plan and above" names: the order of the specification, which leaves Legacy out. */
export type LowestPlan = Exclude<Plan, 'Legacy'>;

// Object.keys of the literal above: its keys are exactly the plans.
export const PLAN_NAMES = Object.keys(PLANS) as Plan[];

/** Names of gated features as they appear in 403 bodies, and the lowest plan that has each. */
export const FEATURES = {
  fuzzySearch: 'Professional',
  isoLookup: 'Starter',
  currencyApi: 'Supporter',
  phoneDialCode: 'Supporter',
  regionsApi: 'Supporter',
  bulkStates: 'Supporter',
  bulkCities: 'Supporter',
  fieldsFiltering: 'Supporter',
  inlineSearch: 'Supporter',
  reconcile: 'Professional',
  geoSearch: 'Supporter',
  consistency: 'Supporter',
} as const satisfies Record<string, LowestPlan>;

export type Feature = keyof typeof FEATURES;

/** What a caller needs to reach something: a plan, and the feature name that a refusal reports. */
export interface Gate {
  readonly plan: LowestPlan;
  readonly feature: Feature;
  /** The argument of the field that needs it, where the field itself does not: `filter.text` is a part of one. */
  readonly argument?: string;
}

/** The gate of a feature; `plan` where one operation asks for more than the feature's lowest plan. */
export function gate(feature: Feature, plan: LowestPlan = FEATURES[feature]): Gate {
  return { plan, feature };
}

/** The gate of an argument that a field may be asked without. */
export function argumentGate(feature: Feature, argument: string): Gate {
  return { ...gate(feature), argument };
}

export function isAtLeast(plan: Plan, lowest: LowestPlan): boolean {
  return PLANS[plan].rank >= PLANS[lowest].rank;
}

export function tierOf(plan: Plan): Tier {
  return PLANS[plan].tier;
}

export function tierIncludes(callers: Tier, wanted: Tier): boolean {
  return TIERS.indexOf(callers) >= TIERS.indexOf(wanted);
}

/** The lowest plan whose tier shows a field of `tier`. */
export function lowestPlanOf(tier: Tier): LowestPlan {
  return tier === 'full' ? 'Professional' : tier === 'coordinates' ? 'Supporter' : 'Community';
}

/** Reads a plan name in any case; undefined when there is no such plan. */
export function planNamed(name: string): Plan | undefined {
  return PLAN_NAMES.find((plan) => plan.toLowerCase() === name.trim().toLowerCase());
}
