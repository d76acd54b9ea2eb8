/** What every resolver is handed: the caller, one data set, this request's loaders and limits. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { RequestCache } from '@pothos/plugin-scope-auth';
import type { Caller } from '../auth/caller.ts';
import type { CountryCodes, DataSet } from '../db/data-set.queries.ts';
import type { HeldRows } from '../db/held-rows.ts';
import { createLoaders, type Loaders } from '../db/loaders.ts';
import { openedIndex } from '../find/opened-indexes.ts';
import type { PageLimits } from './page-limits.ts';

export type { CountryCodes, DataSet };

export interface OperationContext {
  readonly caller: Caller;
  readonly dataSet: DataSet;
  readonly em: EntityManager;
  readonly loaders: Loaders;
  /** What is in memory of the data set; undefined while its indexes are not. */
  readonly held: HeldRows | undefined;
  readonly pages: PageLimits;
  readonly signal: AbortSignal | undefined;
  /** The present moment, in milliseconds since 1970. */
  readonly now: () => number;
  readonly pace: Pace;
  /** Called when the operation has been executed. */
  ended(): void;
}

/** The share of the event loop that the operation has; whoever executes it made it. */
interface Pace {
  /** True while this turn has time for more. */
  hasTime(): boolean;
  /** Waits for a turn that has time; rejects where the operation is over. */
  time(): Promise<void>;
  /** Loaders dispatch after the work that may ask them. */
  afterWork(dispatch: () => void): void;
}

type ContextOptions<Given> = Omit<OperationContext, 'loaders' | 'held' | 'signal' | 'now' | 'pace' | 'ended'> & {
  readonly signal?: AbortSignal;
  readonly now?: () => number;
  readonly pace: Given;
};

/** The context of one operation; loaders are new, so nothing is shared between requests. */
export function createContext<Given extends Pace>(
  options: ContextOptions<Given>,
): OperationContext & { readonly pace: Given } {
  const { caller, dataSet, em, pages, signal, now = Date.now, pace } = options;
  const { schema, findIndex } = dataSet;
  const held = findIndex && openedIndex(findIndex).records;
  const loaders = createLoaders(em, schema, { signal, schedule: (dispatch) => pace.afterWork(dispatch), held });
  // What scope-auth remembers by contexts stands in a WeakMap, and what an old one holds of young objects is no garbage yet for the
  // collection of those: unless it is taken out, all that a context leads to becomes old with it (ADR 89).
  const ended = () => RequestCache.clearForContext(context);
  const context = { caller, dataSet, em, pages, signal, now, pace, loaders, held, ended };
  return context;
}
