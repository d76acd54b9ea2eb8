/** Refuses a whole over-reaching operation once, before it runs, naming each field, or argument of one, and the plan that unlocks it. */
import { GraphQLError, type GraphQLField, type GraphQLObjectType } from 'graphql';
import type { Caller } from './caller.ts';
import { type Gate, isAtLeast, type LowestPlan, lowestPlanOf, type Tier, tierIncludes } from './plans.ts';

/** A field that the caller's plan does not unlock. */
export interface OverReach {
  /** `Type.field`, or `Type.field(argument:)` where it is refused with that argument alone. */
  readonly field: string;
  /** The lowest plan that unlocks it. */
  readonly plan: LowestPlan;
  /** The gated feature, where it is a gate and not a tier that refuses. */
  readonly feature?: string;
}

type Arguments = Readonly<Record<string, unknown>>;

/** A field as an operation asks it. */
export interface FieldUse {
  readonly typeName: string;
  readonly field: Pick<GraphQLField<unknown, unknown>, 'name' | 'extensions'>;
  readonly args: Arguments;
}

/** The extensions that the guard reads of a field. */
interface GuardedExtensions {
  readonly tier?: Tier;
  readonly gates?: (args: Arguments) => readonly Gate[];
  /** Fields that the arguments read without selecting them. */
  readonly reads?: (args: Arguments) => readonly { readonly field: string; readonly tier: Tier }[];
}

/**
 * Every field that an operation uses and the caller's plan does not unlock. It depends on the caller, so it runs at
 * execution: validation results are cached by document.
 */
export function findOverReach(uses: Iterable<FieldUse>, caller: Caller): OverReach[] {
  const found = new Map<string, OverReach>();
  for (const { typeName, field, args } of uses) {
    const { tier, gates, reads }: GuardedExtensions = field.extensions;
    const name = `${typeName}.${field.name}`;
    for (const read of [...(tier ? [{ field: name, tier }] : []), ...(reads?.(args) ?? [])]) {
      if (!tierIncludes(caller.tier, read.tier))
        found.set(read.field, { field: read.field, plan: lowestPlanOf(read.tier) });
    }
    for (const { plan, feature, argument } of gates?.(args) ?? []) {
      const refused = argument === undefined ? name : `${name}(${argument}:)`;
      if (!isAtLeast(caller.plan, plan)) found.set(`${refused} ${feature}`, { field: refused, plan, feature });
    }
  }
  return [...found.values()];
}

/** The fields that these types have and the caller's plan does not see, in the order of the schema. */
export function findHidden(types: Iterable<GraphQLObjectType>, caller: Caller): OverReach[] {
  const fields = [...types].flatMap((type) =>
    Object.values(type.getFields()).map((field) => ({ typeName: type.name, field, args: {} })),
  );
  return findOverReach(fields, caller);
}

/** The error that refuses an over-reaching operation. */
export function overReachError(overReach: readonly OverReach[]): GraphQLError {
  const fields = overReach.map(({ field, plan }) => `${field} (${plan})`).join(', ');
  return new GraphQLError(`Your plan does not include: ${fields}.`, {
    extensions: { code: 'FORBIDDEN', fields: overReach, http: { status: 403 } },
  });
}
