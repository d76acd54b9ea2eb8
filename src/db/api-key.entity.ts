/** An API key as it is stored: the SHA-256 of the key, never the key. */
import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';

export const ApiKeyRecord = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  properties: {
    id: p.integer().primary().autoincrement(),
    prefix: p.string().columnType('text'),
    hash: p.blob(),
    plan: p.string().columnType('text'),
    name: p.string().columnType('text').nullable(),
    operationsOnly: p.boolean().default(false),
    onlyFor: p.string().columnType('text').nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
});

export type ApiKeyRecord = InferEntity<typeof ApiKeyRecord>;
