/** What a check finds, and what the checks look at besides the configuration. */
import type { Sources } from '../../config/sources.ts';

export type State = 'ok' | 'warning' | 'fault' | 'skipped';

export interface Finding {
  readonly check: string;
  readonly state: State;
  readonly message: string;
  /** What to do about it. */
  readonly advice?: string;
}

/** The machine as the checks see it; tests put faults here that they cannot plant for real. */
export interface Surroundings {
  /** Such as `24.21.0`. */
  readonly nodeVersion: string;
  /** Milliseconds since 1970. */
  now(): number;
  /** Bytes that may still be written where this folder is. */
  freeBytes(folder: string): Promise<number>;
  readonly sources: Partial<Sources>;
}

export function ok(check: string, message: string): Finding {
  return { check, state: 'ok', message };
}

export function warning(check: string, message: string, advice: string): Finding {
  return { check, state: 'warning', message, advice };
}

export function fault(check: string, message: string, advice: string): Finding {
  return { check, state: 'fault', message, advice };
}

export function skipped(check: string, message: string): Finding {
  return { check, state: 'skipped', message };
}

const LONGEST_MESSAGE = 300;

/** The code of a system's or PostgreSQL's error, found below whatever wraps it. */
export function errorCode(error: unknown): string | undefined {
  for (let cause = error, depth = 0; typeof cause === 'object' && cause !== null && depth < 8; depth++) {
    if (cause instanceof AggregateError && cause.errors.length > 0) cause = cause.errors[0];
    if (typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string')
      return cause.code;
    cause = typeof cause === 'object' && cause !== null && 'cause' in cause ? cause.cause : undefined;
  }
  return undefined;
}

/** The first line of what an error says, as far as a terminal shows it: a server that is none of ours may say anything. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  return line.slice(0, LONGEST_MESSAGE).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ');
}
