/** What the process holds and does at the moment: read when somebody asks for the metrics, so that nothing is kept up for them. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { DataSetWatch } from '../db/data-set-watch.ts';
import type { Database } from '../db/orm.ts';
import type { Gateway } from '../gateway.ts';
import type { RunningServer } from '../server.ts';
import { VERSION } from '../version.ts';

/** Where the figures come from. */
export interface Watched {
  readonly gateway: Pick<Gateway, 'cache' | 'load' | 'readiness'>;
  readonly database: Pick<Database, 'servers'>;
  readonly dataSets: Pick<DataSetWatch, 'current'>;
  readonly server: Pick<RunningServer, 'connections' | 'unreadable'>;
  /** Whether quotas are counted together in Redis; undefined where there is none. */
  isQuotaStoreUp(): boolean | undefined;
  /** Log lines that could not be written, so far. */
  droppedLogLines(): number;
}

/** A value under its labels; undefined where there is none at the moment. */
type Values = number | undefined | readonly (readonly [value: number, labels: Readonly<Record<string, string>>])[];

/** Adds the state to a registry. */
export function stateMetrics(registry: Registry, watched: Watched): void {
  const { gateway, database, dataSets, server } = watched;
  const { gate, inFlight } = gateway.load;
  const registers = [registry];

  function gauge(name: string, help: string, read: () => Values, labelNames: readonly string[] = []): void {
    const collect = function (this: Gauge) {
      this.reset();
      if (labelNames.length === 0) this.remove(); // The library's 0, which is a value like others.
      for (const [value, labels] of listed(read())) this.set(labels, value);
    };
    new Gauge({ name, help, labelNames, registers, collect });
  }

  function counter(name: string, help: string, read: () => number): void {
    const collect = function (this: Counter) {
      this.reset();
      this.inc(read());
    };
    new Counter({ name, help, registers, collect });
  }

  gauge('geo_build_info', 'Version of the program.', () => [[1, { version: VERSION }]], ['version']);
  gauge('geo_ready', '1 while /readyz answers 200.', () => Number(gateway.readiness().status === 200));
  gauge('geo_connections', 'Connections of clients.', () => server.connections.size);
  counter('geo_connections_refused_total', 'Connections that found no place.', () => server.connections.refused);
  counter(
    'geo_requests_unreadable_total',
    'Requests that were refused since they are no HTTP, too long, or did not arrive in time.',
    () => server.unreadable,
  );
  gauge(
    'geo_pool_connections',
    'Connections to the database, by server and state.',
    () =>
      database
        .servers()
        .flatMap(({ name, total, idle }) => [
          [idle, { server: name, state: 'idle' }] as const,
          [total - idle, { server: name, state: 'busy' }] as const,
        ]),
    ['server', 'state'],
  );
  gauge(
    'geo_pool_waiting',
    'Statements that wait for a connection.',
    () => database.servers().map(({ name, waiting }) => [waiting, { server: name }]),
    ['server'],
  );
  gauge(
    'geo_replica_in_use',
    '1 while a replica holds the data set in service and is asked for it.',
    () =>
      database.servers().flatMap(({ name, replica }) => (replica ? [[Number(replica.inUse), { server: name }]] : [])),
    ['server'],
  );
  gauge(
    'geo_replica_lag_seconds',
    'How far a replica in use is behind its primary.',
    () => database.servers().flatMap(({ name, replica }) => (replica?.inUse ? [[replica.lag, { server: name }]] : [])),
    ['server'],
  );
  gauge('geo_work_running', 'Requests that no cache answers and that are worked on.', () => gate.running);
  gauge('geo_work_waiting', 'Requests that wait to be worked on.', () => gate.waiting);
  counter('geo_work_refused_total', 'Requests that were refused for want of time or room.', () => gate.refused);
  gauge('geo_answers_in_flight_bytes', 'Answers that are being made or sent.', () => inFlight.bytes);
  gauge('geo_memory_limit_bytes', 'What the process is to stay below.', () => inFlight.processLimit);
  gauge('geo_cache_bytes', 'Answers that are kept.', () => gateway.cache.bytes);
  gauge('geo_cache_answers', 'How many answers are kept.', () => gateway.cache.size);
  gauge(
    'geo_quota_store_up',
    '1 while Redis counts quotas for all, 0 while it is away or takes no counts; absent without REDIS_URL.',
    () => {
      const isUp = watched.isQuotaStoreUp();
      return isUp === undefined ? undefined : Number(isUp);
    },
  );
  gauge(
    'geo_data_set_info',
    'The data set that is answered from.',
    () => {
      const dataSet = dataSets.current();
      if (!dataSet) return undefined;
      const { id, version, sourceVersion } = dataSet;
      return [[1, { id: String(id), version, source_version: sourceVersion ?? '' }]];
    },
    ['id', 'version', 'source_version'],
  );
  gauge(
    'geo_search_index_bytes',
    'The index in memory; 0 while the database answers searches, absent while there is no data.',
    () => {
      const dataSet = dataSets.current();
      return dataSet && (dataSet.findIndex?.byteLength ?? 0);
    },
  );
  counter('geo_log_lines_dropped_total', 'Log lines that could not be written.', watched.droppedLogLines);
}

function listed(values: Values): Exclude<Values, number | undefined> {
  if (values === undefined) return [];
  return typeof values === 'number' ? [[values, {}]] : values;
}
