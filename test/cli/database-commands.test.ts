import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { createCallerDirectory } from '../../src/auth/caller-directory.ts';
import { insertKey } from '../../src/db/api-key.queries.ts';
import { type OpenedHome, openHome } from '../../src/db/home.ts';
import { importDataSet } from '../../src/db/import/import-data-set.ts';
import { releaseFolder } from '../../src/db/import/release-folder.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createPostgresql } from '../db/search-fixture.ts';
import { FIXTURE_DIR } from '../environment.ts';
import type { TestHome } from '../prepared.ts';
import { openService, type TestService } from '../service.ts';
import { answerOf, geo, start } from './geo.ts';

const FIRST_RELEASE = readFileSync(new URL('../fixtures/release-0.1.0.sql', import.meta.url), 'utf8');

interface MadeKey {
  readonly id: number;
  readonly key: string;
  readonly plan: string;
  readonly expiresAt: string | null;
  readonly old?: { readonly id: number; readonly endsAt: string };
}

interface ListedKey {
  readonly id: number;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

// The commands run beside this process, which holds the folder as a running service does.
describe('beside a running embedded database', () => {
  let dataDir: string;
  let home: OpenedHome;
  let service: TestService;
  const options = () => ({ env: { DATA_DIR: dataDir } });

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'geo-home-'));
    home = await openHome({ databaseUrl: undefined, replicaUrls: [], dataDir });
    await migrate(home);
    await importDataSet({ em: home.em, source: releaseFolder(FIXTURE_DIR) });
    service = await openService((inject('homes') as readonly [TestHome])[0]);
  });
  afterAll(async () => {
    await service.close();
    await home.close();
    rmSync(dataDir, { recursive: true });
  });

  const planOf = async (key: string) =>
    (await createCallerDirectory({ em: home.em, isUnavailable: () => false }).find(key))?.plan;

  it('keys are made, listed, rotated and revoked', async () => {
    const made = answerOf<MadeKey>(
      await geo(['keys', 'create', '--plan', 'SUPPORTER', '--expires', '90d', '--json'], options()),
    );
    expect(made).toMatchObject({ plan: 'supporter' });
    expect(await planOf(made.key)).toBe('Supporter');

    const rotated = answerOf<MadeKey>(
      await geo(['keys', 'rotate', String(made.id), '--grace', '2h', '--json'], options()),
    );
    expect(rotated).toMatchObject({ plan: 'supporter', old: { id: made.id } });
    expect([await planOf(rotated.key), await planOf(made.key)]).toEqual(['Supporter', 'Supporter']);
    // The new key lives as long as the old one was made for, the old one for two hours more.
    const life = Date.parse(rotated.expiresAt ?? '') - Date.now();
    expect(life / 86_400_000).toBeCloseTo(90, 1);
    expect((Date.parse(rotated.old?.endsAt ?? '') - Date.now()) / 3_600_000).toBeCloseTo(2, 1);

    const again = answerOf<MadeKey>(
      await geo(['keys', 'rotate', String(rotated.id), '--grace', '0', '--json'], options()),
    );
    expect([await planOf(again.key), await planOf(rotated.key)]).toEqual(['Supporter', undefined]);
    const twice = await geo(['keys', 'rotate', String(rotated.id)], options());
    expect([twice.code, twice.err]).toEqual([1, `there is no active key ${rotated.id}; see geo keys list\n`]);

    expect((await geo(['keys', 'revoke', String(again.id)], options())).code).toBe(0);
    expect(await planOf(again.key)).toBeUndefined();
    const listed = answerOf<ListedKey[]>(await geo(['keys', 'list', '--json'], options()));
    expect(listed.filter(({ revokedAt }) => revokedAt !== null).map(({ id }) => id)).toEqual([rotated.id, again.id]);
    expect(JSON.stringify(listed)).not.toContain(made.key);
  });

  it.skipIf(!existsSync('/dev/full'))('where a key cannot be shown nothing is changed', async () => {
    const listed = async () => (await geo(['keys', 'list', '--json'], options())).out;
    const made = answerOf<MadeKey>(await geo(['keys', 'create', '--plan', 'starter', '--json'], options()));
    const before = await listed();
    for (const words of [
      ['create', '--plan', 'starter'],
      ['rotate', String(made.id)],
      ['rotate', String(made.id), '--grace', '0'],
    ]) {
      for (const [device, reason] of [
        ['/dev/full', 'ENOSPC'],
        [devNull, 'standard output leads nowhere'],
      ] as const) {
        const stdout = openSync(device, 'w');
        const { code, err } = await geo(['keys', ...words], { ...options(), stdout });
        closeSync(stdout);
        expect([code, err]).toEqual([1, expect.stringContaining(`the new key could not be shown (${reason}`)]);
        expect(await listed()).toBe(before);
      }
    }
  });

  it('a key lives to the year 9999 at most, also after it was rotated', async () => {
    const late = await geo(['keys', 'create', '--plan', 'starter', '--expires', '9999y'], options());
    expect([late.code, late.err]).toEqual([2, expect.stringContaining('The last day is 9999-12-31.')]);
    const create = async (...words: string[]) =>
      answerOf<MadeKey>(await geo(['keys', 'create', '--plan', 'starter', '--json', ...words], options()));
    const rotate = async ({ id }: MadeKey, grace: string) =>
      answerOf<MadeKey>(await geo(['keys', 'rotate', String(id), '--grace', grace, '--json'], options()));
    expect((await rotate(await create('--expires', '9999-12-31T23:59:59.999Z'), '1h')).expiresAt).toBe(
      '9999-12-31T23:59:59.999Z',
    );
    expect((await rotate(await create(), '9999y')).old?.endsAt).toBe('9999-12-31T23:59:59.999Z');
  });

  it('a name that would move the cursor is listed with its signs written out', async () => {
    const hash = Buffer.alloc(32, 7);
    await insertKey(home.em, {
      prefix: 'geo_test',
      hash,
      plan: 'Starter',
      name: '\u001b[2J\nroot',
      operationsOnly: false,
    });
    expect((await geo(['keys', 'list'], options())).out).toContain('\\u001b[2J\\u000aroot\n');
  });

  it('search answers what /v1 answers to the highest plan', async () => {
    const { code, out } = await geo(['search', 'Tokio', '--limit', '3', '--json'], options());
    const api = await service.get('/v1/search/fuzzy?q=Tokio&limit=3', 'Business');
    expect([code, JSON.parse(out)]).toEqual([0, await api.json()]);
    const shown = await geo(['search', 'Japn', '--type', 'country'], options());
    expect(shown.out).toMatch(/^SCORE +ID +NAME/);
    expect(shown.out).toContain('Japan');
    const wrong = await geo(['search', 'x'], options());
    expect([wrong.code, wrong.err]).toEqual([2, 'q: Search query must be at least 2 characters\n']);
  });

  it.each([
    ['JP', [['country', { iso2: 'JP' }]]],
    ['jpn', [['country', { iso2: 'JP' }]]],
    ['392', [['country', { iso2: 'JP' }]]],
    ['us-ca', [['state', { iso2: 'CA', name: 'California' }]]],
    ['+81', [['dial code', [{ iso2: 'JP' }]]]],
    ['+1 (415) 555-2671', [['phone number', { iso2: 'US', national_number: '4155552671' }]]],
    ['jpy', [['currency', [{ country: 'JP' }]]]],
  ] as const)('lookup of %s knows what it is', async (code, expected) => {
    const run = await geo(['lookup', code, '--json'], options());
    const matches = expected.map(([kind, found]) =>
      Array.isArray(found)
        ? { kind, records: found.map((each) => expect.objectContaining(each)) }
        : { kind, record: expect.objectContaining(found) },
    );
    expect([run.code, run.err]).toEqual([0, '']);
    expect(answerOf(run)).toMatchObject({ matches });
  });

  it('lookup of what nothing has leaves 1', async () => {
    const run = await geo(['lookup', 'ZZ', '--json'], options());
    expect([run.code, run.out]).toEqual([1, '']);
    expect(JSON.parse(run.err)).toEqual({ error: 'nothing has the code "ZZ"', exitCode: 1 });
  });

  it('a second service leaves 3', async () => {
    const run = await geo(['serve', '--port', '0', '--json'], options());
    expect(run.code).toBe(3);
    expect(JSON.parse(run.err)).toMatchObject({ error: expect.stringContaining('in use by another process') });
  });
});

