/** The scopes that guard fields: a tier for what a record shows, a gate for what an operation needs. */
import type { Caller } from './caller.ts';
import { type Gate, isAtLeast, type Tier, tierIncludes } from './plans.ts';

export interface AuthScopes {
  tier: Tier;
  gates: readonly Gate[];
}

/** Scope loaders of one request. */
export function scopesOf(caller: Caller) {
  return {
    tier: (tier: Tier) => tierIncludes(caller.tier, tier),
    gates: (gates: readonly Gate[]) => gates.every(({ plan }) => isAtLeast(caller.plan, plan)),
  };
}

/** One frozen map a tier: scope-auth caches by the map's identity, so 20,000 rows cost one evaluation a tier. */
export const TIER_SCOPES: Readonly<Record<Tier, { readonly tier: Tier }>> = {
  basic: Object.freeze({ tier: 'basic' }),
  coordinates: Object.freeze({ tier: 'coordinates' }),
  full: Object.freeze({ tier: 'full' }),
};
