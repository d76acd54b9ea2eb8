/** Structured logs: one JSON line each, to standard output, without keys and without what callers asked for. */
import { pino } from 'pino';

export type Log = pino.Logger;

/** A logger that buffers nothing it could lose at exit and survives a full disk or a closed pipe. */
export function createLog(level: string): Log {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 4096, maxLength: 4 * 1024 * 1024 });
  // A log that cannot be written must not stop the service.
  destination.on('error', () => undefined);
  setInterval(() => destination.flush(), 500).unref();
  return pino({ level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}
