import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { createCallerDirectory } from '../../src/auth/caller-directory.ts';
import { generateKey, hashKey, keyPrefix } from '../../src/auth/key-format.ts';
import { findKeysByHash, insertKey, revokeKey } from '../../src/db/api-key.queries.ts';
import { isDatabaseUnavailable } from '../../src/db/faults.ts';
import { openDatabase } from '../../src/db/orm.ts';
import { read } from '../../src/db/read.ts';
import { databaseProxy } from '../database-proxy.ts';
import { HOMES } from '../db/import/scratch-database.ts';
import { openService, PATIENT_LIMITS, type TestService } from '../service.ts';
import { countingSql } from '../sql-count.ts';

const WITH_KEYS = { withKeys: true };
const DAY_MS = 86_400_000;

describe.each(inject('homes'))('keys on $home', (home) => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService(home);
  });
  afterAll(() => service.close());

  async function store(options: { expiresAt?: Date; plan?: string } = {}): Promise<{ key: string; id: number }> {
    const key = generateKey();
    const id = await insertKey(service.database.em, {
      prefix: keyPrefix(key),
      hash: hashKey(key),
      plan: options.plan ?? 'Business',
      name: 'a note',
      expiresAt: options.expiresAt,
    });
    return { key, id };
  }

  function directory() {
    const clock = { now: 1_000_000 };
    const callers = createCallerDirectory({
      em: service.database.em,
      isUnavailable: isDatabaseUnavailable,
      monotonicNow: () => clock.now,
      wallNow: () => Date.now() + clock.now - 1_000_000,
    });
    return { clock, callers };
  }

  it('are stored as their SHA-256 and nothing that leads back to them', async () => {
    const { key, id } = await store();
    const [row] = await read<Record<string, unknown>>(service.database.em, 'SELECT * FROM api_keys WHERE id = $1', [
      id,
    ]);
    expect(row?.['hash']).toEqual(hashKey(key));
    const everything = await read<{ text: string }>(
      service.database.em,
      'SELECT api_keys::text AS text FROM api_keys',
      [],
    );
    for (const { text } of everything) {
      expect(text).not.toContain(key.slice(10));
      expect(text).not.toContain(key.slice(10, 20));
      expect(text).not.toContain(key.slice(-12));
    }
  });

  it('are looked up once while they are fresh', async () => {
    const { key } = await store();
    const { callers } = directory();
    const { statements } = await countingSql(async () => {
      await Promise.all(Array.from({ length: 50 }, () => callers.find(key)));
      for (let turn = 0; turn < 50; turn++) await callers.find(key);
    }, WITH_KEYS);
    expect(statements).toHaveLength(1);
  });

  it('that are unknown cost one statement for a while, malformed ones none', async () => {
    const { callers } = directory();
    const key = generateKey();
    const { statements } = await countingSql(async () => {
      for (let turn = 0; turn < 20; turn++) expect(await callers.find(key)).toBeUndefined();
      for (const bad of [undefined, '', 'x', `${key}x`, key.slice(1)]) expect(await callers.find(bad)).toBeUndefined();
    }, WITH_KEYS);
    expect(statements).toHaveLength(1);
  });

  it('that come in one turn are looked up together, each for itself', async () => {
    const stored = await Promise.all(['Business', 'Starter', 'Supporter'].map((plan) => store({ plan })));
    const [, revoked] = stored;
    if (revoked) await revokeKey(service.database.em, revoked.id);
    const asked = [...stored.map(({ key }) => key), generateKey(), stored[0]?.key];
    const { callers, clock } = directory();
    const plans = async () => (await Promise.all(asked.map((key) => callers.find(key)))).map((caller) => caller?.plan);
    const first = await countingSql(plans, WITH_KEYS);
    expect(first.statements).toHaveLength(1);
    expect(first.result).toEqual(['Business', undefined, 'Supporter', undefined, 'Business']);
    if (stored[0]) await revokeKey(service.database.em, stored[0].id);
    clock.now += 3_000;
    const again = await countingSql(async () => {
      expect(await plans()).toEqual(first.result);
      await expect.poll(plans).toEqual([undefined, undefined, 'Supporter', undefined, undefined]);
    }, WITH_KEYS);
    expect(again.statements).toHaveLength(1);
  });

  it('that are revoked are in the database what one is that never was', async () => {
    const { em } = service.database;
    const [revoked, other] = [await store(), await store()];
    await revokeKey(em, revoked.id);
    const found = await findKeysByHash(em, [revoked.key, generateKey(), other.key].map(hashKey));
    expect(found.map((each) => each?.id)).toEqual([undefined, undefined, other.id]);
  });

  it('that are revoked are not even found and left out', async () => {
    const { em } = service.database;
    const { statements } = await countingSql(() => findKeysByHash(em, [hashKey(generateKey())]), WITH_KEYS);
    const some = `INSERT INTO api_keys (prefix, hash, plan, revoked_at) SELECT 'x', sha256(i::text::bytea), 'Business', now() FROM generate_series(1, 1000) i`;
    await read(em, some, []);
    await read(em, 'ANALYZE api_keys', []);
    const plan = await read<{ 'QUERY PLAN': string }>(em, `EXPLAIN ${statements[0]}`, [[hashKey(generateKey())]]);
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toContain('api_keys_not_revoked');
    expect(text).not.toMatch(/Filter: .*revoked_at|api_keys_hash_key/);
  });

  it('stop within five seconds of being revoked, however they are used', async () => {
    for (const pauses of [
      [5_000],
      [4_400, 600],
      [1_000, 1_000, 1_000, 1_000, 1_000],
      Array.from({ length: 50 }, () => 100),
    ]) {
      const { key, id } = await store();
      const { callers, clock } = directory();
      expect(await callers.find(key)).toMatchObject({ plan: 'Business' });
      await revokeKey(service.database.em, id);
      for (const pause of pauses) {
        clock.now += pause;
        await callers.find(key);
        // A look-up behind a request has the time that a request takes.
        await read(service.database.em, 'SELECT 1', []);
      }
      expect([pauses.length, await callers.find(key)]).toEqual([pauses.length, undefined]);
    }
  });

  it('stop within five seconds of being revoked, however late the answer is that did not know of it yet', async () => {
    const { key, id } = await store();
    const { callers, clock } = directory();
    const asked = callers.find(key);
    // So long a statement may take. What it reads is as old as its beginning, and the key may be revoked a moment after that.
    clock.now += 950;
    expect(await asked).toMatchObject({ plan: 'Business' });
    await revokeKey(service.database.em, id);
    clock.now += 5_000 - 950;
    expect(await callers.find(key)).toBeUndefined();
  });

  it('stop in another gateway too, on the real clock', async () => {
    await using other = await openService(home);
    const { key, id } = await store();
    const statusOf = async () => (await other.get('/v1/countries/JP', null, { 'X-SVCAPI-KEY': key })).status;
    expect(await statusOf()).toBe(200);
    await revokeKey(service.database.em, id);
    await expect.poll(statusOf, { timeout: 5_000, interval: 250 }).toBe(401);
    expect(await revokeKey(service.database.em, id)).toBe(false);
  });

  it('begin to work soon after they were made, even when they were tried before', async () => {
    const { callers, clock } = directory();
    const key = generateKey();
    expect(await callers.find(key)).toBeUndefined();
    await insertKey(service.database.em, { prefix: keyPrefix(key), hash: hashKey(key), plan: 'Starter' });
    clock.now += 5_000;
    expect(await callers.find(key)).toMatchObject({ plan: 'Starter', tier: 'basic', operationsOnly: false });
  });

  it('expire at their time, to the millisecond, without another look at the database', async () => {
    const expiresAt = new Date(Date.now() + DAY_MS);
    const { key } = await store({ expiresAt });
    let now = expiresAt.getTime() - 1;
    const callers = createCallerDirectory({
      em: service.database.em,
      isUnavailable: () => false,
      monotonicNow: () => 0,
      wallNow: () => now,
    });
    expect(await callers.find(key)).toBeDefined();
    now += 1;
    const { statements } = await countingSql(async () => expect(await callers.find(key)).toBeUndefined(), WITH_KEYS);
    expect(statements).toEqual([]);
  });
});

