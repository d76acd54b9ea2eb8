/** Reading and writing API keys. */
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { ApiKeyRecord } from './api-key.entity.ts';
import { read } from './read.ts';

export interface StoredKey {
  readonly id: number;
  readonly plan: string;
  readonly operationsOnly: boolean;
  /** The one thing that the key may do; null where its plan alone says. */
  readonly onlyFor: string | null;
  /** Milliseconds since 1970, or null when the key does not expire. */
  readonly expiresAt: number | null;
  readonly revoked: boolean;
}

/** The stored key with this SHA-256, revoked and expired ones included; undefined when there is none. */
export async function findKeyByHash(em: EntityManager, hash: Buffer): Promise<StoredKey | undefined> {
  const rows = await read<StoredKey>(
    em,
    // By name as JSON: a process that starts before the column is there must not take that for a fault.
    `SELECT id, plan, operations_only AS "operationsOnly", to_jsonb(api_keys) ->> 'only_for' AS "onlyFor", revoked_at IS NOT NULL AS revoked,
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
  readonly onlyFor?: string | undefined;
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
    onlyFor: key.onlyFor ?? null,
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

export interface RotatedKey {
  readonly id: number;
  readonly plan: string;
  readonly name: string | null;
  readonly expiresAt: Date | null;
  /** When the old key stops. */
  readonly oldEndsAt: Date;
}

/**
 * Puts a new key in the place of an old one: plan, name and length of life are the old one's, which itself stops after
 * `graceMs`. Undefined when there is no such key or it has stopped already.
 */
export async function rotateKey(
  em: EntityManager,
  oldId: number,
  key: Pick<NewKey, 'prefix' | 'hash'>,
  graceMs: number,
): Promise<RotatedKey | undefined> {
  return em.fork().transactional(async (tx) => {
    const now = new Date();
    const old = await tx.findOne(
      ApiKeyRecord,
      { id: oldId, revokedAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!old) return undefined;
    const { plan, name = null, operationsOnly, onlyFor = null } = old;
    const end = old.expiresAt ?? null;
    if (end !== null && end <= now) return undefined;
    const expiresAt = end && new Date(now.getTime() + end.getTime() - old.createdAt.getTime());
    const id = await tx.insert(ApiKeyRecord, {
      ...key,
      plan,
      name,
      operationsOnly,
      onlyFor,
      createdAt: now,
      expiresAt,
    });
    const graceEnd = new Date(now.getTime() + graceMs);
    const oldEndsAt = end !== null && end < graceEnd ? end : graceEnd;
    if (graceMs === 0) old.revokedAt = now;
    else old.expiresAt = oldEndsAt;
    return { id, plan, name, expiresAt, oldEndsAt };
  });
}
