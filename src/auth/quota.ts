/** Counts the requests of each key and refuses those over the quota of its plan (contract, section 6). */
import type { Caller } from './caller.ts';
import { Counts } from './counts.ts';
import { PERIODS, type Period, type Quota, type Quotas } from './plan-quotas.ts';
import type { SharedCounts } from './shared-counts.ts';
import { createCalendar, lengthOf, secondsLeft, type Window, type Windows } from './windows.ts';

/** Why a request is over the quota. */
export interface OverQuota {
  readonly error: string;
  readonly limit: number;
  readonly period: Period;
  /** Seconds until the window ends. */
  readonly retryAfter: number;
}

export interface Metered {
  /** The headers that tell the caller of its quota. */
  readonly headers: Readonly<Record<string, string>>;
  readonly over: OverQuota | undefined;
}

export interface QuotaMeter {
  /**
   * Counts a request of a known key, unless it is over the quota; a promise only where counts are shared. A plan without
   * any limit is not counted at all.
   */
  take(caller: Caller): Metered | Promise<Metered>;
}

export interface QuotaMeterOptions {
  readonly quotas: Quotas;
  /** Counts of all processes together; without them each process counts for itself. */
  readonly shared?: SharedCounts | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What is used of each period after this request; `second` only where it is limited. */
interface Usage {
  readonly second?: number;
  readonly daily: number;
  readonly monthly: number;
}

interface Moment {
  readonly at: number;
  readonly windows: Windows;
}

/** What a refusal says. */
export const QUOTA_ERRORS: Readonly<Record<Period, string>> = {
  second: 'Rate limit exceeded.',
  daily: 'Daily usage limit exceeded.',
  monthly: 'Monthly usage limit exceeded.',
};
/** Of several limits that are used up the one that lasts longest is told, but for the second, which is counted first. */
const ORDER = ['second', 'monthly', 'daily'] as const;
/** Nothing is counted where nothing is limited, so nothing is used of it. */
const NOT_COUNTED: Metered = Object.freeze({
  headers: Object.freeze({
    'X-SVCAPI-Daily-Used': '0',
    'X-SVCAPI-Daily-Limit': 'unlimited',
    'X-SVCAPI-Monthly-Used': '0',
    'X-SVCAPI-Monthly-Limit': 'unlimited',
  }),
  over: undefined,
});

export function createQuotaMeter({ quotas, shared, now }: QuotaMeterOptions): QuotaMeter {
  const calendar = createCalendar();
  const own = new Counts();

  /** In memory nothing can come between looking and counting, so nothing has to be taken back. */
  function takeHere({ keyId }: Caller, quota: Quota, moment: Moment): Metered {
    const { windows } = moment;
    const used = (period: Period) => own.get(windows[period], keyId);
    const full = ORDER.find((period) => used(period) >= (quota[period] ?? Number.POSITIVE_INFINITY));
    if (full) {
      return metered(quota, { second: used('second'), daily: used('daily'), monthly: used('monthly') }, moment, full);
    }
    const daily = own.add(windows.daily, keyId);
    const monthly = own.add(windows.monthly, keyId);
    if (quota.second === undefined) return metered(quota, { daily, monthly }, moment);
    return metered(quota, { second: own.add(windows.second, keyId), daily, monthly }, moment);
  }

  /**
   * In Redis a count is made first and looked at then: so each request gets a number of its own and exactly as many as
   * the limit says get one within it. A refused request gives its numbers back. The second comes first: those that it
   * refuses never touch the day.
   */
  async function takeThere({ keyId }: Caller, quota: Quota, moment: Moment, counts: SharedCounts): Promise<Metered> {
    const { windows } = moment;
    const second = quota.second === undefined ? undefined : await counts.add(windows.second, keyId);
    if (second !== undefined && isOver(second, quota.second)) {
      const [daily, monthly] = await Promise.all([
        counts.look(windows.daily, keyId),
        counts.look(windows.monthly, keyId),
        counts.takeBack(windows.second, keyId),
      ]);
      return metered(quota, { second, daily, monthly }, moment, 'second');
    }
    const [daily, monthly] = await Promise.all([counts.add(windows.daily, keyId), counts.add(windows.monthly, keyId)]);
    const full = isOver(monthly, quota.monthly) ? 'monthly' : isOver(daily, quota.daily) ? 'daily' : undefined;
    const usage = second === undefined ? { daily, monthly } : { second, daily, monthly };
    if (full === undefined) return metered(quota, usage, moment);
    const taken = PERIODS.filter((period) => usage[period] !== undefined);
    await Promise.all(taken.map((period) => counts.takeBack(windows[period], keyId)));
    return metered(quota, withoutOne(usage), moment, full);
  }

  return {
    take(caller) {
      const quota = quotas[caller.plan];
      if (!quota || !isLimited(quota)) return NOT_COUNTED;
      const at = now();
      const moment = { at, windows: calendar(at) };
      return shared ? takeThere(caller, quota, moment, shared) : takeHere(caller, quota, moment);
    },
  };
}

function isOver(count: number, limit: number | undefined): boolean {
  return limit !== undefined && count > limit;
}

function withoutOne({ second, daily, monthly }: Usage): Usage {
  const counted = { daily: daily - 1, monthly: monthly - 1 };
  return second === undefined ? counted : { second: second - 1, ...counted };
}

function isLimited({ second, daily, monthly }: Quota): boolean {
  return second !== undefined || daily !== undefined || monthly !== undefined;
}

function metered(quota: Quota, usage: Usage, { at, windows }: Moment, full?: Period): Metered {
  const headers = {
    'X-SVCAPI-Daily-Used': String(within(usage.daily, quota.daily)),
    'X-SVCAPI-Daily-Limit': quota.daily === undefined ? 'unlimited' : String(quota.daily),
    'X-SVCAPI-Monthly-Used': String(within(usage.monthly, quota.monthly)),
    'X-SVCAPI-Monthly-Limit': quota.monthly === undefined ? 'unlimited' : String(quota.monthly),
    'RateLimit-Policy': policyOf(quota, windows),
    RateLimit: rateLimit(quota, usage, { at, windows }),
  };
  const limit = full && quota[full];
  if (full === undefined || limit === undefined) return { headers, over: undefined };
  const retryAfter = secondsLeft(windows[full], at);
  return { headers, over: { error: QUOTA_ERRORS[full], limit, period: full, retryAfter } };
}

interface Policy {
  readonly month: Window;
  readonly text: string;
}

const policies = new WeakMap<Quota, Policy>();

/** The limits (draft-ietf-httpapi-ratelimit-headers). Nothing in them changes but the length of a month. */
function policyOf(quota: Quota, windows: Windows): string {
  const known = policies.get(quota);
  if (known?.month === windows.monthly) return known.text;
  const text = PERIODS.filter((period) => quota[period] !== undefined)
    .map((period) => `"${period}";q=${quota[period]};w=${lengthOf(windows[period])}`)
    .join(', ');
  policies.set(quota, { month: windows.monthly, text });
  return text;
}

/** What is left of each limit, and for how long (the same draft). */
function rateLimit(quota: Quota, usage: Usage, { at, windows }: Moment): string {
  let text = '';
  for (const period of PERIODS) {
    const limit = quota[period];
    if (limit === undefined) continue;
    const left = Math.max(0, limit - (usage[period] ?? 0));
    text += `${text === '' ? '' : ', '}"${period}";r=${left};t=${secondsLeft(windows[period], at)}`;
  }
  return text;
}

function within(used: number, limit: number | undefined): number {
  return limit === undefined ? used : Math.min(used, limit);
}
