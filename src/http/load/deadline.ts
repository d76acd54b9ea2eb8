/** One deadline for the work behind a request. */
import { begun, type Maybe } from './begun.ts';
import { NotNowError } from './not-now.ts';

/**
 * Runs `work` with a signal that aborts after `ms` or with `outer`; rejects then with the reason, without waiting for `work`, whose
 * own end no longer matters. Work that waits for nothing is done before anything could abort it.
 */
export function withinDeadline<Made>(
  ms: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Made,
): Maybe<Made> {
  if (outer?.aborted) return Promise.reject(outer.reason);
  const controller = new AbortController();
  const made = begun(() => work(controller.signal));
  if (!(made instanceof Promise)) return made;
  return new Promise((resolve, reject) => {
    const stop = (reason: unknown) => {
      controller.abort(reason);
      reject(reason);
    };
    const follow = () => stop(outer?.reason);
    const timer = setTimeout(() => stop(new NotNowError('late')), ms);
    if (outer?.aborted) follow();
    else outer?.addEventListener('abort', follow, { once: true });
    made.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', follow);
    });
  });
}
