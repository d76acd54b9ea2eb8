/** Looks keys up in the database, many in one statement: with thousands of keys in use each of them is due every few seconds. */
import type { EntityManager } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import { findKeysByHash, type StoredKey } from '../db/api-key.queries.ts';

/** So long keys that nobody waits for are gathered, in milliseconds. */
const GATHERED_MS = 50;
const MOST_AT_ONCE = 1_000;

export interface KeyLookUps {
  /** Undefined where no stored key has this SHA-256; those that are asked for in one turn share a statement. */
  now(hash: Buffer): Promise<StoredKey | undefined>;
  /** The same for a key that nobody waits for. */
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
