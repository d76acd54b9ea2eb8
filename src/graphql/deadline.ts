/** One deadline for an operation: whoever waits is answered in time, and what still runs is cancelled. */
import { refusal } from './refusals.ts';

/**
 * Runs `work` with a signal that aborts after `ms` or when the client goes; rejects then without waiting for `work`,
 * whose own end no longer matters.
 */
export function withDeadline<T>(
  ms: number,
  client: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const stop = (message: string) => {
      controller.abort();
      reject(refusal('DEADLINE_EXCEEDED', message));
    };
    const timer = setTimeout(() => stop(`The operation did not finish within ${ms} ms and was cancelled.`), ms);
    const gone = () => stop('The client has gone.');
    if (client?.aborted) gone();
    client?.addEventListener('abort', gone, { once: true });
    work(controller.signal)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        client?.removeEventListener('abort', gone);
      });
  });
}
