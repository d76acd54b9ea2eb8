/** What the log has of a fault of our own: one line an answer, with the id that the answer has. */
import { pino } from 'pino';
import { describe, expect, inject, it } from 'vitest';
import type { DataSet } from '../../src/db/data-set.queries.ts';
import { FAULTY, watching } from '../faulty.ts';
import { openService, someHome } from '../service.ts';

/** One whose index in memory is a fault, too: for what needs no database. */
const BROKEN: DataSet = {
  ...FAULTY,
  get findIndex(): never {
    throw new Error('broken on purpose');
  },
};

const LISTS = JSON.stringify({
  query: '{ a: city(id: 1) { name } b: state(id: 2) { name } c: region(id: 3) { name } }',
});
interface Faulty {
  readonly target: string;
  readonly sent?: { readonly type: string; readonly body: string };
  readonly route: string;
  /** By default one that only statements fail on. */
  readonly dataSet?: DataSet;
  /** How many faults the line stands for beside its own. */
  readonly more?: number;
}

const REQUESTS: readonly Faulty[] = [
  { target: '/v1/states?sort=name', route: 'States' },
  {
    target: '/v1/reconcile',
    sent: { type: 'application/json', body: '{"rows":[{"city":"Tokyo"}]}' },
    dataSet: BROKEN,
    route: 'ReconcileRows',
  },
  {
    target: '/v1/reconcile',
    sent: { type: 'application/x-ndjson', body: '{"city":"Tokyo"}\n' },
    dataSet: BROKEN,
    route: 'ReconcileRows',
  },
  { target: '/graphql', sent: { type: 'application/json', body: LISTS }, route: 'graphql several', more: 2 },
  { target: '/graphql?operation=AllStates', route: 'graphql AllStates' },
  { target: '/reconcile?queries={"q0":{"query":"Tokyo"}}', dataSet: BROKEN, route: 'Reconciliation' },
  { target: '/c/JP', route: 'page:country' },
];

describe('a fault of our own', () => {
  it.each(REQUESTS)(
    'in the answer to $target has one line, with its id',
    async ({ target, sent, route, dataSet = FAULTY, more }) => {
      const lines: Record<string, unknown>[] = [];
      const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
      const operations = [{ file: 'all-states.graphql', text: 'query AllStates { states { nodes { id } } }' }];
      await using service = await openService(someHome(), { dataSets: watching(dataSet), log, operations });
      const headers = { 'X-SVCAPI-KEY': inject('keys').Business, ...(sent && { 'Content-Type': sent.type }) };
      const init = sent ? { method: 'POST', headers, body: sent.body } : { headers };
      const response = await service.gateway.fetch(new Request(`http://geo.test${target}`, init));
      await response.text();
      const id = response.headers.get('x-request-id');
      const [fault, answered, ...others] = lines.toSorted(({ level: a }, { level: b }) => Number(b) - Number(a));
      expect(others).toEqual([]);
      expect(fault).toMatchObject({ level: 50, msg: 'fault', id, route });
      expect(fault?.['more']).toBe(more);
      expect(answered).toMatchObject({ level: 30, id, status: response.status });
    },
  );
});
