/** What every resolver is handed: the caller, one data set, this request's loaders and limits. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Caller } from '../auth/caller.ts';
import type { DataSet } from '../db/data-set.queries.ts';
import { createLoaders, type Loaders } from '../db/loaders.ts';
import { Pace } from './pace.ts';

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
  /** The operation's share of the event loop. */
  readonly pace: Pace;
  readonly pages: PageLimits;
  readonly signal: AbortSignal | undefined;
  /** The present moment, in milliseconds since 1970. */
  readonly now: () => number;
}

/** Lists of `/v1` are whole. */
export const WHOLE_LISTS: PageLimits = { default: undefined, max: Number.MAX_SAFE_INTEGER };
/** Lists of `/graphql` come in pages. */
export const PAGED_LISTS: PageLimits = { default: 100, max: 500 };

/** The context of one operation; loaders are new, so nothing is shared between requests. */
export function createContext(
  options: Omit<OperationContext, 'loaders' | 'pace' | 'signal' | 'now'> & { signal?: AbortSignal; now?: () => number },
) {
  const { caller, dataSet, em, pages, signal, now = Date.now } = options;
  const pace = new Pace();
  const context: OperationContext = {
    caller,
    dataSet,
    em,
    pages,
    signal,
    now,
    pace,
    loaders: createLoaders(em, dataSet.schema, { signal, schedule: pace.afterWork }),
  };
  return context;
}
