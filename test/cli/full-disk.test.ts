/** The disk that PostgreSQL has its data on is full: an import says so and changes nothing, and readers notice nothing. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hashKey, keyPrefix } from '../../src/auth/key-format.ts';
import { insertKey } from '../../src/db/api-key.queries.ts';
import { openDatabase } from '../../src/db/orm.ts';
import { FIXTURE_DIR } from '../environment.ts';
import { markedCopy } from '../faults/data-folders.ts';
import { NO_CLUSTERS, singleServer } from '../postgres-cluster.ts';
import { openService, PATIENT_LIMITS, type TestService } from '../service.ts';
import { NO_SMALL_DISK, type SmallDisk, smallDisk } from '../small-disk.ts';
import { geo, type Run } from './geo.ts';

const REASON = NO_CLUSTERS ?? NO_SMALL_DISK;
const MIB = 1024 * 1024;
const DISK_BYTES = 160 * MIB;

describe.skipIf(REASON)(`a full disk of PostgreSQL${REASON ? ` (skipped: ${REASON})` : ''}`, () => {
  let disk: SmallDisk;
  let postgres: Awaited<ReturnType<typeof singleServer>>;
  let service: TestService;
  let folder: string;

  const importing = (from: string) => geo(['import', '--from', from], { env: { DATABASE_URL: postgres.url } });

  beforeAll(async () => {
    disk = smallDisk(DISK_BYTES);
    postgres = await singleServer(['max_wal_size=48MB', 'min_wal_size=32MB'], disk.folder);
    folder = mkdtempSync(join(tmpdir(), 'geo-data-'));
    expect(await importing(FIXTURE_DIR)).toMatchObject({ code: 0 });
    const target = { url: postgres.url };
    const database = await openDatabase('postgresql', target, PATIENT_LIMITS);
    const key = inject('keys').Business;
    await insertKey(database.em, { prefix: keyPrefix(key), hash: hashKey(key), plan: 'Business' });
    await database.close();
    service = await openService({ home: 'postgresql', target });
  });
  afterAll(async () => {
    await service?.close();
    await postgres?.[Symbol.asyncDispose]();
    disk?.[Symbol.dispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  let asked = 0;
  /** Data that are read anew each time: a state's record, and a country's name. */
  const read = async () => {
    const { data } = await service.graphql(
      'Business',
      `{ n${asked++}: states(search: "toky", first: 5) { nodes { name native } } country(code: "JP") { name } }`,
    );
    return data ? JSON.stringify(Object.values(data)) : 'none';
  };
  const list = () => service.get(`/v1/states?q=${String(asked++).padStart(6, 'q')}`, 'Business');
  const served = async () => {
    await service.dataSets.refresh();
    return service.dataSets.current()?.id;
  };

  /** One line, and those that say how far it has come. */
  function expectFailure({ code, out, err }: Run, line: RegExp): void {
    expect([code, out]).toEqual([1, '']);
    const lines = err.trimEnd().split('\n');
    expect(lines.at(-1)).toMatch(line);
    for (const each of lines.slice(0, -1)) expect(each).toMatch(/^import: [a-z ]+$/);
  }

  async function expectImport(from: string, mark: string): Promise<void> {
    expect(await importing(from)).toMatchObject({ code: 0, out: expect.stringMatching(/^imported data set/) });
    await served();
    expect(await read()).toContain(`Japan${mark}"`);
    // Nothing is left of those that failed.
    const schemas = await postgres.query("SELECT nspname FROM pg_namespace WHERE nspname ~ '^geo_[0-9]+$'");
    expect(schemas.length).toBeLessThanOrEqual(2);
  }

  it.each([MIB, 0])('with %d bytes left fails an import whole, and no reader', async (left) => {
    const [mark, golden, before] = [` ${left}`, await read(), await served()];
    const other = markedCopy(FIXTURE_DIR, join(folder, String(left)), mark);
    expect(golden).toContain('Tokyo');
    disk.fill(left);
    let isOver = false;
    const reading = (async () => {
      const told = new Set<unknown>();
      for (let turn = 0; !isOver || turn < 20; turn++) {
        told.add(await read()).add((await list()).status);
        await sleep(5);
      }
      return told;
    })();
    const run = await importing(other).finally(() => (isOver = true));
    expectFailure(run, /^the database's disk is full \(could not .*: No space left on device\); free some of it$/);
    expect(await reading).toEqual(new Set([golden, 200]));
    expect(await served()).toBe(before);
    disk.empty();
    await expectImport(other, mark);
  });

  it('that ends PostgreSQL is a 503 for what nobody has in memory, until there is space again', async () => {
    const [golden, other] = [await read(), markedCopy(FIXTURE_DIR, join(folder, 'ended'), ' again')];
    disk.fill(0);
    // What is written of changes has room for a few of these, and without more the server goes on with nothing.
    const write = () => postgres.query("SELECT pg_logical_emit_message(false, '', repeat('x', 1000000))");
    await expect.poll(() => write().then(() => 'written', String), { interval: 1 }).toMatch(/ECONNREFUSED/);
    for (let turn = 0; turn < 5; turn++) {
      expect([golden, 'none']).toContain(await read());
      const response = await list();
      expect([response.status, await response.json()]).toEqual([503, { error: expect.any(String) }]);
      expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    }
    expectFailure(await importing(other), /^the database is out of reach \(.*\); start it or correct DATABASE_URL$/);
    disk.empty();
    await postgres.kill();
    await postgres.start();
    await expect.poll(read).toBe(golden);
    await expectImport(other, ' again');
  });
});
