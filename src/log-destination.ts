/** Where log lines go: a file descriptor that may be full, stuck or gone without anybody waiting for it. */
import { fstatSync, write as writeToFile } from 'node:fs';
import { Socket } from 'node:net';

/** Lines are written together once they are this much, in bytes, or after {@link FLUSH_MS}. */
const BATCH_BYTES = 64 * 1024;
const FLUSH_MS = 500;
/** What waits at most while nothing can be written, in bytes; what comes on top is counted and dropped. */
const MOST_WAITING = 4 * 1024 * 1024;
/** How long after a failed write the next one is tried, in milliseconds. */
const RETRY_MS = 1_000;

export interface LogDestination {
  /** Takes one line with its end; never throws, never waits. */
  write(line: string): void;
  /** Lines that were dropped so far. */
  dropped(): number;
  /**
   * Writes what waits and resolves; after `withinMs` it resolves all the same. Nothing is begun on the descriptor from then on,
   * whose number may by then be another file's.
   */
  close(withinMs: number): Promise<void>;
}

/** Writes some bytes and tells how many were taken; none when that failed. */
type Send = (bytes: Buffer, done: (taken: number) => void) => void;

/**
 * A destination on an open file descriptor. `onDropped` makes the line that tells how many were lost, once writing works
 * again.
 */
export function openLogDestination(fd: number, onDropped: (lines: number) => string): LogDestination {
  const send = sendTo(fd);
  let waiting: string[] = [];
  let waitingBytes = 0;
  /** What was taken from `waiting` and is not written whole yet. */
  let rest: Buffer = Buffer.alloc(0);
  let isWriting = false;
  let timer: NodeJS.Timeout | undefined;
  let dropped = 0;
  let told = 0;
  /** Told when nothing waits any more, or cannot be written. */
  let onEnd: (() => void) | undefined;
  let isClosed = false;

  function later(ms: number): void {
    if (timer || isClosed) return;
    timer = setTimeout(() => {
      timer = undefined;
      pump();
    }, ms).unref();
  }

  function pump(): void {
    if (isWriting || isClosed) return;
    if (rest.length === 0) {
      rest = Buffer.from(waiting.join(''));
      waiting = [];
      waitingBytes = 0;
    }
    if (rest.length === 0) {
      onEnd?.();
      return;
    }
    isWriting = true;
    send(rest, (taken) => {
      isWriting = false;
      rest = rest.subarray(taken);
      if (taken > 0) wentOn();
      else if (onEnd) onEnd();
      else later(RETRY_MS);
    });
  }

  function wentOn(): void {
    if (rest.length === 0 && dropped > told) {
      waiting.push(onDropped(dropped - told));
      told = dropped;
    }
    if (rest.length > 0 || waitingBytes >= BATCH_BYTES || onEnd) pump();
    else if (waiting.length > 0) later(FLUSH_MS);
  }

  return {
    write(line) {
      // A character is a byte or more; lines are mostly ASCII, and the bound need not be exact.
      if (isClosed || waitingBytes + rest.length + line.length > MOST_WAITING) {
        dropped += 1;
        return;
      }
      waiting.push(line);
      waitingBytes += line.length;
      if (isWriting || rest.length > 0) return; // What is under way or failed comes first.
      if (waitingBytes >= BATCH_BYTES) pump();
      else later(FLUSH_MS);
    },
    dropped: () => dropped,
    close: (withinMs) =>
      new Promise((resolve) => {
        onEnd = () => {
          isClosed = true;
          clearTimeout(timer);
          clearTimeout(deadline);
          resolve();
        };
        const deadline = setTimeout(onEnd, withinMs);
        pump();
      }),
  };
}

/**
 * A pipe that nobody reads would hold a thread of the pool for ever, and with it the end of the process: pipes and sockets are
 * written without waiting. What cannot stand still, such as a file, is written by the pool.
 */
function sendTo(fd: number): Send {
  const stat = fstatSync(fd);
  if (!stat.isFIFO() && !stat.isSocket()) {
    return (bytes, done) => writeToFile(fd, bytes, (error, written) => done(error ? 0 : written));
  }
  // Two streams on one descriptor would wait for it in each other's way.
  const stream = fd === 1 ? process.stdout : new Socket({ fd, readable: false, writable: true });
  stream.on('error', () => undefined);
  return (bytes, done) => {
    if (stream.destroyed) done(0);
    else stream.write(bytes, (error) => done(error ? 0 : bytes.length));
  };
}