const { target: postgres } = inject('homes').find(({ home }) => home === 'postgresql') ?? {};
describe.skipIf(!postgres)('on a PostgreSQL (skipped where none answers)', () => {
  it('a database that does not exist is a fault, and is not made', async () => {
    const url = new URL(postgres && 'url' in postgres ? postgres.url : 'postgresql://none');
    url.pathname = '/geo_test_mistyped';
    const options = { env: { DATABASE_URL: url.href } };
    for (let attempt = 0; attempt < 2; attempt++) {
      const { code, err } = await geo(['keys', 'list'], options);
      expect([code, err]).toEqual([
        1,
        'database "geo_test_mistyped" does not exist: make it with createdb, or correct DATABASE_URL\n',
      ]);
    }
  });

  it('a command that brings the tables up to date waits for a backup, and says so', async () => {
    const { url, drop } = await createPostgresql();
    onTestFinished(drop);
    const backup = new pg.Client({ connectionString: url });
    await backup.connect();
    await backup.query(FIRST_RELEASE);
    await backup.query('BEGIN; LOCK TABLE public.api_keys IN ACCESS SHARE MODE');
    const child = start(['keys', 'create', '--plan', 'supporter', '--json'], { env: { DATABASE_URL: url } });
    const [out, ended] = [text(child.stdout ?? Readable.from([])), once(child, 'exit')];
    let said = '';
    child.stderr?.on('data', (bytes: Buffer) => (said += bytes.toString()));
    await expect.poll(() => said).toMatch(/^waiting: .* are locked, as a backup does/);
    await sleep(1_500); // It tries again, and says no more.
    await backup.end();
    expect(await ended).toEqual([0, null]);
    expect(JSON.parse(await out)).toMatchObject({ plan: 'supporter' });
    expect(said.match(/waiting/g)).toHaveLength(1);
  });
});
