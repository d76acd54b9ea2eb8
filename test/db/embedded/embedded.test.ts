/** The embedded database in its data folder: creating, locking, joining, closing, surviving a kill. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  DataFolderError,
  DataFolderLockedError,
  hasDatabase,
  socketFolderFor,
} from '../../../src/db/embedded/data-folder.ts';
import {
  type EmbeddedDatabase,
  openEmbedded,
  openEmbeddedInMemory,
  openOrJoinEmbedded,
} from '../../../src/db/embedded/embedded.ts';
import { startThread } from '../../../src/db/embedded/embedded-thread.ts';

const root = mkdtempSync(join(tmpdir(), 'geo-test-'));
/** One folder for most tests: creating a database takes seconds, opening it half of one. */
const dataDir = join(root, 'data');
const opened = new Set<EmbeddedDatabase>();
const children = new Set<ChildProcess>();

beforeAll(async () => {
  await (await openEmbedded({ dataDir })).close();
});

afterEach(async () => {
  for (const child of children) await kill(child);
  for (const database of opened) await database.close();
  children.clear();
  opened.clear();
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

async function open(start: typeof openEmbedded = openEmbedded, folder = dataDir): Promise<EmbeddedDatabase> {
  const database = await start({ dataDir: folder });
  opened.add(database);
  return database;
}

async function query(database: Pick<EmbeddedDatabase, 'clientConfig'>, sql: string): Promise<unknown[]> {
  const client = new pg.Client(database.clientConfig);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Starts the child program and waits for its one line of report. */
async function startChild(mode: 'open' | 'join'): Promise<{ child: ChildProcess; report: unknown }> {
  const program = new URL('./embedded-child.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [program, mode, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.add(child);
  const [line] = await once(child.stdout, 'data');
  return { child, report: JSON.parse(String(line)) };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

describe('the data folder', () => {
  it('is made when missing, for this user alone', async () => {
    const folder = join(root, 'deep', 'new');
    const database = await open(openEmbedded, folder);
    expect(database.owner).toBe(true);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'postgres')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, '.s.PGSQL.5432')).mode & 0o777).toBe(0o600);
  });

  it('keeps its data over a close, and then holds neither socket nor record', async () => {
    const first = await open();
    await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.close();
    expect(readdirSync(dataDir).toSorted()).toEqual(['lock', 'postgres']);
    expect(await query(await open(), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('that is a file is reported in one line', async () => {
    const file = join(root, 'file');
    writeFileSync(file, '');
    const failure = await openEmbedded({ dataDir: file }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DataFolderError);
    expect(String(failure)).toMatch(/^DataFolderError: The data folder .*file cannot be written: ENOTDIR: [^\n]+$/);
  });

  it.skipIf(process.getuid?.() === 0)('that cannot be written is reported in one line', async () => {
    const folder = join(root, 'read-only');
    mkdirSync(folder);
    chmodSync(folder, 0o500);
    await expect(openEmbedded({ dataDir: folder })).rejects.toThrow(DataFolderError);
  });

  it('has a database once one has been made in it', () => {
    expect([hasDatabase(dataDir), hasDatabase(join(root, 'nothing'))]).toEqual([true, false]);
  });

  it('with a first start that was interrupted is started anew', async () => {
    const folder = join(root, 'interrupted');
    mkdirSync(join(folder, 'postgres'), { recursive: true });
    writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '18\n');
    writeFileSync(join(folder, 'postgres.initialising'), '');
    expect(await query(await open(openEmbedded, folder), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(existsSync(join(folder, 'postgres.initialising'))).toBe(false);
  });

  it('with a broken database is reported, and can be claimed again', async () => {
    const folder = join(root, 'broken');
    mkdirSync(join(folder, 'postgres'), { recursive: true });
    writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '18\n');
    await expect(openEmbedded({ dataDir: folder })).rejects.toThrow('The embedded database cannot be opened');
    await expect(openEmbedded({ dataDir: folder })).rejects.toThrow('The embedded database cannot be opened');
  });

  it('whose path is too long for a socket has its socket in a private temporary folder', async () => {
    const folder = join(root, 'l'.repeat(120));
    mkdirSync(folder);
    const socketFolder = socketFolderFor(folder);
    expect(socketFolder).toMatch(/geo-[0-9a-f]{16}$/);
    expect(statSync(socketFolder).mode & 0o777).toBe(0o700);
    chmodSync(socketFolder, 0o755);
    expect(() => socketFolderFor(folder)).toThrow('belongs to somebody else');
    chmodSync(socketFolder, 0o700);
    const owner = await open(openEmbedded, folder);
    const joiner = await open(openOrJoinEmbedded, folder);
    expect(joiner).toMatchObject({ owner: false, clientConfig: owner.clientConfig });
    expect(owner.clientConfig.host).toBe(socketFolder);
    expect(await query(joiner, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    rmSync(socketFolder, { recursive: true });
  });
});

describe('a second process', () => {
  it('of another container may have the same number', () => {
    expect(new DataFolderLockedError('/data', process.pid).message).toBe(
      'The data folder /data is in use by a process of another container.',
    );
  });

  it('is refused with the folder and the holder, and may open it once the holder has closed', async () => {
    const database = await open();
    expect((await startChild('open')).report).toEqual({
      error: `The data folder ${dataDir} is in use by another process (process id ${process.pid}).`,
    });
    await database.close();
    expect((await startChild('open')).report).toEqual({ owner: true });
  });

  it('may join by the socket, and its data are those of the owner', async () => {
    const database = await open();
    await query(database, 'DROP TABLE IF EXISTS entry');
    expect((await startChild('join')).report).toEqual({ owner: false });
    expect(await query(database, 'SELECT count(*)::int AS entries FROM entry')).toEqual([{ entries: 5000 }]);
  });

  it('opens the database itself when nobody has it open', async () => {
    expect((await startChild('join')).report).toEqual({ owner: true });
  });

  it('waits for an owner that is just starting', async () => {
    const owner = open();
    const joiner = open(openOrJoinEmbedded);
    expect((await owner).owner).toBe(true);
    expect((await joiner).owner).toBe(false);
  });

  it('is refused also after this process tried to open the folder twice', async () => {
    await open();
    await expect(openEmbedded({ dataDir })).rejects.toThrow(DataFolderLockedError);
    expect((await startChild('open')).report).toMatchObject({ error: expect.stringContaining('in use') });
  });
});

describe('a kill', () => {
  it('loses nothing that was committed and nothing else appears; the folder is free at once', async () => {
    await query(await open(), 'DROP TABLE IF EXISTS entry');
    for (const database of opened) await database.close();
    const { child, report } = await startChild('open');
    expect(report).toEqual({ owner: true });
    await kill(child);
    expect(readdirSync(dataDir)).toContain('.s.PGSQL.5432');
    const rows = await query(await open(), 'SELECT count(*)::int AS entries, max(id) AS last FROM entry');
    expect(rows).toEqual([{ entries: 5000, last: 5000 }]);
  });

  it('is survived again and again', async () => {
    for (let round = 0; round < 3; round++) {
      const { child, report } = await startChild('open');
      expect(report).toEqual({ owner: true });
      await kill(child);
    }
    expect(await query(await open(), 'SELECT count(*)::int AS entries FROM entry')).toEqual([{ entries: 5000 }]);
  });
});

describe('the thread', () => {
  it('that breaks down says so instead of falling silent', async () => {
    const database = await openEmbeddedInMemory();
    opened.add(database);
    const client = new pg.Client(database.clientConfig);
    client.on('error', () => undefined);
    await client.connect();
    await client.query('SET exit_on_error = on');
    const lost = client.query('SELECT 1 / 0').catch((error: unknown) => error);
    expect((await database.exited).message).toMatch(/^The embedded database broke down: .*FATAL: +division by zero/);
    expect(await lost).toBeInstanceOf(Error);
  });

  it('rolls back a transaction that pauses while others wait', async () => {
    const folder = mkdtempSync(join(root, 'idle-'));
    const thread = startThread({ socketPath: join(folder, '.s.PGSQL.5432'), idleTransactionMs: 100 });
    await thread.listening;
    const clientConfig = { host: folder, port: 5432, user: 'postgres', database: 'postgres' };
    const holder = new pg.Client(clientConfig);
    const errors: string[] = [];
    holder.on('error', (error) => errors.push(error.message));
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('CREATE TABLE lost (id int)');
    expect(await query({ clientConfig }, `SELECT to_regclass('lost') AS lost`)).toEqual([{ lost: null }]);
    expect(errors[0]).toContain('The transaction paused');
    await thread.close();
  });

  it('in memory starts again from a snapshot', async () => {
    const snapshotFile = join(root, 'snapshot.tar');
    const first = await openEmbeddedInMemory();
    opened.add(first);
    await query(first, 'CREATE TABLE saved AS SELECT 1 AS one');
    await first.saveSnapshot(snapshotFile);
    const second = await openEmbeddedInMemory({ snapshotFile });
    opened.add(second);
    expect(await query(second, 'SELECT one FROM saved')).toEqual([{ one: 1 }]);
  });
});
