/** Lends the embedded database's single session to one owner at a time: a transaction keeps it until it ends. */

/** Runs one unit; resolves to whether its owner keeps the session (true inside a transaction). */
type Run = () => Promise<boolean>;

interface Unit {
  readonly owner: object;
  readonly run: Run;
}

export interface SessionQueueOptions {
  /** How long an owner may keep the session without using it while others wait, in milliseconds. */
  readonly idleHolderMs: number;
  /** Called when that time is over; the callee is to give the session up by `replaceUnits`. */
  onIdleHolder(owner: object): void;
  /** Called when a unit throws: the session cannot be used any more and the queue stands still. */
  onBroken(error: unknown): void;
}

export class SessionQueue {
  readonly #options: SessionQueueOptions;
  #units: Unit[] = [];
  #holder: object | undefined;
  #running: object | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: SessionQueueOptions) {
    this.#options = options;
  }

  /** True while an owner keeps the session from one unit to its next. */
  get isHeld(): boolean {
    return this.#holder !== undefined;
  }

  /** Queues a unit: first come, first served, but nobody comes between the units of the one who keeps the session. */
  submit(owner: object, run: Run): void {
    this.#units.push({ owner, run });
    this.#next();
  }

  /** Drops the units of an owner who is gone and runs a last one that cleans up after it, before everybody else's. */
  replaceUnits(owner: object, run: Run): void {
    this.#units = [{ owner, run }, ...this.#units.filter((unit) => unit.owner !== owner)];
    this.#next();
  }

  /** Runs a task of the server itself between two owners and returns its result. */
  alone<T>(task: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.submit({}, async () => {
        await task().then(resolve, reject);
        return false;
      });
    });
  }

  #next(): void {
    if (this.#running !== undefined) return;
    const index = this.#holder === undefined ? 0 : this.#units.findIndex(({ owner }) => owner === this.#holder);
    const unit = this.#units[index];
    this.#watchHolder(unit === undefined && this.#units.length > 0);
    if (unit === undefined) return;
    this.#units.splice(index, 1);
    this.#running = unit.owner;
    unit.run().then(
      (keeps) => {
        this.#holder = keeps ? unit.owner : undefined;
        // One unit a turn of the event loop: sockets are read and written between two statements.
        setImmediate(() => {
          this.#running = undefined;
          this.#next();
        });
      },
      (error: unknown) => this.#options.onBroken(error),
    );
  }

  #watchHolder(othersWait: boolean): void {
    if (!othersWait) {
      clearTimeout(this.#idleTimer);
      this.#idleTimer = undefined;
      return;
    }
    this.#idleTimer ??= setTimeout(() => {
      this.#idleTimer = undefined;
      if (this.#holder !== undefined) this.#options.onIdleHolder(this.#holder);
    }, this.#options.idleHolderMs);
  }
}
