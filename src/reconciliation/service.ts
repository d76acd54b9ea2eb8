/** What the Reconciliation Service API answers to a caller that may use it. */
import { type DocumentNode, parse } from 'graphql';
import type { Caller } from '../auth/caller.ts';
import type { ExecuteFor } from '../execution/execute.ts';
import { hasTooManyValues, jsonOf, MOST_VALUES } from '../http/body.ts';
import { ApiError } from '../http/errors.ts';
import type { TakeOn } from '../http/load/load.ts';
import { unavailable } from '../http/refusals.ts';
import type { DataSet } from '../schema/context.ts';
import { MOST_ROWS } from '../schema/reconcile.ts';
import { tierVariables } from '../schema/resource.ts';
import { type Entity, entityId, parseEntityId, TYPES, type TypeId, typeOf } from './entities.ts';
import { chunksOf, extended, recordsDocument } from './extension.ts';
import { propertiesOf, shown } from './properties.ts';
import { askedBy, RECONCILE, type ReconciledRow, resultsOf } from './query-batch.ts';
import { SUGGEST, suggestedEntities } from './suggestions.ts';

export interface ServiceOptions {
  currentDataSet(): DataSet | undefined;
  readonly execute: ExecuteFor<DataSet>;
  readonly takeOn: TakeOn;
}

type Records = ReadonlyMap<string, { readonly type: TypeId; readonly row: Readonly<Record<string, unknown>> }>;

/** One caller's requests; every method throws ApiError for what it refuses. */
export interface Service {
  reconcile(queries: string): Promise<unknown>;
  extend(extension: string): Promise<unknown>;
  propose(type: string | undefined, limit: string | undefined): unknown;
  suggestEntities(prefix: string): Promise<ReturnType<typeof suggestedEntities>>;
  records(entities: readonly Entity[]): Promise<Records>;
}

const MOST_IDS = 1_000;
/** More than there are; each is a cell of each row. */
const MOST_PROPERTIES = 100;
/** What a row takes while it is answered, roughly, as in a batch of `/v1/reconcile`. */
const ROW_BYTES = 4096;
const LONGEST_PREFIX = 100;

const DOCUMENTS = {
  reconcile: parse(RECONCILE, { noLocation: true }),
  suggest: parse(SUGGEST, { noLocation: true }),
  records: new Map(TYPES.map(({ id }) => [id, parse(recordsDocument(id), { noLocation: true })])),
};

export function createService(caller: Caller, options: ServiceOptions, client: AbortSignal | undefined): Service {
  const dataSet = options.currentDataSet();
  if (!dataSet) throw unavailable('data');

  async function executed<Result>(document: DocumentNode, variables: object, signal: AbortSignal): Promise<Result> {
    const all = { ...variables, ...tierVariables(caller.tier) };
    const data = await options.execute(document, all, caller, dataSet as DataSet, { signal });
    return data['result'] as Result; // What the document selects.
  }

  function run<Result>(document: DocumentNode, variables: object, rows: number): Promise<Result> {
    const work = { owner: caller.keyId, bytes: rows * ROW_BYTES };
    return options.takeOn(work, client, (signal) => executed<Result>(document, variables, signal));
  }

  async function records(entities: readonly Entity[]): Promise<Records> {
    const found = new Map<string, { type: TypeId; row: Readonly<Record<string, unknown>> }>();
    for (const { type, ids } of chunksOf(entities)) {
      const document = DOCUMENTS.records.get(type);
      if (!document) continue;
      const { nodes } = await run<{ nodes: Readonly<Record<string, unknown>>[] }>(document, { ids }, ids.length);
      for (const row of nodes) found.set(entityId(type, Number(row['id'])), { type, row });
    }
    return found;
  }

  return {
    records,
    reconcile(queries) {
      const reading = { owner: caller.keyId, bytes: queries.length, isReading: true };
      return options.takeOn(reading, client, async (signal, running) => {
        const batch = objectOf(queries, 'queries');
        const asked = askedBy(batch, dataSet.countryCodes);
        if (asked.length > MOST_ROWS) throw invalid('queries', `at most ${MOST_ROWS} at a time`);
        const rows = asked.map(({ row }) => row);
        await running.become(rows.length * ROW_BYTES);
        const found = rows.length > 0 ? await executed<ReconciledRow[]>(DOCUMENTS.reconcile, { rows }, signal) : [];
        return resultsOf(batch, asked, found);
      });
    },
    async extend(extension) {
      const reading = { owner: caller.keyId, bytes: extension.length, isReading: true };
      const { ids, properties } = await options.takeOn(reading, client, async () => objectOf(extension, 'extend'));
      if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string')) {
        throw invalid('extend', 'ids must be a list of strings');
      }
      if (!Array.isArray(properties)) throw invalid('extend', 'properties must be a list');
      if (properties.length > MOST_PROPERTIES)
        throw invalid('extend', `at most ${MOST_PROPERTIES} properties at a time`);
      if (ids.length > MOST_IDS) throw invalid('extend', `at most ${MOST_IDS} ids at a time`);
      const wanted = properties.flatMap((property) => (typeof property?.id === 'string' ? [property.id] : []));
      const entities = ids.flatMap((id) => parseEntityId(id) ?? []);
      return extended(ids, wanted, await records(entities));
    },
    propose(type, limit) {
      const known = type ? typeOf(type) : TYPES[0];
      if (known === undefined) throw invalid('type', `must be one of: ${TYPES.map(({ id }) => id).join(', ')}`);
      if (limit !== undefined && !/^[1-9][0-9]{0,3}$/.test(limit))
        throw invalid('limit', 'must be an integer from 1 to 9999');
      const most = limit === undefined ? undefined : Number(limit);
      const properties = propertiesOf(known.id).slice(0, most).map(shown);
      return { type: known.id, ...(most === undefined ? {} : { limit: most }), properties };
    },
    async suggestEntities(prefix) {
      const q = prefix.trim().slice(0, LONGEST_PREFIX);
      return suggestedEntities(q === '' ? [] : await run(DOCUMENTS.suggest, { q }, 20));
    },
  };
}

function objectOf(text: string, name: string): Readonly<Record<string, unknown>> {
  if (hasTooManyValues(Buffer.from(text))) throw invalid(name, `must have at most ${MOST_VALUES} values`);
  const value = jsonOf(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw invalid(name, 'must be a JSON object');
}

function invalid(name: string, rule: string): ApiError {
  return new ApiError('invalid', { error: `Invalid query parameters: ${name}: ${rule}` });
}
