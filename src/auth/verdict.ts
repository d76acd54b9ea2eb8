/**
 * What a field's scopes say before there is a row: its own resolver is called, scope-auth around it, with a row that nobody may
 * look at. Whoever reads a column past its resolver asks here first.
 */
import { GraphQLError, type GraphQLFieldResolver, type GraphQLResolveInfo } from 'graphql';

/**
 * `open` and `denied` hold for every row and every place in the answer; `depends` is a scope that looks at the row or at the
 * place, or that has to be waited for: it can only be asked with each row.
 */
export type Verdict = 'open' | 'denied' | 'depends';

function refuse(): never {
  throw new Error('a scope looks at the row');
}

/** Stands for any row. What looks at it fails. */
const ANY_ROW: object = new Proxy(
  {},
  { get: refuse, has: refuse, ownKeys: refuse, getOwnPropertyDescriptor: refuse, getPrototypeOf: refuse },
);

/** What a resolver answers for {@link ANY_ROW} once the scopes have let it through. */
const OPEN = Symbol('open');

// What the texts of refusals read; above all the path, by which scopes are granted, is not there to be looked at.
const SHOWN: Readonly<Record<string | symbol, unknown>> = { parentType: 'a type', fieldName: 'a field' };
const ANY_PLACE = new Proxy(SHOWN, {
  get: (shown, name) => shown[name] ?? refuse(),
}) as unknown as GraphQLResolveInfo; // Whatever else it should have fails when it is looked at.

/** The resolver that scopes are put around: it lets {@link verdictOf} ask them alone. */
export function answeringVerdicts<Context, Args>(
  resolve: GraphQLFieldResolver<unknown, Context, Args>,
): GraphQLFieldResolver<unknown, Context, Args> {
  return (row, args, context, info) => (row === ANY_ROW ? OPEN : resolve(row, args, context, info));
}

/** Asks the scopes of a field, its type and its interfaces. Nothing is resolved. */
export function verdictOf<Context, Args>(
  resolve: GraphQLFieldResolver<unknown, Context, Args> | undefined,
  args: Args,
  context: Context,
): Verdict {
  try {
    const outcome = resolve?.(ANY_ROW, args, context, ANY_PLACE);
    if (outcome === OPEN) return 'open';
    if (outcome instanceof Promise) outcome.catch(() => undefined); // Each row asks again, and hears what is wrong.
    return 'depends';
  } catch (error) {
    return error instanceof GraphQLError ? 'denied' : 'depends';
  }
}
