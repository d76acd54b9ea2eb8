import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ensureDemoKeys, readDemoKeys } from '../../src/auth/demo-keys.ts';
import { hashKey, isWellFormedKey } from '../../src/auth/key-format.ts';
import { findKeysByHash, revokeKey } from '../../src/db/api-key.queries.ts';
import { openDatabase } from '../../src/db/orm.ts';
import { PATIENT_LIMITS } from '../service.ts';

const NAMES = ['community', 'starter', 'legacy', 'supporter', 'professional', 'business'];

describe('demo keys', () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let folder: string;
  beforeAll(async () => {
    const [home] = inject('homes');
    if (!home) throw new Error('there is always an embedded home');
    database = await openDatabase(home.home, home.target, PATIENT_LIMITS);
    folder = await mkdtemp(join(tmpdir(), 'geo-keys-'));
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  it('are one a plan, on file for the owner only and valid in the database', async () => {
    const keys = await ensureDemoKeys(database.em, folder);
    const file = join(folder, 'demo-keys.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(keys);
    expect(Object.keys(keys).toSorted()).toEqual(NAMES.toSorted());
    for (const [plan, key] of Object.entries(keys)) {
      expect(isWellFormedKey(key)).toBe(true);
      const [stored] = await findKeysByHash(database.em, [hashKey(key)]);
      expect(stored?.plan.toLowerCase()).toBe(plan);
    }
    expect(await readdir(folder)).toEqual(['demo-keys.json']);
  });

  it('that were revoked stay so, and the next start is none the worse for it', async () => {
    const keys = await ensureDemoKeys(database.em, folder);
    const hash = hashKey(keys['starter'] ?? '');
    const [stored] = await findKeysByHash(database.em, [hash]);
    expect(await revokeKey(database.em, stored?.id ?? 0)).toBe(true);
    expect(await ensureDemoKeys(database.em, folder)).toEqual(keys);
    expect(await findKeysByHash(database.em, [hash])).toEqual([undefined]);
  });

  it('stay the same at the next start, and become private again when the file was opened up', async () => {
    const before = await readDemoKeys(folder);
    await chmod(join(folder, 'demo-keys.json'), 0o644);
    expect(await ensureDemoKeys(database.em, folder)).toEqual(before);
    expect((await stat(join(folder, 'demo-keys.json'))).mode & 0o777).toBe(0o600);
  });

  it.each(['', '{', '[]', 'null', '{"business":"geo_forged","community":7,"__proto__":{"x":1}}'])(
    'are made anew where the file holds %j',
    async (text) => {
      await writeFile(join(folder, 'demo-keys.json'), text);
      const keys = await ensureDemoKeys(database.em, folder);
      expect(Object.keys(keys).toSorted()).toEqual(NAMES.toSorted());
      for (const key of Object.values(keys)) expect(isWellFormedKey(key)).toBe(true);
    },
  );
});
