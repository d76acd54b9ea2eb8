/** What `/v1` and `/reconcile` refuse a caller with, and what each refusal tells it (contract, sections 1 and 6). */
import type { Throttled, Unknown } from '../auth/admission.ts';
import { severalKeysText } from '../auth/key-headers.ts';
import type { Feature, Plan } from '../auth/plans.ts';
import type { OverQuota } from '../auth/quota.ts';
import type { BodyFaults } from './body.ts';
import { ApiError, errorReply } from './errors.ts';
import type { Reply, Unavailability } from './outcome.ts';
import { RepeatedReply } from './repeated-reply.ts';

const replies = new WeakMap<ApiError, RepeatedReply>();

/** An error that is thrown again and again, whose reply is made once. */
function standing(error: ApiError): ApiError {
  replies.set(error, repeatedError(error));
  return error;
}

/** The reply of an error. */
export function replyOf(error: ApiError): Reply {
  return replies.get(error) ?? errorReply(error);
}

/** The reply of an error that a request comes to each time. */
export function repeatedError(error: ApiError): RepeatedReply {
  return new RepeatedReply(errorReply(error));
}

export const NOT_FOUND = standing(new ApiError('notFound'));
export const MALFORMED = standing(new ApiError('malformed'));
const UNAUTHORIZED = standing(new ApiError('unauthorized'));

/** The 403 of a plan that is too low. */
export function forbidden(feature: Feature, upgradeUrl: string): ApiError {
  return new ApiError('forbidden', { extra: { feature, upgradeUrl } });
}

/** The 429 of a quota that is used up (contract, section 6). */
export function overQuota(over: OverQuota, plan: Plan, upgradeUrl: string): ApiError {
  const { error, limit, period, retryAfter } = over;
  const last = lastOver.get(`${plan} ${period}`);
  if (last && last.limit === limit && last.retryAfter === retryAfter && last.upgradeUrl === upgradeUrl)
    return last.error;
  const made = standing(
    new ApiError('quotaExceeded', {
      error,
      extra: { limit, period, tier: plan.toLowerCase(), upgradeUrl },
      headers: { 'Retry-After': String(retryAfter) },
    }),
  );
  lastOver.set(`${plan} ${period}`, { limit, retryAfter, upgradeUrl, error: made });
  return made;
}

/** The last one of each plan and period: who goes on asking is told the same for a second. */
const lastOver = new Map<
  string,
  { readonly limit: number; readonly retryAfter: number; readonly upgradeUrl: string; readonly error: ApiError }
>();

/** The error of a request without a caller: 401, 400 for two keys, 429 for an address that has tried too many. */
export function unknownCaller({ throttled, hasSeveralKeys }: Unknown, keyAliases: readonly string[]): ApiError {
  if (hasSeveralKeys) return new ApiError('malformed', { error: severalKeysText(keyAliases) });
  return throttled ? tooManyGuesses(throttled) : UNAUTHORIZED;
}

/** The 429 of an address that has tried too many wrong keys: there is no plan to name. */
export function tooManyGuesses({ error, limit, period, retryAfter }: Throttled): ApiError {
  return new ApiError('quotaExceeded', {
    error,
    extra: { limit, period },
    headers: { 'Retry-After': String(retryAfter) },
  });
}

/** What `/v1` and `/reconcile` tell of a body that does not come as it should. */
export const BODY_FAULTS: BodyFaults = {
  tooLong: (mostBytes) => new ApiError('tooLarge', { error: `Request body too large: at most ${mostBytes} bytes.` }),
  broken: () => new ApiError('malformed'),
};

/** The 503 of what cannot be answered now. */
export function unavailable(reason: Unavailability): ApiError {
  return new ApiError('unavailable', { headers: { 'Retry-After': '1' }, reason });
}
