/** Work that is waited for only where it waits for something. */

/** What the work makes; a promise that rejects where it throws. */
export function begun<T>(work: () => T | Promise<T>): T | Promise<T> {
  try {
    return work();
  } catch (error) {
    return Promise.reject(error);
  }
}
