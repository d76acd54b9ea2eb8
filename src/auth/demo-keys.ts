/** One key a plan for the embedded default, so that a first start can be tried at once. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { insertKey, isHashTaken } from '../db/api-key.queries.ts';
import { generateKey, hashKey, isWellFormedKey, keyPrefix } from './key-format.ts';
import { PLAN_NAMES } from './plans.ts';

/** Keys by plan name in lower case. */
export type DemoKeys = Readonly<Record<string, string>>;

/** The file in a data folder that has its demo keys. */
export function demoKeysFile(dataDir: string): string {
  return join(dataDir, 'demo-keys.json');
}

/**
 * The demo keys of a data folder, made and stored on the first start in `demo-keys.json` (mode 0600).
 * A key that the database does not know (the file was copied, or the database made anew) is stored again as it is; one that was revoked
 * stays so.
 */
export async function ensureDemoKeys(em: EntityManager, dataDir: string): Promise<DemoKeys> {
  const known = await readDemoKeys(dataDir);
  const keys: Record<string, string> = {};
  for (const plan of PLAN_NAMES) {
    const name = plan.toLowerCase();
    const key = known[name] ?? generateKey();
    const hash = hashKey(key);
    if (!(await isHashTaken(em, hash))) {
      await insertKey(em, { prefix: keyPrefix(key), hash, plan, name: `demo (${name})` });
    }
    keys[name] = key;
  }
  await replaceFile(demoKeysFile(dataDir), `${JSON.stringify(keys, null, 2)}\n`);
  return keys;
}

/** Whole or not at all, and readable for its owner only, whatever stood there before. */
async function replaceFile(file: string, text: string): Promise<void> {
  const fresh = `${file}.new`;
  await rm(fresh, { force: true });
  await writeFile(fresh, text, { mode: 0o600 });
  await rename(fresh, file);
}

/** The demo keys on file; empty when there are none or the file is damaged. */
export async function readDemoKeys(dataDir: string): Promise<DemoKeys> {
  try {
    const stored: unknown = JSON.parse(await readFile(demoKeysFile(dataDir), 'utf8'));
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).filter(([, key]) => typeof key === 'string' && isWellFormedKey(key)),
    );
  } catch {
    return {};
  }
}
