/** What the commands of `geo keys` do. */
import { fstatSync, statSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import type { Command } from 'commander';
import { generateKey, hashKey, keyPrefix } from '../auth/key-format.ts';
import type { Purpose } from '../auth/caller.ts';
import type { Plan } from '../auth/plans.ts';
import { insertKey, listKeys, type RotatedKey, revokeKey, rotateKey } from '../db/api-key.queries.ts';
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
  const show = (id: number) => {
    const made = { id, key, plan: plan.toLowerCase(), name: name ?? null, expiresAt: expires?.toISOString() ?? null };
    const said = `${key}\n(id ${id}, plan ${made.plan}; this is the only time the key is shown)`;
    showOnce(json ? JSON.stringify(made) : said);
  };
  await withDatabase(command, ({ em }) => insertKey(em, values, show));
}

/** Shows a key before it is stored: of one that nobody has seen nothing is to stay. */
function showOnce(told: string): void {
  try {
    // Node.js opens it in the place of a closed standard output, too.
    if (fstatSync(process.stdout.fd).rdev === statSync(devNull).rdev) throw new Error('standard output leads nowhere');
    // At once: what a stream is given may still be lost.
    writeSync(process.stdout.fd, `${told}\n`);
  } catch (error) {
    throw new CommandError(`the new key could not be shown (${(error as Error).message}), so nothing was changed`);
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
  const show = ({ id, name, plan, oldEndsAt, expiresAt }: RotatedKey) => {
    const endsAt = oldEndsAt.toISOString();
    const made = { id, key, plan: plan.toLowerCase(), name, expiresAt: expiresAt?.toISOString() ?? null };
    const stops = `key ${oldId} stops ${grace === 0 ? 'now' : endsAt}`;
    const said = `${key}\n(id ${id}, plan ${made.plan}; this is the only time the key is shown; ${stops})`;
    showOnce(json ? JSON.stringify({ ...made, old: { id: oldId, endsAt } }) : said);
  };
  const values = { prefix: keyPrefix(key), hash: hashKey(key) };
  const made = await withDatabase(command, ({ em }) => rotateKey(em, oldId, values, grace, show));
  if (!made) throw new CommandError(`there is no active key ${oldId}; see geo keys list`);
}
