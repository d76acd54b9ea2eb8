/** What every resolver is handed: the caller, one data set, this request's loaders and limits. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Caller } from '../auth/caller.ts';
import type { CountryCodes, DataSet } from '../db/data-set.queries.ts';
import { createLoaders, type Loaders } from '../db/loaders.ts';

export type { CountryCodes, DataSet };

export interface PageLimits {
  /** Rows of a list when the request names no number; undefined for all of them. */
  readonly default: number | undefined;
  /** The most rows that a request may ask of one list. */
  readonly max: number;
}

export interface OperationContext {
  readonly caller: Caller;
  readonly dataSet: DataSet;
  readonly em: EntityManager;
  readonly loaders: Loaders;
  readonly pages: PageLimits;
  readonly signal: AbortSignal | undefined;
  /** The present moment, in milliseconds since 1970. */
  readonly now: () => number;
}

/** Lists of `/v1` are whole. */
export const WHOLE_LISTS: PageLimits = { default: undefined, max: Number.MAX_SAFE_INTEGER };
/** Lists of `/graphql` come in pages. */
export const PAGED_LISTS: PageLimits = { default: 100, max: 500 };

/** When loaders dispatch: after the work that may ask them. */
interface Schedule {
  afterWork(dispatch: () => void): void;
}

type ContextOptions<Pace> = Omit<OperationContext, 'loaders' | 'signal' | 'now'> & {
  readonly signal?: AbortSignal;
  readonly now?: () => number;
  /** The share of the event loop that the operation has; whoever executes it made it. */
  readonly pace: Pace;
};

/** The context of one operation; loaders are new, so nothing is shared between requests. */
export function createContext<Pace extends Schedule>(
  options: ContextOptions<Pace>,
): OperationContext & { readonly pace: Pace } {
  const { caller, dataSet, em, pages, signal, now = Date.now, pace } = options;
  const loaders = createLoaders(em, dataSet.schema, { signal, schedule: (dispatch) => pace.afterWork(dispatch) });
  return { caller, dataSet, em, pages, signal, now, pace, loaders };
}
