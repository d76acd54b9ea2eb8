/** Opens the database in either of its homes, PostgreSQL or the embedded PGlite, behind one MikroORM driver. */
import { Migrator } from '@mikro-orm/migrations';
import { type EntityManager, MikroORM, type Options } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { ApiKeyRecord } from './api-key.entity.ts';
import { City } from './city.entity.ts';
import { Country } from './country.entity.ts';
import { DataSetRecord } from './data-set.entity.ts';
import { MIGRATION_TABLE } from './database-fitness.ts';
import { urlOptions } from './database-url.ts';
import { giveBackEnded } from './ended-connections.ts';
import { ImpatientClient } from './impatient-client.ts';
import { MIGRATIONS } from './migrations.ts';
import { noteHeard } from './reachability.ts';
import { learnFromRefusals, STARTUP_OPTIONS } from './refused-connections.ts';
import { Region } from './region.entity.ts';
import { replicaName, ReplicatedDriver, type ReplicaState } from './replicas.ts';
import { leaveBy, listenTo } from './silence.ts';
import { State } from './state.entity.ts';
import { Subregion } from './subregion.entity.ts';
import { finishConnections } from './unfinished-connections.ts';

export type Home = 'postgresql' | 'embedded';

export interface DatabaseLimits {
  /** Connections this process keeps at most. */
  readonly poolSize: number;
  /** How long a caller waits for a free connection, in milliseconds. */
  readonly connectTimeoutMs: number;
  /** The longest one statement of a request may run, in milliseconds; 0 for those of a command, which take as long as they do. */
  readonly statementTimeoutMs: number;
}

export const DEFAULT_LIMITS: DatabaseLimits = { poolSize: 10, connectTimeoutMs: 450, statementTimeoutMs: 850 };

/** Where to connect: a URL, or the parts that the `pg` driver takes (the embedded database's Unix socket). */
export type Target =
  | { readonly url: string; readonly replicaUrls?: readonly string[] }
  | { readonly host: string; readonly port: number; readonly user: string; readonly database: string };

/** The connections to one server. */
export interface ServerState {
  /** `primary`, or `replica-1` and so on, as they are configured. */
  readonly name: string;
  readonly total: number;
  readonly idle: number;
  /** Statements that wait for a connection. */
  readonly waiting: number;
  /** Set for a replica. */
  readonly replica?: ReplicaState | undefined;
}

export interface Database {
  readonly home: Home;
  readonly orm: MikroORM;
  readonly em: EntityManager;
  /** The servers that were asked so far. */
  servers(): readonly ServerState[];
  close(): Promise<void>;
}

/** What the server's answer that a statement took too long may take. */
const SILENCE_MS = 100;

/**
 * Of commands and imports, whose statements take as long as they do, this ends the wait for a server that will never answer, in
 * milliseconds. Building an index takes seconds.
 */
export const LONGEST_SILENCE_MS = 10 * 60 * 1000;
/**
 * After so long a silence, in milliseconds, the system asks whether the other end is there, so that a machine that is gone is noticed
 * long before; not where the statement itself got lost, which it sends again for longer than ten minutes.
 */
const ALIVE_MS = 10_000;

/**
 * Connects MikroORM to a database. Does not fail when the server is down: the pool connects with the first statement
 * and heals by itself, so a gateway can start before its database.
 */
export async function openDatabase(
  home: Home,
  target: Target,
  limits: DatabaseLimits = DEFAULT_LIMITS,
): Promise<Database> {
  const pools = new Map<string, Pool>();
  const optionsOf = (name: string) =>
    driverOptions(home, limits, (pool) => {
      pools.set(name, pool);
      const isPrimary = name === 'primary';
      const leave = listenTo(pool, isPrimary ? () => noteHeard(em.getDriver()) : () => undefined);
      if (isPrimary) leaveBy(em.getDriver(), leave);
    });
  const orm = await MikroORM.init(ormOptions(home, target, limits, optionsOf));
  const em = orm.em.fork();
  async function close(): Promise<void> {
    // Kysely forgets its pool before it ends it, and then loses the connection that is just being made: the end would never come.
    await Promise.all([...pools.values()].map((pool) => pool.end()));
    await orm.close(true);
  }
  return { home, orm, em, servers: () => serversOf(em, pools), close };
}

