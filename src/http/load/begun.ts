/** Work that is waited for only where it waits for something. */

/** What work makes that makes a `Made`, when it may have to be waited for: where it makes a promise, it is one in any case. */
export type Maybe<Made> = Made | Promise<Awaited<Made>>;

/** What the work makes; a promise that rejects where it throws. */
export function begun<Made>(work: () => Made): Maybe<Made> {
  try {
    return work();
  } catch (error) {
    return Promise.reject(error);
  }
}
