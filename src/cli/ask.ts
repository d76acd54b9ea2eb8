/** Asks the database the questions of `/v1`, in this process and with the rights of the highest plan. */
import type { Command } from 'commander';
import { parse } from 'graphql';
import type { Caller } from '../auth/caller.ts';
import { tierOf } from '../auth/plans.ts';
import { type DataSet, findCurrentDataSet, loadDataSet } from '../db/data-set.queries.ts';
import { isDatabaseUnavailable } from '../db/faults.ts';
import { FAST_MS, readIndex } from '../db/stored-index.queries.ts';
import type { OpenedHome } from '../db/home.ts';
import { executeStored } from '../execution/execute.ts';
import { Pace } from '../execution/pace.ts';
import { INDEX_READER } from '../find/index-maker.ts';
import { createAnswerCache } from '../http/answer-cache.ts';
import { reconcileRows } from '../rest/reconcile-rows.ts';
import { BytesInFlight } from '../http/load/bytes-in-flight.ts';
import { createRestApi } from '../rest/rest-api.ts';
import { ROUTES } from '../rest/routes.ts';
import { createContext } from '../schema/context.ts';
import { WHOLE_LISTS } from '../schema/page-limits.ts';
import { schema } from '../schema/schema.ts';
import { CommandError } from './failure.ts';
import type { Fields } from './table.ts';
import { withDatabase } from './with-database.ts';

const OPERATOR: Caller = { keyId: 0, plan: 'Business', tier: tierOf('Business'), operationsOnly: false };

/** Resolves with the body of a 200 and undefined for a 404; rejects with the error text of any other answer. */
export type Ask = (path: string, query?: Readonly<Record<string, string | undefined>>) => Promise<unknown>;

/** `withIndex` for questions that only the indexes of places answer: reading them takes a second. */
export function withQuestions<T>(
  command: Command,
  work: (ask: Ask) => Promise<T>,
  options: { readonly withIndex?: boolean } = {},
): Promise<T> {
  return withDataSet(command, (home, dataSet) => work(questionsTo(home, dataSet)), options);
}

/** Rows of a table, as its cells have them, to what `/v1/reconcile` answers for each. */
export type Reconcile = (rows: readonly Readonly<Record<string, string>>[]) => Promise<readonly Fields[]>;

export function withReconciler<T>(command: Command, work: (reconcile: Reconcile) => Promise<T>): Promise<T> {
  const document = parse(reconcileRows.document, { noLocation: true });
  const answer = ({ em }: OpenedHome, dataSet: DataSet) =>
    work(async (rows) => {
      const variables = { rows: rows.map((row) => reconcileRows.row(row)), ...reconcileRows.options({}) };
      const data = await executeStored(schema, document, variables, contextOf(em, dataSet, OPERATOR), {});
      return data['result'] as readonly Fields[]; // What the document selects.
    });
  return withDataSet(command, answer, { withIndex: true });
}

function withDataSet<T>(
  command: Command,
  work: (home: OpenedHome, dataSet: DataSet) => Promise<T>,
  { withIndex = false }: { readonly withIndex?: boolean },
): Promise<T> {
  const answer = async (home: OpenedHome) => {
    const id = (await findCurrentDataSet(home.em))?.id;
    if (id === undefined) throw new CommandError('no data set is loaded; load one: geo import --default');
    const dataSet = await loadDataSet(home.em, id);
    if (!withIndex) return work(home, dataSet);
    const stored = await readIndex(home.em, dataSet.schema, { ...INDEX_READER, fastMs: FAST_MS });
    if (!stored) throw new CommandError('the data has no index of places yet: a running service builds it');
    await INDEX_READER.open(stored.bytes);
    return work(home, { ...dataSet, findIndex: stored.bytes });
  };
  return withDatabase(command, answer, { readOnly: true });
}

function contextOf(em: OpenedHome['em'], dataSet: DataSet, caller: Caller) {
  return createContext({ caller, dataSet, em, pages: WHOLE_LISTS, pace: new Pace() });
}

function questionsTo({ em }: OpenedHome, dataSet: DataSet): Ask {
  let fault: unknown;
  const rest = createRestApi({
    schema,
    routes: ROUTES,
    batches: [],
    cache: createAnswerCache(1024 * 1024),
    upgradeUrl: '',
    keyAliases: [],
    now: Date.now,
    admit: () => ({ caller: undefined, throttled: undefined }),
    currentDataSet: () => dataSet,
    execute: (document, variables, caller, current, { asJson }) =>
      executeStored(schema, document, variables, contextOf(em, current, caller), { asJson }),
    // One question at a time, and who asked ends it with the process.
    takeOn: (_work, _client, task) => task(new AbortController().signal, { become: async () => undefined }),
    paceOf: () => new Pace(),
    inFlight: new BytesInFlight({ budget: Number.POSITIVE_INFINITY, process: Number.POSITIVE_INFINITY }),
    assertNotInVain: () => undefined,
    whyUnavailable: (error) => (isDatabaseUnavailable(error) ? 'database' : undefined),
    onFault: (error) => {
      fault = error;
    },
  });
  return async (path, query = {}) => {
    const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
    const target = `${path}?${new URLSearchParams(given)}`;
    const answer = await rest.ask(target, OPERATOR);
    const body: unknown = JSON.parse(answer.body?.toString() ?? 'null');
    if (answer.status === 200) return body;
    if (answer.status === 404) return undefined;
    if (fault) throw fault;
    const { error } = body as { readonly error: string }; // Every other answer of /v1 is an error with a text.
    throw new CommandError(error.replace(/^Invalid query parameters: /, ''), answer.status === 400 ? 2 : 1);
  };
}
