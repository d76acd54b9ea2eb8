/** One deadline for the work behind a request. */
import { NotNowError } from './not-now.ts';

/**
 * Runs `work` with a signal that aborts after `ms` or with `outer`; rejects then with the reason, without waiting for `work`, whose
 * own end no longer matters.
 */
export function withinDeadline<T>(
  ms: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const stop = (reason: unknown) => {
      controller.abort(reason);
      reject(reason);
    };
    const follow = () => stop(outer?.reason);
    if (outer?.aborted) {
      follow();
      return;
    }
    const timer = setTimeout(() => stop(new NotNowError('late')), ms);
    outer?.addEventListener('abort', follow, { once: true });
    work(controller.signal)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        outer?.removeEventListener('abort', follow);
      });
  });
}
