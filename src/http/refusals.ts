/** What `/v1` and `/reconcile` refuse a caller with, and what each refusal tells it (contract, sections 1 and 6). */
import type { Throttled, Unknown } from '../auth/admission.ts';
import { severalKeysText } from '../auth/key-headers.ts';
import type { Feature, Plan } from '../auth/plans.ts';
import type { OverQuota } from '../auth/quota.ts';
import { ApiError } from './errors.ts';

/** The 403 of a plan that is too low. */
export function forbidden(feature: Feature, upgradeUrl: string): ApiError {
  return new ApiError('forbidden', { extra: { feature, upgradeUrl } });
}

/** The 429 of a quota that is used up (contract, section 6). */
export function overQuota({ error, limit, period, retryAfter }: OverQuota, plan: Plan, upgradeUrl: string): ApiError {
  return new ApiError('quotaExceeded', {
    error,
    extra: { limit, period, tier: plan.toLowerCase(), upgradeUrl },
    headers: { 'Retry-After': String(retryAfter) },
  });
}

/** The error of a request without a caller: 401, 400 for two keys, 429 for an address that has tried too many. */
export function unknownCaller({ throttled, hasSeveralKeys }: Unknown, keyAliases: readonly string[]): ApiError {
  if (hasSeveralKeys) return new ApiError('malformed', { error: severalKeysText(keyAliases) });
  return throttled ? tooManyGuesses(throttled) : new ApiError('unauthorized');
}

/** The 429 of an address that has tried too many wrong keys: there is no plan to name. */
export function tooManyGuesses({ error, limit, period, retryAfter }: Throttled): ApiError {
  return new ApiError('quotaExceeded', {
    error,
    extra: { limit, period },
    headers: { 'Retry-After': String(retryAfter) },
  });
}

/** The 503 of data that is out of reach. */
export function unavailable(): ApiError {
  return new ApiError('unavailable', { headers: { 'Retry-After': '1' } });
}
