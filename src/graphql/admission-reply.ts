/** What admission means for an answer of `/graphql`: headers that tell of quotas, a refusal for all that may not go on. */
import type { Admission } from '../auth/admission.ts';
import type { Caller } from '../auth/caller.ts';
import { severalKeysText } from '../auth/key-headers.ts';
import { refusal } from './refusals.ts';

/** The headers that tell the caller of its quota, or when to come again. */
export function usageOf(admission: Admission): Readonly<Record<string, string>> {
  return admission.caller ? { ...admission.headers, ...retryAfter(admission.over) } : retryAfter(admission.throttled);
}

export interface AdmissionTexts {
  readonly upgradeUrl: string;
  /** Other names of the header that carries the key. */
  readonly keyAliases: readonly string[];
}

/**
 * The caller that may go on; throws the refusal of every other. The key's header is also what keeps other sites' pages
 * out: a browser sends it across sites only after a preflight, and no other credential exists.
 */
export function admittedCaller(admission: Admission, { upgradeUrl, keyAliases }: AdmissionTexts): Caller {
  if (!admission.caller) {
    const { throttled, hasSeveralKeys } = admission;
    if (hasSeveralKeys) throw refusal('BAD_REQUEST', severalKeysText(keyAliases));
    if (!throttled) throw refusal('UNAUTHENTICATED', "Unauthorized. You shouldn't be here.");
    throw refusal('TOO_MANY_REQUESTS', throttled.error, { limit: throttled.limit, period: throttled.period });
  }
  const { caller, over } = admission;
  if (!over) return caller;
  const { error, limit, period } = over;
  throw refusal('TOO_MANY_REQUESTS', error, { limit, period, tier: caller.plan.toLowerCase(), upgradeUrl });
}

function retryAfter(wait: { readonly retryAfter: number } | undefined): Readonly<Record<string, string>> {
  return wait ? { 'Retry-After': String(wait.retryAfter) } : {};
}
