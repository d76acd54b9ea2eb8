/** The Pothos builder: context, scopes, and the extensions by which a field tells what it reads and what it needs. */
import SchemaBuilder from '@pothos/core';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { GraphQLError } from 'graphql';
import type { Gate, Tier } from '../auth/plans.ts';
import { type AuthScopes, scopesOf } from '../auth/scopes.ts';
import type { OperationContext } from './context.ts';
import { type Arguments, type FieldRead, type Needs, neededScopes } from './needs.ts';
import './verdict-plugin.ts';

/** Extensions of a field; the tier guard and the column selection read them, nobody else. */
export interface FieldFacts extends Needs {
  /** Row properties that the field's resolver reads. */
  readonly columns?: readonly string[] | ((args: Arguments) => readonly string[]);
  readonly tier?: Tier;
  /** True where the arguments are somebody's own: what is answered is kept nowhere. */
  readonly personal?: boolean;
  /** The property that is the field's value as it stands, when the field is asked without arguments. */
  readonly property?: string;
  /** The most records of a list that is no page, for the cost of an operation; undefined for the usual number. */
  readonly records?: (args: Arguments) => number | undefined;
}

/** Extensions of an object type. */
export interface TypeFacts {
  /**
   * For a type that is no record itself, what it carries: the records of a page of a list, or records in it one by one.
   * The cost of an operation counts records.
   */
  readonly carries?: 'page' | 'records';
}

export interface SchemaTypes {
  Context: OperationContext;
  AuthScopes: AuthScopes;
  DefaultFieldNullability: false;
}

export const builder = new SchemaBuilder<SchemaTypes>({
  // The last one is the innermost: scopes stand around what it answers.
  plugins: [ScopeAuthPlugin, 'verdict'],
  defaultFieldNullability: false,
  scopeAuth: {
    authScopes: ({ caller }) => scopesOf(caller),
    unauthorizedError: () =>
      new GraphQLError('Not available on your current plan.', { extensions: { code: 'FORBIDDEN' } }),
  },
});

/** Facts as Pothos wants extensions: a plain record. */
export function facts(of: FieldFacts | TypeFacts): Record<string, unknown> {
  return { ...of };
}

/** The locks of a field whose arguments are somebody's own. */
export function personal<Locks extends { readonly extensions: Record<string, unknown> }>(locks: Locks): Locks {
  return { ...locks, extensions: { ...locks.extensions, ...facts({ personal: true }) } };
}

/**
 * The two locks of a field whose call needs something: `extensions` for the tier guard, which refuses a whole operation
 * before it runs, and `authScopes` behind it.
 */
export function gated(
  gates: (args: Arguments) => readonly Gate[],
  columns?: readonly string[],
  reads?: (args: Arguments) => readonly FieldRead[],
) {
  const needs: Needs = reads ? { gates, reads } : { gates };
  return {
    extensions: facts(columns ? { ...needs, columns } : needs),
    authScopes: (_parent: unknown, args: Arguments) => neededScopes(needs, args),
  };
}
