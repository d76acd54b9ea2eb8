/** Structured logs: one line each, to standard output, without keys and without what callers asked for. JSON, but at a terminal. */
import { pino } from 'pino';
import { openLogDestination } from './log-destination.ts';
import { readableLine } from './readable-log.ts';

export type Log = pino.Logger;

export interface OpenedLog {
  readonly log: Log;
  /** Lines that could not be written, so far. */
  dropped(): number;
  /** Writes what waits; resolves after `withinMs` even when it cannot be written. */
  close(withinMs: number): Promise<void>;
}

/** A log that neither a full disk nor a reader that stands still can stop, and that stops nothing itself. */
export function openLog(level: string): OpenedLog {
  const destination = openLogDestination(1, (lines) => {
    const time = new Date().toISOString();
    return `${JSON.stringify({ level: pino.levels.values['warn'], time, pid: process.pid, lines, msg: 'log lines dropped' })}\n`;
  });
  const lines = process.stdout.isTTY ? { write: (line: string) => destination.write(readableLine(line)) } : destination;
  const log = pino({ level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime }, lines);
  return { log, dropped: destination.dropped, close: destination.close };
}
