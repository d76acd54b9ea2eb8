/** Structured logs: one line each, to standard output, without keys and without what callers asked for. JSON, but at a terminal. */
import { pino } from 'pino';
import { type LogDestination, openLogDestination } from './log-destination.ts';
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
  return { log: logTo(lines, level), dropped: destination.dropped, close: destination.close };
}

/** Where the logs go that {@link logTo} made. */
const destinations = new WeakMap<Log, Pick<LogDestination, 'write'>>();

/** A log that writes its lines to a destination. */
export function logTo(destination: Pick<LogDestination, 'write'>, level: string): Log {
  const log = pino({ level, base: { pid: process.pid }, timestamp: () => `,"time":"${isoTime()}"` }, destination);
  destinations.set(log, destination);
  return log;
}

let second = 0;
let untilSecond = '';

/** The present moment (ISO 8601); what stands before its milliseconds is made once a second. */
function isoTime(): string {
  const now = Date.now();
  const milliseconds = now % 1000;
  if (now - milliseconds !== second || untilSecond === '') {
    second = now - milliseconds;
    untilSecond = new Date(second).toISOString().slice(0, -'000Z'.length);
  }
  return `${untilSecond}${milliseconds < 10 ? '00' : milliseconds < 100 ? '0' : ''}${milliseconds}Z`;
}

/** What the log line of a request tells; what is undefined is left out. */
export interface RequestLine {
  readonly id: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly plan: string | undefined;
  readonly key: number | undefined;
  readonly cache: string | undefined;
  /** Of a 503. */
  readonly reason: string | undefined;
  /** As OpenTelemetry names it in logs. */
  readonly trace_id: string | undefined;
}

/** What stands in JSON as it is. */
const PLAIN = /^[\w .:/-]*$/;

/**
 * Writes the lines of requests: those of `log.info`, which takes several times as long, since it goes over the properties of
 * whatever it is given.
 */
export function createRequestLog(log: Log): (line: RequestLine) => void {
  const destination = destinations.get(log);
  const beginning = `{"level":${pino.levels.values['info']},"time":"`;
  const base = `","pid":${process.pid},"id":"`;
  return (line) => {
    const { id, method, route, status, ms, plan, key, cache, reason, trace_id: trace } = line;
    if (!destination || !PLAIN.test(route) || !PLAIN.test(id)) {
      log.info(line);
      return;
    }
    if (!log.isLevelEnabled('info')) return;
    let text = `${beginning}${isoTime()}${base}${id}","method":"${method}","route":"${route}","status":${status},"ms":${ms}`;
    if (plan !== undefined) text += `,"plan":"${plan}"`;
    if (key !== undefined) text += `,"key":${key}`;
    if (cache !== undefined) text += `,"cache":"${cache}"`;
    if (reason !== undefined) text += `,"reason":"${reason}"`;
    if (trace !== undefined) text += `,"trace_id":"${trace}"`;
    destination.write(`${text}}\n`);
  };
}
