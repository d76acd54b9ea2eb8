/** Read replicas: which of them hold the data set in service, and which are left alone since they failed. */
import { type EntityManager, type PostgreSqlConnection, PostgreSqlDriver } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import { LOOK, type Look, type Named, whyNotHeld } from './replica-look.ts';

const LOOK_MS = 1_000;
const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 30_000;
/** A replica that was well for so long begins again with the shortest rest. */
const FORGIVEN_AFTER_MS = 60_000;

/** So many statements in a row that it does not answer in time, and the primary does, are no chance. */
const LATE_IN_A_ROW = 3;

/** What is known of a replica. */
export interface ReplicaState {
  /** False while it is left alone, or does not hold the data set in service. */
  readonly inUse: boolean;
  /** How far it was behind at the last look, in seconds. */
  readonly lag: number;
}

/** Told when it changes which replicas are asked, by the names that they have in {@link ServerState}. */
export interface ReplicaEvents {
  onReplica?(name: string): void;
  /** It is not asked any more, or not yet, for this reason; an Error where it failed. */
  onReplicaLeft?(name: string, reason: unknown): void;
}

/** One replica, looked at once a second. Rows of a data set never change, so a replica that lags is as good as any other. */
export class Replica {
  readonly connection: PostgreSqlConnection;
  readonly #onChange: () => void;
  #isStopped = false;
  /** Ends the pause between two looks. */
  #endPause: () => void = () => undefined;
  /** What it said when it was last looked at, or why it was left since. */
  #found: { readonly look: Look } | { readonly fault: unknown } = { fault: undefined };
  #rest = FIRST_REST_MS;
  #leftAt = Number.NEGATIVE_INFINITY;
  #restsUntil = Number.NEGATIVE_INFINITY;
  #lag = 0;
  #lateInARow = 0;

  /** `onChange` is told whenever it may hold others than before. */
  constructor(connection: PostgreSqlConnection, onChange: () => void) {
    this.connection = connection;
    this.#onChange = onChange;
    void this.#watch();
  }

  /** How far it was behind at the last look, in seconds. */
  get lag(): number {
    return this.#lag;
  }

  /** True while it is not left alone and holds this data set, whose id another one may have elsewhere. */
  holds(dataSet: Named): boolean {
    return 'look' in this.#found && whyNotHeld(this.#found.look, dataSet) === undefined;
  }

  /** Why it does not hold it; an Error where it failed. */
  whyNot(dataSet: Named): unknown {
    return 'look' in this.#found ? whyNotHeld(this.#found.look, dataSet) : this.#found.fault;
  }