// A database of its own: whoever else looks a key up while the column is away asks twice.
it.each(HOMES)(
  'keys work in a process that starts before the migration that adds what binds them, in %s',
  async (_name, open) => {
    const scratch = await open();
    const { em } = scratch.database;
    const callerOf = (key: string) => createCallerDirectory({ em, isUnavailable: isDatabaseUnavailable }).find(key);
    const rename = (from: string, to: string) => em.execute(`ALTER TABLE api_keys RENAME ${from} TO ${to}`);
    try {
      const key = generateKey();
      await insertKey(em, { prefix: keyPrefix(key), hash: hashKey(key), plan: 'Business' });
      await rename('only_for', 'not_yet_there');
      expect(await callerOf(key)).toMatchObject({ plan: 'Business', onlyFor: undefined });
      expect(await callerOf(generateKey())).toBeUndefined();
      await rename('not_yet_there', 'only_for');
      expect(await callerOf(key)).toMatchObject({ plan: 'Business', onlyFor: undefined });
    } finally {
      await scratch.close();
    }
  },
);

it('goes on with known keys for a minute while the database is away, and tells a fault for unknown ones', async () => {
  const [home] = inject('homes');
  if (!home) throw new Error('there is always an embedded home');
  await using proxy = await databaseProxy(home.target);
  const database = await openDatabase(home.home, proxy.target, PATIENT_LIMITS);
  let now = 0;
  let isReachable = true;
  const options = { em: database.em, isUnavailable: () => true, isReachable: () => isReachable };
  const callers = createCallerDirectory({ ...options, monotonicNow: () => now });
  const [known, absent] = [inject('keys').Supporter, generateKey()];
  expect(await callers.find(known)).toMatchObject({ plan: 'Supporter' });
  expect(await callers.find(absent)).toBeUndefined();
  expect(await callers.find(absent)).toBeUndefined();
  await proxy.cut();
  isReachable = false;
  await expect(callers.find(absent)).rejects.toThrow();
  expect(await callers.find(known)).toMatchObject({ plan: 'Supporter' });
  now = 59_999;
  expect(await callers.find(known)).toMatchObject({ plan: 'Supporter' });
  await expect(callers.find(generateKey())).rejects.toThrow();
  await expect(callers.find(absent)).rejects.toThrow(); // It may have been made since, or restored.
  now = 60_000;
  await expect(callers.find(known)).rejects.toThrow();
  await database.close();
});

