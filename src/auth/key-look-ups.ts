/** Looks keys up in the database, many in one statement: with thousands of keys in use each of them is due every few seconds. */
import type { EntityManager } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import { findKeysByHash, type StoredKey } from '../db/api-key.queries.ts';

/** So long keys that nobody waits for are gathered, in milliseconds. */
const GATHERED_MS = 50;
const MOST_AT_ONCE = 1_000;

export interface KeyLookUps {
  /** For a request that waits: asked at the end of the turn, those of a turn in one statement. Undefined where no key that goes on has this SHA-256. */
  now(hash: Buffer): Promise<StoredKey | undefined>;
  /** For a key that is due and that nobody waits for: asked within 50 ms, in one statement with others. */
  soon(hash: Buffer): Promise<StoredKey | undefined>;
}

export function createKeyLookUps(em: EntityManager): KeyLookUps {
  const loader = (schedule: (send: () => void) => void) =>
    new DataLoader((hashes: readonly Buffer[]) => findKeysByHash(em, hashes), {
      cache: false,
      maxBatchSize: MOST_AT_ONCE,
      batchScheduleFn: schedule,
    });
  const [waiting, behind] = [
    loader((send) => void setImmediate(send)),
    loader((send) => void setTimeout(send, GATHERED_MS).unref()),
  ];
  return { now: (hash) => waiting.load(hash), soon: (hash) => behind.load(hash) };
}
