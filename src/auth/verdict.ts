/**
 * What a field's scopes say to all callers of a plan, whatever the row is. To find out, the field's resolver is called with scope-auth around
 * it, for a caller of whom only the plan is known, and with a row that throws when it is looked at. Whoever reads a column off the
 * row, past its resolver, asks here first.
 */
import { GraphQLError, type GraphQLFieldResolver, type GraphQLResolveInfo } from 'graphql';
import type { Caller } from './caller.ts';
import { type Plan, tierOf } from './plans.ts';

/**
 * `open` and `denied` hold for every caller of the plan, every row and every place in the answer; `depends` is a scope that looks at
 * more of the caller or of the request, at the row or at the place, or that has to be waited for: it can only be asked with each row.
 */
export type Verdict = 'open' | 'denied' | 'depends';

function refuse(): never {
  throw new Error('a scope looks at more than the plan');
}

/** Stands for any row. What looks at it fails. */
const ANY_ROW: object = new Proxy(
  {},
  { get: refuse, has: refuse, ownKeys: refuse, getOwnPropertyDescriptor: refuse, getPrototypeOf: refuse },
);

/** What a resolver answers for {@link ANY_ROW} once the scopes have let it through. */
const OPEN = Symbol('open');

// What the texts of refusals read; above all the path, by which scopes are granted, is not there to be looked at.
const ANY_PLACE = nothingElse({ parentType: 'a type', fieldName: 'a field' }) as unknown as GraphQLResolveInfo; // What looks for more in it fails.

/** The resolver that scopes are put around: it lets {@link scopesAskedFor} ask them alone. */
export function answeringVerdicts<Context, Args>(
  resolve: GraphQLFieldResolver<unknown, Context, Args>,
): GraphQLFieldResolver<unknown, Context, Args> {
  return (row, args, context, info) => (row === ANY_ROW ? OPEN : resolve(row, args, context, info));
}

/** Says of a field with these arguments what its scopes, and those of its type and its interfaces, say. Nothing is resolved. */
export type AskScopes = <Context, Args>(
  resolve: GraphQLFieldResolver<unknown, Context, Args> | undefined,
  args: Args,
) => Verdict;

/** Asks scopes for the callers of a plan. */
export function scopesAskedFor(plan: Plan): AskScopes {
  const caller: Pick<Caller, 'plan' | 'tier'> = { plan, tier: tierOf(plan) };
  const context = nothingElse({ caller: nothingElse(caller) });
  return (resolve, args) => {
    try {
      const outcome = resolve?.(ANY_ROW, args, context as never, ANY_PLACE); // What looks for more in it fails.
      if (outcome === OPEN) return 'open';
      if (outcome instanceof Promise) outcome.catch(() => undefined); // Each row asks again, and hears what is wrong.
      return 'depends';
    } catch (error) {
      return error instanceof GraphQLError ? 'denied' : 'depends';
    }
  };
}

/**
 * The object, made so that to look at any other property throws: a scope that does so looks at what differs from one
 * caller or row to the next, and its verdict is `depends`. Symbols are let through, since libraries look for their own.
 */
function nothingElse<Known extends object>(known: Known): Known {
  const isThere = (name: string | symbol) => typeof name === 'symbol' || Object.hasOwn(known, name);
  return new Proxy(known, {
    get: (_, name) => (isThere(name) ? Reflect.get(known, name) : refuse()),
    has: (_, name) => (isThere(name) ? Reflect.has(known, name) : refuse()),
    getOwnPropertyDescriptor: (_, name) => (isThere(name) ? Reflect.getOwnPropertyDescriptor(known, name) : refuse()),
    ownKeys: refuse,
    set: refuse,
  });
}
