/** The schema executed in process without the tier guard: what scope-auth alone lets through. */
import { type DocumentNode, type ExecutionResult, execute, parse, validate } from 'graphql';
import { vi } from 'vitest';
import type { Caller } from '../../src/auth/caller.ts';
import { type Plan, tierOf } from '../../src/auth/plans.ts';
import { watchDataSet } from '../../src/db/data-set-watch.ts';
import { DEFAULT_LIMITS, openDatabase } from '../../src/db/orm.ts';
import { INDEX_READER } from '../../src/find/index-maker.ts';
import { executeDocument, type OperationArgs } from '../../src/execution/execute.ts';
import { Pace } from '../../src/execution/pace.ts';
import { resultJson } from '../../src/execution/result-json.ts';
import { createContext } from '../../src/schema/context.ts';
import { PAGED_LISTS, type PageLimits } from '../../src/schema/page-limits.ts';
import { schema } from '../../src/schema/schema.ts';
import type { TestHome } from '../prepared.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers whose shape their own query decides.
export type Data = any;

export interface Graph extends AsyncDisposable {
  /** Executes a valid operation as a plan's caller; no guard stands before it. */
  run(
    plan: Plan,
    query: string,
    variables?: Readonly<Record<string, unknown>>,
    more?: Partial<Caller>,
  ): Promise<ExecutionResult<Data>>;
  /** The same by graphql-js, which what is ours has to agree with. */
  reference(plan: Plan, query: string, variables?: Readonly<Record<string, unknown>>): Promise<ExecutionResult<Data>>;
  /** The JSON that `/graphql` sends of the data, whether there are errors or not. */
  json(plan: Plan, query: string, variables?: Readonly<Record<string, unknown>>): Promise<string>;
  /** The same where every list takes turns of the event loop, as only long ones do by themselves. */
  unhurried(plan: Plan, query: string): Promise<ExecutionResult<Data>>;
  /** The same where each turn is used up from its start, and how often a turn with time was waited for. */
  outOfTime(plan: Plan, query: string): Promise<{ readonly result: ExecutionResult<Data>; readonly turns: number }>;
  /** The data of an operation of a Business caller that has no errors. */
  data(query: string, variables?: Readonly<Record<string, unknown>>): Promise<Data>;
  close(): Promise<void>;
}

export function callerOf(plan: Plan): Caller {
  return { keyId: 1, plan, tier: tierOf(plan), operationsOnly: false };
}

function parsed(query: string): DocumentNode {
  const document = parse(query);
  const errors = validate(schema, document);
  if (errors.length > 0) throw new Error(`${query}: ${errors.map(({ message }) => message).join('; ')}`);
  return document;
}

export interface GraphOptions {
  readonly pages?: PageLimits;
  /** False for a data set that has no indexes yet: everything is asked of the database. */
  readonly indexes?: boolean;
}

export async function openGraph(
  { home, target }: TestHome,
  { pages = PAGED_LISTS, indexes = true }: GraphOptions = {},
): Promise<Graph> {
  const database = await openDatabase(home, target, {
    ...DEFAULT_LIMITS,
    connectTimeoutMs: 20_000,
    statementTimeoutMs: 20_000,
  });
  const dataSets = watchDataSet(database.em, {}, indexes ? INDEX_READER : undefined);
  await dataSets.refresh();
  const dataSet = dataSets.current();
  if (!dataSet) throw new Error('no data set');

  // Kept by their text, as in operation: what is remembered of a document is so in tests, too.
  const documents = new Map<string, DocumentNode>();
  const executed =
    (by: (args: OperationArgs) => ExecutionResult | Promise<ExecutionResult>): Graph['run'] =>
    async (plan, query, variableValues = {}, more = {}) => {
      const document = documents.get(query) ?? parsed(query);
      documents.set(query, document);
      const caller = { ...callerOf(plan), ...more };
      const contextValue = createContext({ caller, dataSet, em: database.em, pages, pace: new Pace() });
      return by({ schema, document, variableValues, contextValue });
    };
  const run = executed(executeDocument);
  const runAsJson = executed((args) => executeDocument(args, { asJson: 'all' }));
  const close = async () => {
    await dataSets.stop();
    await database.close();
  };
  return {
    run,
    reference: executed(async (args) => execute(args)),
    async json(plan, query, variables) {
      const { data } = await runAsJson(plan, query, variables);
      return (await resultJson(data ?? null, new Pace())).toString();
    },
    unhurried: executed((args) => {
      args.contextValue.pace.hasTime = () => false;
      return executeDocument(args);
    }),
    async outOfTime(plan, query) {
      let turns = 0;
      const run = executed((args) => {
        const { pace } = args.contextValue;
        pace.hasTime = () => false;
        const time = vi.spyOn(pace, 'time');
        return Promise.resolve(executeDocument(args)).finally(() => {
          turns = time.mock.calls.length;
        });
      });
      return { result: await run(plan, query), turns };
    },
    async data(query, variables) {
      const { data, errors } = await run('Business', query, variables);
      if (errors) throw errors[0]?.originalError ?? errors[0];
      return data;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
