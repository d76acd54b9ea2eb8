/** Slows the guessing of keys: an address that tries too many different wrong ones is told to wait. */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { networkOf } from './network.ts';

/** Different wrong keys that one address may try in a minute. */
export const GUESSES_A_MINUTE = 20;
const WINDOW_MS = 60_000;
const MAX_ADDRESSES = 10_000;

interface Guesses {
  /** The start of the minute, on the monotonic clock. */
  readonly since: number;
  readonly keys: Set<string>;
}

export interface GuessThrottle {
  /** Seconds for which an address is throttled; undefined when it is not. */
  throttledFor(address: string): number | undefined;
  /** A key from this address turned out wrong. The same wrong key again is a mistake and no further guess. */
  failed(address: string, key: string): void;
}

/** @param monotonicNow milliseconds on a clock that never goes back */
export function createGuessThrottle(monotonicNow: () => number = () => performance.now()): GuessThrottle {
  const addresses = new LRUCache<string, Guesses>({ max: MAX_ADDRESSES });

  function guessesOf(address: string): Guesses | undefined {
    const known = addresses.get(networkOf(address));
    return known && monotonicNow() - known.since < WINDOW_MS ? known : undefined;
  }

  return {
    throttledFor(address) {
      const guesses = guessesOf(address);
      if (!guesses || guesses.keys.size <= GUESSES_A_MINUTE) return undefined;
      return Math.max(1, Math.ceil((guesses.since + WINDOW_MS - monotonicNow()) / 1000));
    },
    failed(address, key) {
      const guesses = guessesOf(address) ?? { since: monotonicNow(), keys: new Set<string>() };
      if (guesses.keys.size > GUESSES_A_MINUTE) return;
      guesses.keys.add(hash('sha256', key, 'base64url').slice(0, 16));
      addresses.set(networkOf(address), guesses);
    },
  };
}
