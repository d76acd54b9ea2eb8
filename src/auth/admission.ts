/** May this request go on? Key, guessing and quota, in this order, for every lane alike. */
import type { Caller, Purpose } from './caller.ts';
import type { CallerDirectory } from './caller-directory.ts';
import { GUESSES_A_MINUTE, type GuessThrottle } from './guess-throttle.ts';
import { createKeyReader } from './key-headers.ts';
import type { Metered, OverQuota, QuotaMeter } from './quota.ts';

/** A request as far as admission looks at it. */
export interface Applicant {
  header(name: string): string | undefined;
  readonly remoteAddress?: string | undefined;
  /** What is asked for, where keys may be bound to that. */
  readonly purpose?: Purpose;
  /** What carries the request and may carry the next one. */
  readonly connection?: object | undefined;
}

/** A known key: who asks, and the headers that every answer to it carries. */
export interface Admitted {
  readonly caller: Caller;
  readonly headers: Readonly<Record<string, string>>;
  /** Set where the quota of the caller is used up. */
  readonly over: OverQuota | undefined;
}

/** No key, a wrong one, or two that differ; `throttled` where its address has tried too many. */
export interface Unknown {
  readonly caller: undefined;
  readonly throttled: Throttled | undefined;
  /** True where two headers carry different keys. */
  readonly hasSeveralKeys?: true;
}

export interface Throttled {
  readonly error: string;
  readonly limit: number;
  readonly period: 'minute';
  readonly retryAfter: number;
}

export type Admission = Admitted | Unknown;

export interface AdmissionDesk {
  /** Looks at the key and counts the request; a promise only when something has to be waited for. */
  admit(request: Applicant): Admission | Promise<Admission>;
}

export interface AdmissionOptions {
  readonly directory: CallerDirectory;
  readonly meter: QuotaMeter;
  readonly throttle: GuessThrottle;
  /** Other names of the header that carries the key. */
  readonly keyAliases: readonly string[];
  addressOf(request: Applicant): string | undefined;
}

const UNKNOWN: Unknown = Object.freeze({ caller: undefined, throttled: undefined });
const SEVERAL_KEYS: Unknown = Object.freeze({ caller: undefined, throttled: undefined, hasSeveralKeys: true });

export function createAdmissionDesk({
  directory,
  meter,
  throttle,
  keyAliases,
  addressOf,
}: AdmissionOptions): AdmissionDesk {
  const keyOf = createKeyReader(keyAliases);

  function meet(
    request: Applicant,
    key: string | undefined,
    caller: Caller | undefined,
  ): Admission | Promise<Admission> {
    if (!caller) return key === undefined ? UNKNOWN : turnedAway(key, addressOf(request));
    // A key that is bound to something is none elsewhere.
    if (caller.onlyFor !== undefined && caller.onlyFor !== request.purpose) return UNKNOWN;
    const metered = meter.take(caller);
    const admitted = ({ headers, over }: Metered): Admitted => ({ caller, headers, over });
    return metered instanceof Promise ? metered.then(admitted) : admitted(metered);
  }

  /** A wrong key: only those fail that are wrong, so a good one goes on whoever else sits behind the same address. */
  function turnedAway(key: string, address: string | undefined): Unknown {
    if (address === undefined) return UNKNOWN;
    const retryAfter = throttle.throttledFor(address);
    throttle.failed(address, key);
    if (retryAfter === undefined) return UNKNOWN;
    const throttled = { error: 'Rate limit exceeded.', limit: GUESSES_A_MINUTE, period: 'minute', retryAfter } as const;
    return { caller: undefined, throttled };
  }

  return {
    admit(request) {
      const sent = keyOf(request);
      if (sent === 'several') return SEVERAL_KEYS;
      const { key } = sent;
      const found = directory.find(key, request.connection);
      return found instanceof Promise ? found.then((caller) => meet(request, key, caller)) : meet(request, key, found);
    },
  };
}
