/** Read replicas: which of them hold which data sets, and which are left alone since they failed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type PostgreSqlConnection, PostgreSqlDriver } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';

const LOOK_MS = 1_000;
const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 30_000;
/** A replica that was well for so long begins again with the shortest rest. */
const FORGIVEN_AFTER_MS = 60_000;

/** So many statements in a row that it does not answer in time, and the primary does, are no chance. */
const LATE_IN_A_ROW = 3;

/**
 * The data sets whose activation has been replayed: it is the last thing that an import writes, so their tables are there,
 * unless they have been dropped again since.
 */
const LOOK = CompiledQuery.raw(
  `SELECT id, CASE WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0
                   ELSE coalesce(extract(epoch FROM now() - pg_last_xact_replay_timestamp()), 0) END::float8 AS lag
     FROM data_sets JOIN pg_namespace ON nspname = 'geo_' || id WHERE activated_at IS NOT NULL`,
);

/** What is known of a replica. */
export interface ReplicaState {
  /** False while it is left alone, or holds no data set. */
  readonly inUse: boolean;
  /** How far it was behind at the last look, in seconds. */
  readonly lag: number;
}

/** One replica, looked at once a second. Rows of a data set never change, so a replica that lags is as good as any other. */
export class Replica {
  readonly connection: PostgreSqlConnection;
  readonly #stopped = new AbortController();
  #dataSets: ReadonlySet<number> = new Set();
  #rest = FIRST_REST_MS;
  #leftAt = Number.NEGATIVE_INFINITY;
  #restsUntil = Number.NEGATIVE_INFINITY;
  #lag = 0;
  #lateInARow = 0;

  constructor(connection: PostgreSqlConnection) {
    this.connection = connection;
    void this.#watch();
  }

  get state(): ReplicaState {
    return { inUse: this.#dataSets.size > 0, lag: this.#lag };
  }

  holds(dataSetId: number): boolean {
    return this.#dataSets.has(dataSetId);
  }

  /** Leaves it alone, since what it was asked at `askedAt` failed: for a second, and longer each time until it has been well for a minute. */
  leave(askedAt: number): void {
    if (askedAt <= this.#leftAt) return; // What was on its way when it was left fails with it.
    const now = performance.now();
    const wasWell = now - this.#restsUntil > FORGIVEN_AFTER_MS;
    this.#rest = wasWell ? FIRST_REST_MS : Math.min(2 * this.#rest, LONGEST_REST_MS);
    this.#leftAt = now;
    this.#restsUntil = now + this.#rest;
    this.#lateInARow = 0;
    this.#dataSets = new Set();
  }

  /** It has answered a statement. */
  noteAnswer(): void {
    this.#lateInARow = 0;
  }

  /** It has not answered in time what it was asked at `askedAt`, and the primary has: one that goes on so is left. */
  noteLate(askedAt: number): void {
    if (askedAt <= this.#leftAt) return;
    this.#lateInARow += 1;
    if (this.#lateInARow >= LATE_IN_A_ROW) this.leave(askedAt);
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      // A request may have left it since the last look, and one that fails on requests may be well whenever it is looked at.
      const resting = this.#restsUntil - performance.now();
      if (resting <= 0) await this.#look();
      await sleep(resting > 0 ? resting : LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #look(): Promise<void> {
    const startedAt = performance.now();
    try {
      const { rows } = await this.connection.getClient().executeQuery<{ id: number; lag: number }>(LOOK);
      // It may have been left while it was being asked.
      if (this.#leftAt < startedAt) this.#dataSets = new Set(rows.map(({ id }) => id));
      this.#lag = rows[0]?.lag ?? 0;
    } catch {
      this.leave(startedAt);
    }
  }
}

/** The driver of a primary with read replicas; it sends nothing to a replica by itself. */
export class ReplicatedDriver extends PostgreSqlDriver {
  #replicas: Replica[] | undefined;
  #next = 0;

  /** A replica that holds the data set, one after the other; undefined where only the primary can be asked. */
  replicaWith(dataSetId: number): Replica | undefined {
    // They are looked at from the first question on: a command that asks nothing of them leaves them alone.
    this.#replicas ??= this.replicas.map((connection) => new Replica(connection));
    const able = this.#replicas.filter((replica) => replica.holds(dataSetId));
    this.#next = (this.#next + 1) % Math.max(1, able.length);
    return able[this.#next];
  }

  /** The replicas as they are named in the configuration; none before the first question. */
  replicaStates(): readonly ReplicaState[] {
    return this.#replicas?.map(({ state }) => state) ?? [];
  }

  override async close(force?: boolean): Promise<void> {
    for (const replica of this.#replicas ?? []) replica.stop();
    await super.close(force);
  }
}
