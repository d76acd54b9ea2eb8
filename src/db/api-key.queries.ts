/** Reading and writing API keys. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { ApiKeyRecord } from './api-key.entity.ts';
import { read } from './read.ts';

export interface StoredKey {
  readonly id: number;
  readonly plan: string;
  readonly operationsOnly: boolean;
  /** Milliseconds since 1970, or null when the key does not expire. */
  readonly expiresAt: number | null;
  readonly revoked: boolean;
}

/** The stored key with this SHA-256, revoked and expired ones included; undefined when there is none. */
export async function findKeyByHash(em: EntityManager, hash: Buffer): Promise<StoredKey | undefined> {
  const rows = await read<StoredKey>(
    em,
    `SELECT id, plan, operations_only AS "operationsOnly", revoked_at IS NOT NULL AS revoked,
            (extract(epoch FROM expires_at) * 1000)::float8 AS "expiresAt"
       FROM api_keys WHERE hash = $1`,
    [hash],
  );
  return rows[0];
}

export interface NewKey {
  readonly prefix: string;
  readonly hash: Buffer;
  readonly plan: string;
  readonly name?: string | undefined;
  readonly expiresAt?: Date | undefined;
  readonly operationsOnly?: boolean | undefined;
}

/** Stores a key; returns its id. */
export async function insertKey(em: EntityManager, key: NewKey): Promise<number> {
  const record = em.fork().create(ApiKeyRecord, {
    prefix: key.prefix,
    hash: key.hash,
    plan: key.plan,
    name: key.name ?? null,
    expiresAt: key.expiresAt ?? null,
    operationsOnly: key.operationsOnly ?? false,
    createdAt: new Date(),
  });
  return em.fork().insert(record);
}

/** All keys, oldest first. */
export async function listKeys(em: EntityManager): Promise<ApiKeyRecord[]> {
  return em.fork().findAll(ApiKeyRecord, { orderBy: { id: 'asc' } });
}

/** Revokes a key by id; false when there is no such key or it is revoked already. */
export async function revokeKey(em: EntityManager, id: number): Promise<boolean> {
  const changed = await em.fork().nativeUpdate(ApiKeyRecord, { id, revokedAt: null }, { revokedAt: new Date() });
  return changed > 0;
}
