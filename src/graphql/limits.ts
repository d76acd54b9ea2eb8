/** What `/graphql` takes from a stranger at most: every limit, its default and what it is for, said here and nowhere else. */
import { type LowestPlan, PLAN_NAMES, type Plan } from '../auth/plans.ts';
import { PAGED_LISTS } from '../schema/page-limits.ts';

/** A limit that is one whole number. */
export interface NumberLimit {
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly doc: string;
}

/** The limits that are numbers; configuration takes their ranges, defaults and texts from here. */
export const NUMBER_LIMITS = {
  bodyBytes: {
    default: 100 * 1024,
    min: 1024,
    max: 10 * 1024 * 1024,
    doc: 'Bytes of a request body; more is 413 before anything is parsed.',
  },
  tokens: { default: 1000, min: 10, max: 100_000, doc: 'Lexical tokens of a document.' },
  depth: { default: 12, min: 1, max: 100, doc: 'Levels of nested fields; fragments count as what they hold.' },
  aliases: {
    default: 30,
    min: 0,
    max: 10_000,
    doc: 'Aliases of an operation; a fragment counts wherever it is spread.',
  },
  directives: { default: 30, min: 0, max: 10_000, doc: 'Directives of an operation, counted like aliases.' },
  fields: {
    default: 2000,
    min: 10,
    max: 1_000_000,
    doc: 'Selections of an operation with every fragment written out; stops fragments that multiply each other.',
  },
  deadlineMs: {
    default: 5000,
    min: 100,
    max: 600_000,
    doc: 'Milliseconds for one operation; what is still running then is cancelled, in the database too.',
  },
  pageRecords: { default: PAGED_LISTS.max, min: 1, max: 10_000, doc: 'Records of one page of a list.' },
  documentCacheBytes: {
    default: 16 * 1024 * 1024,
    min: 0,
    max: 1024 * 1024 * 1024,
    doc: 'Memory for parsed documents, roughly; the least recently used goes first.',
  },
} as const satisfies Record<string, NumberLimit>;

/** Who may read the schema through `/graphql`: everyone with a key, a plan and above, or nobody. */
export type IntrospectionPolicy = 'all' | 'off' | LowestPlan;

export type GraphqlLimits = { readonly [Name in keyof typeof NUMBER_LIMITS]: number } & {
  /** The most records that one operation of each plan may ask for. */
  readonly cost: Readonly<Record<Plan, number>>;
  readonly introspection: IntrospectionPolicy;
};

const COST: Readonly<Record<Plan, number>> = {
  Community: 5_000,
  Starter: 10_000,
  Legacy: 10_000,
  Supporter: 20_000,
  Professional: 50_000,
  Business: 100_000,
};

// The keys of the table are exactly the number limits.
const NUMBERS = Object.fromEntries(Object.entries(NUMBER_LIMITS).map(([name, limit]) => [name, limit.default])) as {
  [Name in keyof typeof NUMBER_LIMITS]: number;
};

export const DEFAULT_GRAPHQL_LIMITS: GraphqlLimits = Object.freeze({ ...NUMBERS, cost: COST, introspection: 'all' });

/** The limits with those that are given in place of their defaults; `cost` may name some plans only. */
export function graphqlLimits(
  given: Partial<Omit<GraphqlLimits, 'cost'>> & { readonly cost?: Partial<Readonly<Record<Plan, number>>> } = {},
): GraphqlLimits {
  const cost = Object.fromEntries(PLAN_NAMES.map((plan) => [plan, given.cost?.[plan] ?? COST[plan]]));
  // One entry a plan, made from the list of plans.
  return Object.freeze({ ...DEFAULT_GRAPHQL_LIMITS, ...given, cost: cost as Record<Plan, number> });
}