  /**
   * Leaves it alone, since what it was asked at `askedAt` failed for this reason: for a second, and longer each time until it has been well
   * for a minute.
   */
  leave(askedAt: number, fault: unknown): void {
    if (askedAt <= this.#leftAt) return; // What was on its way when it was left fails with it.
    const now = performance.now();
    const wasWell = now - this.#restsUntil > FORGIVEN_AFTER_MS;
    this.#rest = wasWell ? FIRST_REST_MS : Math.min(2 * this.#rest, LONGEST_REST_MS);
    this.#leftAt = now;
    this.#restsUntil = now + this.#rest;
    this.#lateInARow = 0;
    this.#found = { fault };
    this.#onChange();
  }

  /** It has answered a statement. */
  noteAnswer(): void {
    this.#lateInARow = 0;
  }

  /** It has not answered in time what it was asked at `askedAt`, and the primary has: one that goes on so is left. */
  noteLate(askedAt: number, fault: unknown): void {
    if (askedAt <= this.#leftAt) return;
    this.#lateInARow += 1;
    if (this.#lateInARow >= LATE_IN_A_ROW) this.leave(askedAt, fault);
  }

  /** Looks at it now, though it may rest. */
  wake(): void {
    this.#restsUntil = Math.min(this.#restsUntil, performance.now());
    this.#endPause();
  }

  stop(): void {
    this.#isStopped = true;
    this.#endPause();
  }

  async #watch(): Promise<void> {
    while (!this.#isStopped) {
      // A request may have left it since the last look, and one that fails on requests may be well whenever it is looked at.
      const resting = this.#restsUntil - performance.now();
      if (resting <= 0) await this.#look();
      await this.#pause(resting > 0 ? resting : LOOK_MS);
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #look(): Promise<void> {
    const startedAt = performance.now();
    try {
      const { rows } = await this.connection.getClient().executeQuery<Look>(CompiledQuery.raw(LOOK));
      const [look] = rows;
      if (!look) return;
      this.#lag = look.lag;
      if (this.#leftAt >= startedAt) return; // It was left while it was being asked.
      this.#found = { look };
      this.#onChange();
    } catch (error) {
      this.leave(startedAt, error);
    }
  }
}

/** A data set in service, and the one before it, of which requests may still read. */
const SERVED = 2;

/** The driver of a primary with read replicas; it sends nothing to a replica by itself. */
export class ReplicatedDriver extends PostgreSqlDriver {
  #replicas: readonly Replica[] = [];
  /** The data sets that this process answers from, the last one last. */
  #served: readonly Named[] = [];
  #next = 0;
  #events: ReplicaEvents = {};
  /** Which of them were asked when that was last told. */
  readonly #told = new Map<Replica, boolean>();

  /** From now on this data set is answered from, by replicas that hold it. They are looked at from the first one on. */
  serve(dataSet: Named, events: ReplicaEvents): void {
    this.#served = [...this.#served.filter(({ id }) => id !== dataSet.id), dataSet].slice(-SERVED);
    this.#events = events;
    if (this.#replicas.length > 0) return;
    this.#replicas = this.replicas.map((connection, index) => {
      const replica: Replica = new Replica(connection, () => this.#tell(replica, replicaName(index)));
      return replica;
    });
  }

  /** Looks at all of them now: the primary is away, and one that rests is better than none. */
  wake(): void {
    for (const replica of this.#replicas) replica.wake();
  }

  /** A replica that holds the data set of this id as it is answered from, one after the other; undefined where only the primary can be asked. */
  replicaWith(dataSetId: number): Replica | undefined {
    const dataSet = this.#served.find(({ id }) => id === dataSetId);
    if (!dataSet) return undefined;
    const able = this.#replicas.filter((replica) => replica.holds(dataSet));
    this.#next = (this.#next + 1) % Math.max(1, able.length);
    return able[this.#next];
  }

  /** The replicas as they are named in the configuration; none before a data set is served. */
  replicaStates(): readonly ReplicaState[] {
    return this.#replicas.map((replica) => ({ inUse: this.#isInUse(replica), lag: replica.lag }));
  }

  override async close(force?: boolean): Promise<void> {
    for (const replica of this.#replicas) replica.stop();
    await super.close(force);
  }

  #isInUse(replica: Replica): boolean {
    const newest = this.#served.at(-1);
    return newest !== undefined && replica.holds(newest);
  }

  /** Once a change: what rests is looked at again and again. */
  #tell(replica: Replica, name: string): void {
    const newest = this.#served.at(-1);
    const isInUse = this.#isInUse(replica);
    if (!newest || this.#told.get(replica) === isInUse) return;
    this.#told.set(replica, isInUse);
    if (isInUse) this.#events.onReplica?.(name);
    else this.#events.onReplicaLeft?.(name, replica.whyNot(newest));
  }
}

/** What logs and metrics call the replica that is named in this place. */
export function replicaName(index: number): string {
  return `replica-${index + 1}`;
}

/** From now on this data set is answered from: replicas that hold it are asked for its rows. */
export function serveFromReplicas(em: EntityManager, dataSet: Named, events: ReplicaEvents): void {
  const driver = em.getDriver();
  if (driver instanceof ReplicatedDriver) driver.serve(dataSet, events);
}

/** To be called while the primary is away. */
export function wakeReplicas(em: EntityManager): void {
  const driver = em.getDriver();
  if (driver instanceof ReplicatedDriver) driver.wake();
}
