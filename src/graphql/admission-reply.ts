/** What admission means for an answer of `/graphql`: headers for a known key, a refusal for all that may not go on. */
import type { Admission } from '../auth/admission.ts';
import type { Caller } from '../auth/caller.ts';
import { refusal } from './refusals.ts';
import type { Reply } from './respond.ts';

/** The reply with the caller and the headers that tell it of its quota, or when to come again. */
export function admissionReply(reply: Reply, admission: Admission): Reply {
  if (admission.caller) {
    const { caller, headers, over } = admission;
    return { ...reply, caller, usage: { ...headers, ...retryAfter(over) } };
  }
  return { ...reply, usage: retryAfter(admission.throttled) };
}

/**
 * The caller that may go on; throws the refusal of every other. The key's header is also what keeps other sites' pages
 * out: a browser sends it across sites only after a preflight, and no other credential exists.
 */
export function admittedCaller(admission: Admission, upgradeUrl: string): Caller {
  if (!admission.caller) {
    const { throttled } = admission;
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
