/** From the key in a header to the caller, through a short-lived memory so that a busy key costs no statement. */
import type { EntityManager } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import type { StoredKey } from '../db/api-key.queries.ts';
import { DatabaseAwayError, isTableMissing } from '../db/faults.ts';
import type { Caller } from './caller.ts';
import { hashKey, isWellFormedKey } from './key-format.ts';
import { createKeyLookUps, type KeyLookUps } from './key-look-ups.ts';
import { planNamed, tierOf } from './plans.ts';

/** Within this age an entry is used as it is; a revoked key therefore stops within 5 s in every process. */
const FRESH_MS = 2_000;
/** Up to this age an entry is used while it is looked up again behind the request. */
const STALE_MS = 4_500;
const MAX_ENTRIES = 50_000;

interface Entry {
  readonly stored: StoredKey | undefined;
  readonly caller: Caller | undefined;
  /** When it was asked for: what the answer says may be as old. */
  readonly checkedAt: number;
  refreshing: boolean;
}

export interface CallerDirectory {
  /**
   * The caller that a key names, undefined for every cause of a 401; a promise only when the database is asked. `connection` is
   * what the key came on: the digest of a key that comes on it again is known.
   */
  find(key: string | undefined, connection?: object): Caller | undefined | Promise<Caller | undefined>;
}

/** A well-formed key and its digest. */
interface Digested {
  readonly key: string;
  readonly hash: Buffer;
  readonly digest: string;
}

export interface CallerDirectoryOptions {
  readonly em: EntityManager;
  /** Tells a database that is out of reach from a fault of our own. */
  readonly isUnavailable: (error: unknown) => boolean;
  /** False while the database is known to be away: then it is not asked, and nobody waits for it. */
  readonly isReachable?: () => boolean;
  /** Rejects where the database has no longer what it had: it is restored just now, or keys are hidden. */
  readonly assertUsable?: () => Promise<void>;
  /**
   * While the database is out of reach, keys go on for this long after they were last looked up. A process that is cut off
   * cannot hear that a key was revoked, so this is also how long such a key may live on there. A minute by default.
   */
  readonly graceMs?: number;
  /** Milliseconds on a clock that never goes back. */
  readonly monotonicNow?: () => number;
  /** Milliseconds since 1970, for expiry dates. */
  readonly wallNow?: () => number;
}

export function createCallerDirectory({
  em,
  isUnavailable,
  isReachable = () => true,
  assertUsable = () => Promise.resolve(),
  graceMs = 60_000,
  monotonicNow = () => performance.now(),
  wallNow = () => Date.now(),
}: CallerDirectoryOptions): CallerDirectory {
  // Keyed by digest: no key is kept in memory longer than the connection that it came on.
  const entries = new LRUCache<string, Entry>({ max: MAX_ENTRIES });
  const running = new Map<string, Promise<Entry>>();
  const lookUps = createKeyLookUps(em);
  /** Asked once for all keys that one statement has missed. */
  const losses = new DataLoader<string, void>(
    async (missed) => {
      await assertUsable().catch(asAway);
      return missed.map(() => undefined);
    },
    { cache: false },
  );
  /** What came last on each connection: a client that keeps one sends its key again. */
  const digests = new WeakMap<object, Digested>();

  function digested(key: string, connection: object | undefined): Digested | undefined {
    const known = connection && digests.get(connection);
    if (known?.key === key) return known;
    if (!isWellFormedKey(key)) return undefined;
    const hash = hashKey(key);
    const made = { key, hash, digest: hash.toString('latin1') };
    if (connection) digests.set(connection, made);
    return made;
  }

  function lookUp(when: keyof KeyLookUps, digest: string, hash: Buffer): Promise<Entry> {
    const known = running.get(digest);
    if (known) return known;
    const checkedAt = monotonicNow();
    const asked = isReachable() ? lookUps[when](hash) : Promise.reject(new DatabaseAwayError());
    const look = asked
      .catch((error: unknown) => {
        // The service listens before the migrations have run: there are no keys yet, and that is no fault.
        throw isTableMissing(error) ? new DatabaseAwayError() : error;
      })
      .then(async (stored) => {
        // One that goes is revoked, or all of them went.
        if (!stored && entries.get(digest)?.stored) await losses.load(digest);
        const entry: Entry = { stored, caller: callerOf(stored), checkedAt, refreshing: false };
        entries.set(digest, entry);
        return entry;
      })
      .finally(() => running.delete(digest));
    running.set(digest, look);
    return look;
  }

  async function checked(digest: string, hash: Buffer, known: Entry | undefined): Promise<Caller | undefined> {
    try {
      return valid(await lookUp('now', digest, hash));
    } catch (error) {
      // One that was not there may have been hidden or not restored yet, or be made by now.
      const usable = known?.stored !== undefined && monotonicNow() - known.checkedAt < graceMs;
      if (usable && isUnavailable(error)) return valid(known);
      throw error;
    }
  }

  function valid(entry: Entry): Caller | undefined {
    const expiresAt = entry.stored?.expiresAt ?? null;
    return expiresAt !== null && expiresAt <= wallNow() ? undefined : entry.caller;
  }

  return {
    find(key, connection) {
      const sent = key === undefined ? undefined : digested(key, connection);
      if (!sent) return undefined;
      const { hash, digest } = sent;
      const entry = entries.get(digest);
      const age = entry ? monotonicNow() - entry.checkedAt : Number.POSITIVE_INFINITY;
      // One that was not there may be by now: while the database is away nobody can say.
      if (entry && age < STALE_MS && (entry.stored || isReachable())) {
        if (age >= FRESH_MS && !entry.refreshing) {
          entry.refreshing = true;
          lookUp('soon', digest, hash).catch(() => {
            entry.refreshing = false; // The next request tries again; past STALE_MS it waits for the answer.
          });
        }
        return valid(entry);
      }
      return checked(digest, hash, entry);
    },
  };
}

function asAway(cause: unknown): never {
  throw new DatabaseAwayError({ cause });
}

function callerOf(stored: StoredKey | undefined): Caller | undefined {
  const plan = stored && planNamed(stored.plan);
  if (!stored || !plan) return undefined;
  const { id: keyId, operationsOnly, onlyFor } = stored;
  return Object.freeze({ keyId, plan, tier: tierOf(plan), operationsOnly, onlyFor: onlyFor ?? undefined });
}
