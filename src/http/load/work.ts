/** Work as the gate sees it. */

export type Owner = string | number;

export interface Work {
  /** What such work is called, where its answers are of a size that one remembers. */
  readonly name?: string;
  /** Whose it is; those who have the least running come first, and of these who was let in longest ago. */
  readonly owner: Owner;
  /** The size of the answer in bytes, as far as one can know before there was any. */
  readonly bytes: number;
  /**
   * True for finding out what is asked: it becomes what that takes. Of each owner one thing is found out at a time, and none while
   * one that was found out waits: that would be done in vain.
   */
  readonly isReading?: boolean;
}

/** Work that waits to be let in. */
export interface Waiter {
  readonly work: Work;
  /** True for what was in before it turned out what it takes. */
  readonly hasBegun: boolean;
  readonly since: number;
  start(): void;
  refuse(): void;
}

/** Work that was let in. */
export interface RunningWork {
  /** The work turned out to take so many bytes. Resolves when it may go on; it comes before what its owner has not begun. */
  become(bytes: number): Promise<void>;
}
