/** The spans of time over which requests are counted: seconds, calendar days and calendar months of UTC. */
import type { Period } from './plan-quotas.ts';

export interface Window {
  readonly period: Period;
  /** Names the span itself (`2030-01-31`): equal in every process whose clock shows the same span. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly startsAt: number;
  readonly endsAt: number;
}

export type Windows = Readonly<Record<Period, Window>>;

const DAY_MS = 86_400_000;

/**
 * The windows of a moment, in milliseconds since 1970. They follow from the wall clock alone: a clock that jumps finds
 * the window of where it lands, counts and all, and never waits for one that has gone.
 */
export function createCalendar(): (at: number) => Windows {
  let day = Number.NaN;
  let daily: Window | undefined;
  let monthly: Window | undefined;
  let second = secondOf(0);
  return (at) => {
    const today = Math.floor(at / DAY_MS);
    if (today !== day || !daily || !monthly) {
      day = today;
      daily = dayOf(today);
      monthly = monthOf(today);
    }
    if (at < second.startsAt || at >= second.endsAt) second = secondOf(at);
    return { second, daily, monthly };
  };
}

/** Whole seconds until a window ends, at least one. */
export function secondsLeft({ endsAt }: Window, at: number): number {
  return Math.max(1, Math.ceil((endsAt - at) / 1000));
}

/** Length of a window in seconds. */
export function lengthOf({ startsAt, endsAt }: Window): number {
  return Math.round((endsAt - startsAt) / 1000);
}

function secondOf(at: number): Window {
  const second = Math.floor(at / 1000);
  return { period: 'second', id: String(second), startsAt: second * 1000, endsAt: (second + 1) * 1000 };
}

function dayOf(day: number): Window {
  const startsAt = day * DAY_MS;
  return { period: 'daily', id: new Date(startsAt).toISOString().slice(0, 10), startsAt, endsAt: startsAt + DAY_MS };
}

function monthOf(day: number): Window {
  const date = new Date(day * DAY_MS);
  const startsAt = Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  const endsAt = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  return { period: 'monthly', id: date.toISOString().slice(0, 7), startsAt, endsAt };
}