/** The driver's options for the server of this name. */
type OptionsOf = (name: string) => ReturnType<typeof driverOptions>;

function ormOptions(home: Home, target: Target, limits: DatabaseLimits, optionsOf: OptionsOf): Options {
  const pool = { min: 0, max: home === 'embedded' ? Math.min(limits.poolSize, 4) : limits.poolSize };
  return {
    entities: [ApiKeyRecord, City, Country, DataSetRecord, Region, State, Subregion],
    extensions: [Migrator],
    // What MikroORM reads by itself are keys, which a replica may hold as they were.
    preferReadReplicas: false,
    pool,
    debug: false,
    logger: () => undefined,
    allowGlobalContext: false,
    driverOptions: { ...optionsOf('primary'), ...('url' in target ? urlOptions(target.url) : {}) },
    migrations: { migrationsList: MIGRATIONS, snapshot: false, tableName: MIGRATION_TABLE },
    ...('url' in target
      ? { clientUrl: target.url, ...replicasOf(target, optionsOf) }
      : { host: target.host, port: target.port, user: target.user, dbName: target.database }),
  };
}

function replicasOf({ replicaUrls = [] }: Extract<Target, { url: string }>, optionsOf: OptionsOf) {
  if (replicaUrls.length === 0) return {};
  const replicas = replicaUrls.map((clientUrl, index) => ({
    clientUrl,
    driverOptions: { ...optionsOf(replicaName(index)), ...urlOptions(clientUrl) },
  }));
  return { driver: ReplicatedDriver, replicas };
}

/** What the pools know of their connections, and the driver of its replicas. */
function serversOf(em: EntityManager, pools: ReadonlyMap<string, Pool>): ServerState[] {
  const driver = em.getDriver();
  const replicas = driver instanceof ReplicatedDriver ? driver.replicaStates() : [];
  const stateOf = new Map(replicas.map((state, index) => [replicaName(index), state]));
  return [...pools].map(([name, { totalCount, idleCount, waitingCount }]) => ({
    name,
    total: totalCount,
    idle: idleCount,
    waiting: waitingCount,
    replica: stateOf.get(name),
  }));
}

/** Whoever ends a pool a second time waits for its end; the driver would refuse that. */
function endOnce(pool: Pool): void {
  const end: () => Promise<void> = pool.end.bind(pool);
  let ended: Promise<void> | undefined;
  pool.end = () => {
    ended ??= end();
    return ended;
  };
}

function driverOptions(home: Home, limits: DatabaseLimits, onPool: (pool: Pool) => void) {
  const common = {
    connectionTimeoutMillis: limits.connectTimeoutMs,
    application_name: 'geo-gateway',
    Client: ImpatientClient,
    onPoolCreated(pool: Pool) {
      endOnce(pool);
      giveBackEnded(pool);
      learnFromRefusals(pool);
      finishConnections(pool);
      onPool(pool);
    },
  };
  // What a URL says stands instead.
  const options = home === 'embedded' ? common : { ...common, options: STARTUP_OPTIONS };
  if (limits.statementTimeoutMs === 0) {
    return { ...options, query_timeout: LONGEST_SILENCE_MS, keepAlive: true, keepAliveInitialDelayMillis: ALIVE_MS };
  }
  if (home === 'embedded') return options;
  return {
    ...options,
    statement_timeout: limits.statementTimeoutMs,
    // The server's own limit comes first, or behind a pooler that of the connection; this one frees us from a server that no
    // longer answers at all. A caller hears of each within a second.
    query_timeout: limits.statementTimeoutMs + SILENCE_MS,
    keepAlive: true,
  };
}
