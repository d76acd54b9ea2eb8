/** A database that is starting while the service is made. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, it, onTestFinished } from 'vitest';
import { watchDataSet } from '../../src/db/data-set-watch.ts';
import { openHome, startHome } from '../../src/db/home.ts';
import { DEFAULT_LIMITS, openDatabase } from '../../src/db/orm.ts';
import { sqlChannel } from '../../src/db/read.ts';

it('is handed out before it is open, and tells then that it cannot be opened', { timeout: 60_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'geo-test-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  mkdirSync(join(dataDir, 'postgres'));
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'no version\n');
  const options = { databaseUrl: undefined, replicaUrls: [], dataDir };
  const home = await startHome(options);
  expect(home.em).toBeDefined();
  await expect(home.ready).rejects.toThrow('The embedded database cannot be opened');
  await home.close();
  await expect(openHome(options)).rejects.toThrow('The embedded database cannot be opened');
});

it.each(inject('homes'))('is not asked for its data before it is ready, on $home', async ({ home, target }) => {
  const database = await openDatabase(home, target, { ...DEFAULT_LIMITS, connectTimeoutMs: 20_000 });
  let asked = 0;
  const count = () => {
    asked += 1;
  };
  sqlChannel.start.subscribe(count);
  const ready = Promise.withResolvers<void>();
  const dataSets = watchDataSet(database.em, {}, undefined, ready.promise);
  try {
    await sleep(20);
    expect(asked).toBe(0);
    ready.resolve();
    await expect.poll(() => dataSets.current(), { timeout: 20_000 }).toBeDefined();
  } finally {
    sqlChannel.start.unsubscribe(count);
    await dataSets.stop();
    await database.close();
  }
});
