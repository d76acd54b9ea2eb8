/** The Pothos builder: context, scopes, and the extensions by which a field tells what it reads and what it needs. */
import SchemaBuilder from '@pothos/core';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { GraphQLError } from 'graphql';
import type { Gate, Tier } from '../auth/plans.ts';
import { type AuthScopes, scopesOf } from '../auth/scopes.ts';
import type { OperationContext } from './context.ts';

/** Extensions of a field; the tier guard and the column selection read them, nobody else. */
export interface FieldFacts {
  /** Row properties that the field's resolver reads. */
  readonly columns?: readonly string[];
  readonly tier?: Tier;
  /** The gates that a call with these arguments has to pass. */
  readonly gates?: (args: Readonly<Record<string, unknown>>) => readonly Gate[];
}

export interface SchemaTypes {
  Context: OperationContext;
  AuthScopes: AuthScopes;
  DefaultFieldNullability: false;
}

export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [ScopeAuthPlugin],
  defaultFieldNullability: false,
  scopeAuth: {
    authScopes: ({ caller }) => scopesOf(caller),
    unauthorizedError: () =>
      new GraphQLError('Not available on your current plan.', { extensions: { code: 'FORBIDDEN' } }),
  },
});

/** Facts as Pothos wants extensions: a plain record. */
export function facts(of: FieldFacts): Record<string, unknown> {
  return { ...of };
}

/**
 * The two locks of a gated field: `extensions` for the tier guard, which refuses a whole operation before it runs, and
 * `authScopes` behind it.
 */
export function gated(
  gates: (args: Readonly<Record<string, unknown>>) => readonly Gate[],
  columns?: readonly string[],
) {
  return {
    extensions: facts(columns ? { gates, columns } : { gates }),
    authScopes: (_parent: unknown, args: Readonly<Record<string, unknown>>) => {
      const needed = gates(args);
      return needed.length === 0 ? true : { gates: needed };
    },
  };
}
