/** Reading and writing API keys. */
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { ApiKeyRecord } from './api-key.entity.ts';
import { isColumnMissing } from './faults.ts';
import { LAST_MOMENT } from './last-moment.ts';
import { read } from './read.ts';

export interface StoredKey {
  readonly id: number;
  readonly plan: string;
  readonly operationsOnly: boolean;
  /** The one thing that the key may do; null where its plan alone says. */
  readonly onlyFor: string | null;
  /** Milliseconds since 1970, or null when the key does not expire. */
  readonly expiresAt: number | null;
}

type StoredKeyRow = { readonly [Name in keyof StoredKey]: StoredKey[Name] | null };

/**
 * A row comes for a key that is not there, too, and takes as long: what it takes to answer says nothing of whether one ever was.
 * So nothing is computed of a row beyond its columns (`to_jsonb` of it took 6 of the 8 microseconds by which it could be told). A
 * revoked key has no row of its own, and is not in the index that this condition has to itself: it ends where one ends that never was.
 */
const keysByHash = (onlyFor: string) => `
  SELECT id, plan, operations_only AS "operationsOnly", ${onlyFor} AS "onlyFor",
         (extract(epoch FROM expires_at) * 1000)::float8 AS "expiresAt"
    FROM api_keys RIGHT JOIN unnest($1::bytea[]) WITH ORDINALITY AS asked (hash, place)
      ON api_keys.hash = asked.hash AND revoked_at IS NULL
   ORDER BY place`;

/** The stored keys with these SHA-256s, in their order, expired ones included; undefined where there is none, or it is revoked. */
export async function findKeysByHash(
  em: EntityManager,
  hashes: readonly Buffer[],
): Promise<readonly (StoredKey | undefined)[]> {
  const rows = await read<StoredKeyRow>(em, keysByHash('only_for'), [hashes]).catch((error: unknown) => {
    // A process that starts before the column is there: no key has it.
    if (isColumnMissing(error)) return read<StoredKeyRow>(em, keysByHash('NULL'), [hashes]);
    throw error;
  });
  // Where there is an id there is a key, and all the rest of it.
  return rows.map((row) => (row.id === null ? undefined : (row as StoredKey)));
}

/** True where a key has this SHA-256, be it revoked: no other may have it. */
export async function isHashTaken(em: EntityManager, hash: Buffer): Promise<boolean> {
  return (await read(em, 'SELECT id FROM api_keys WHERE hash = $1', [hash])).length > 0;
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

/** Stores a key; returns its id. Where `onMade`, which is told it before that, throws, no key is stored. */
export async function insertKey(
  em: EntityManager,
  key: NewKey,
  onMade: (id: number) => void = () => undefined,
): Promise<number> {
  return em.fork().transactional(async (tx) => {
    const id = await tx.insert(ApiKeyRecord, {
      prefix: key.prefix,
      hash: key.hash,
      plan: key.plan,
      name: key.name ?? null,
      expiresAt: key.expiresAt ?? null,
      operationsOnly: key.operationsOnly ?? false,
      onlyFor: key.onlyFor ?? null,
      createdAt: new Date(),
    });
    onMade(id);
    return id;
  });
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

function notAfterLast(ms: number): Date {
  return new Date(Math.min(LAST_MOMENT.getTime(), ms));
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
 * `graceMs`. Undefined when there is no such key or it has stopped already. Where `onMade`, which is told the new one before it is
 * stored, throws, nothing is changed.
 */
export async function rotateKey(
  em: EntityManager,
  oldId: number,
  key: Pick<NewKey, 'prefix' | 'hash'>,
  graceMs: number,
  onMade: (made: RotatedKey) => void = () => undefined,
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
    const expiresAt = end && notAfterLast(now.getTime() + end.getTime() - old.createdAt.getTime());
    const id = await tx.insert(ApiKeyRecord, {
      ...key,
      plan,
      name,
      operationsOnly,
      onlyFor,
      createdAt: now,
      expiresAt,
    });
    const graceEnd = notAfterLast(now.getTime() + graceMs);
    const oldEndsAt = end !== null && end < graceEnd ? end : graceEnd;
    if (graceMs === 0) old.revokedAt = now;
    else old.expiresAt = oldEndsAt;
    const made = { id, plan, name, expiresAt, oldEndsAt };
    onMade(made);
    return made;
  });
}
