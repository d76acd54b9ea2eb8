/** What the commands of `geo keys` do. */
import { writeSync } from 'node:fs';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Command } from 'commander';
import { generateKey, hashKey, keyPrefix } from '../auth/key-format.ts';
import type { Purpose } from '../auth/caller.ts';
import type { Plan } from '../auth/plans.ts';
import { insertKey, listKeys, revokeKey, rotateKey } from '../db/api-key.queries.ts';
import { CommandError } from './failure.ts';
import { escaped, print } from './print.ts';
import { withDatabase } from './with-database.ts';

export interface JsonOption {
  readonly json: boolean;
}

export interface CreateOptions {
  readonly plan: Plan;
  readonly name?: string;
  readonly expires?: Date;
  readonly operationsOnly: boolean;
  readonly only?: Purpose;
  readonly json: boolean;
}

export async function create(
  { plan, name, expires, operationsOnly, only, json }: CreateOptions,
  command: Command,
): Promise<void> {
  const key = generateKey();
  const prefix = keyPrefix(key);
  const values = { prefix, hash: hashKey(key), plan, name, expiresAt: expires, operationsOnly, onlyFor: only };
  await withDatabase(command, async ({ em }) => {
    const id = await insertKey(em, values);
    const made = { id, key, plan: plan.toLowerCase(), name: name ?? null, expiresAt: expires?.toISOString() ?? null };
    await showOnce(
      em,
      id,
      json ? JSON.stringify(made) : `${key}\n(id ${id}, plan ${made.plan}; this is the only time the key is shown)`,
    );
  });
}

/** Writes what tells a new key, and revokes it where that cannot be written: nobody has seen it. */
async function showOnce(em: EntityManager, id: number, told: string): Promise<void> {
  try {
    // At once: what a stream is given may still be lost.
    writeSync(process.stdout.fd, `${told}\n`);
  } catch (error) {
    await revokeKey(em, id);
    throw new CommandError(
      `key ${id} could not be shown (${(error as Error).message}), so it is revoked: make another`,
    );
  }
}

export async function list({ json }: JsonOption, command: Command): Promise<void> {
  const rows = (await withDatabase(command, ({ em }) => listKeys(em))).map((key) => ({
    id: key.id,
    prefix: key.prefix,
    plan: key.plan.toLowerCase(),
    name: key.name ?? null,
    operationsOnly: key.operationsOnly,
    onlyFor: key.onlyFor ?? null,
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
  }));
  if (json) print(JSON.stringify(rows));
  else if (rows.length === 0) print('no keys yet: geo keys create --plan professional');
  else for (const row of rows) print(line(row));
}

function line(row: {
  id: number;
  prefix: string;
  plan: string;
  name: string | null;
  onlyFor: string | null;
  expiresAt: string | null;
  revokedAt: string | null;
}) {
  const state = row.revokedAt ? `revoked ${row.revokedAt}` : row.expiresAt ? `expires ${row.expiresAt}` : 'active';
  return `${String(row.id).padStart(5)}  ${row.prefix}…  ${row.plan.padEnd(13)} ${state.padEnd(34)} ${escaped(row.name ?? '')}${row.onlyFor ? ` (${row.onlyFor} only)` : ''}`.trimEnd();
}

export async function revoke(id: number, { json }: JsonOption, command: Command): Promise<void> {
  const revoked = await withDatabase(command, ({ em }) => revokeKey(em, id));
  if (!revoked) throw new CommandError(`there is no active key ${id}; see geo keys list`);
  print(json ? JSON.stringify({ id, revoked }) : `key ${id} is revoked`);
}

export interface RotateOptions {
  readonly grace: number;
  readonly json: boolean;
}

export async function rotate(oldId: number, { grace, json }: RotateOptions, command: Command): Promise<void> {
  const key = generateKey();
  await withDatabase(command, async ({ em }) => {
    const made = await rotateKey(em, oldId, { prefix: keyPrefix(key), hash: hashKey(key) }, grace);
    if (!made) throw new CommandError(`there is no active key ${oldId}; see geo keys list`);
    const { id, name } = made;
    const plan = made.plan.toLowerCase();
    const oldEndsAt = made.oldEndsAt.toISOString();
    const expiresAt = made.expiresAt?.toISOString() ?? null;
    await showOnce(
      em,
      id,
      json
        ? JSON.stringify({ id, key, plan, name, expiresAt, old: { id: oldId, endsAt: oldEndsAt } })
        : `${key}\n(id ${id}, plan ${plan}; this is the only time the key is shown; key ${oldId} stops ${grace === 0 ? 'now' : oldEndsAt})`,
    );
  });
}
