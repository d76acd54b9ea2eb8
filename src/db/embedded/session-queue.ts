/** Lends the embedded database's single session to one owner at a time: a transaction keeps it until it ends. */

/** Runs one turn; resolves to whether its owner keeps the session (true inside a transaction). */
type Run = () => Promise<boolean>;

interface Turn {
  readonly owner: object;
  readonly run: Run;
}

export interface SessionQueueOptions {
  /** How long an owner may keep the session without using it while others wait, in milliseconds. */
  readonly idleHolderMs: number;
  /** Called when that time is over; the callee is to give the session up by `replaceTurns`. */
  onIdleHolder(owner: object): void;
  /** Called when a turn throws: the session cannot be used any more and the queue stands still. */
  onBroken(error: unknown): void;
}

export class SessionQueue {
  readonly #options: SessionQueueOptions;
  #turns: Turn[] = [];
  #holder: object | undefined;
  #running: object | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: SessionQueueOptions) {
    this.#options = options;
  }

  /** True while an owner keeps the session from one turn to its next. */
  get isHeld(): boolean {
    return this.#holder !== undefined;
  }

  /** Queues a turn: first come, first served, but nobody comes between the turns of the one who keeps the session. */
  submit(owner: object, run: Run): void {
    this.#turns.push({ owner, run });
    this.#next();
  }

  /** Drops the turns of an owner who is gone and runs a last one that cleans up after it, before everybody else's. */
  replaceTurns(owner: object, run: Run): void {
    this.#turns = [{ owner, run }, ...this.#turns.filter((turn) => turn.owner !== owner)];
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
    const index = this.#holder === undefined ? 0 : this.#turns.findIndex(({ owner }) => owner === this.#holder);
    const turn = this.#turns[index];
    this.#watchHolder(turn === undefined && this.#turns.length > 0);
    if (turn === undefined) return;
    this.#turns.splice(index, 1);
    this.#running = turn.owner;
    turn.run().then(
      (keeps) => {
        this.#holder = keeps ? turn.owner : undefined;
        // One turn per round of the event loop: sockets are read and written between two statements.
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