describe.each(inject('homes'))('keys that are gone on $home', (home) => {
  it('are revoked where the database has all else, and hidden where it has not', async () => {
    const service = await openService(home);
    onTestFinished(() => service.close());
    const { em } = service.database;
    const keys = [generateKey(), generateKey()];
    for (const key of keys)
      await insertKey(em, { prefix: keyPrefix(key), hash: hashKey(key), plan: 'Business', name: undefined });
    let now = 0;
    let isHidden = false;
    let asked = 0;
    const assertUsable = async () => {
      asked += 1;
      if (isHidden) throw new Error('rows are hidden');
    };
    const callers = createCallerDirectory({
      em,
      isUnavailable: isDatabaseUnavailable,
      assertUsable,
      monotonicNow: () => now,
    });
    const all = (of: readonly string[]) => Promise.all(of.map((key) => callers.find(key)));
    const [known, absent] = [expect.objectContaining({ plan: 'Business' }), generateKey()];
    expect(await all([...keys, absent])).toEqual([known, known, undefined]);
    await em.fork().execute('DELETE FROM api_keys WHERE hash IN (?, ?)', keys.map(hashKey));
    isHidden = true;
    now = 5_000;
    expect(await all(keys)).toEqual([known, known]);
    now = 59_999; // As long as when the database is away.
    expect(await all(keys)).toEqual([known, known]);
    now = 60_000;
    await expect(callers.find(keys[0] ?? '')).rejects.toThrow('out of reach');
    isHidden = false;
    asked = 0;
    expect(await all(keys)).toEqual([undefined, undefined]);
    expect(asked).toBe(1); // Thousands may go at once.
  });
});

it('goes on with them for as long as it was told', async () => {
  const [home] = inject('homes');
  if (!home) throw new Error('there is always an embedded home');
  await using proxy = await databaseProxy(home.target);
  const database = await openDatabase(home.home, proxy.target, PATIENT_LIMITS);
  let now = 0;
  const options = { em: database.em, isUnavailable: () => true, monotonicNow: () => now };
  const [brief, none] = [7_000, 0].map((graceMs) => createCallerDirectory({ ...options, graceMs }));
  const known = inject('keys').Supporter;
  expect(await brief?.find(known)).toMatchObject({ plan: 'Supporter' });
  expect(await none?.find(known)).toMatchObject({ plan: 'Supporter' });
  await proxy.cut();
  now = 6_999;
  expect(await brief?.find(known)).toMatchObject({ plan: 'Supporter' });
  await expect(none?.find(known)).rejects.toThrow();
  now = 7_000;
  await expect(brief?.find(known)).rejects.toThrow();
  await database.close();
});
