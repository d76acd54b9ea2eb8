/** What a field's arguments need beyond the field itself: gates to pass, and hidden fields that they would read. */
import { type Gate, TIERS, type Tier } from '../auth/plans.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** A field that an argument reads without selecting it: by a filter, an order or a locale. */
export interface FieldRead {
  /** `Type.field`. */
  readonly field: string;
  readonly tier: Tier;
}

/** The gates and reads of a call, each as a function of its arguments. */
export interface Needs {
  readonly gates?: (args: Arguments) => readonly Gate[];
  readonly reads?: (args: Arguments) => readonly FieldRead[];
}

/** The scopes that a call needs, for scope-auth: true when it needs none. */
export function neededScopes({ gates, reads }: Needs, args: Arguments, own: Tier = 'basic') {
  const needed = gates?.(args) ?? [];
  const tier = highest([own, ...(reads?.(args) ?? []).map((read) => read.tier)]);
  if (tier === 'basic') return needed.length === 0 || { gates: needed };
  return { $all: { gates: needed, tier } };
}

function highest(tiers: readonly Tier[]): Tier {
  const place = tiers.reduce((most, tier) => Math.max(most, TIERS.indexOf(tier)), 0);
  return TIERS[place] ?? 'full';
}
