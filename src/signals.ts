/** What signals do to a process that serves. */
import type { Log } from './log.ts';
import { isWorker } from './workers/worker.ts';

/** SIGHUP is for a supervisor; a process that has none goes on as it is, and a worker leaves it to its own. */
export function onHangUp(log: Log): void {
  process.on('SIGHUP', () => {
    if (!isWorker) log.warn('SIGHUP changes nothing in a single process: restart it, or set WORKERS to 2 or more');
  });
}

/** A Ctrl-C comes twice through npm, which passes on what the terminal has sent already, in milliseconds at most. */
const ONE_CTRL_C_MS = 300;

/** A second SIGTERM changes nothing: supervisors send it again. A second SIGINT is somebody at a keyboard who won't wait. */
export function onFirstSignal(stop: () => void): void {
  let stoppedAt: number | undefined;
  const handle = (signal: 'SIGTERM' | 'SIGINT') => {
    if (stoppedAt === undefined) {
      stoppedAt = performance.now();
      stop();
    } else if (signal === 'SIGINT' && performance.now() - stoppedAt >= ONE_CTRL_C_MS) process.exit(130);
  };
  process.on('SIGTERM', () => handle('SIGTERM'));
  process.on('SIGINT', () => handle('SIGINT'));
}
