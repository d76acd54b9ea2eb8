/** Opens the embedded database: PGlite in a worker thread behind a Unix socket, reached by the ordinary `pg` driver. */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  claimDataFolder,
  type DataFolder,
  DataFolderLockedError,
  prepareDataFolder,
  readHolderRecord,
  SOCKET_PORT,
  socketFolderFor,
  socketPathIn,
} from './data-folder.ts';
import { DATABASE_NAME, DATABASE_USER, startThread } from './embedded-thread.ts';

export interface EmbeddedDatabase {
  /** What the `pg` driver takes: the socket's folder as host, the port that names the socket file. */
  readonly clientConfig: {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly database: string;
  };
  /** True when this process holds the data folder, false when it joined another's socket. */
  readonly owner: boolean;
  /** Resolves with the reason when the database ends without `close`; otherwise it stays pending. */
  readonly exited: Promise<Error>;
  /**
   * Writes all data to the folder, ends the thread and gives the folder back. Clients still connected are hung up on.
   * Does nothing for a joiner.
   */
  close(): Promise<void>;
}

/** A database whose thread has been started. */
export interface StartingDatabase extends EmbeddedDatabase {
  /** Resolves when it takes connections; rejects with one line for the operator when it cannot be opened. */
  readonly ready: Promise<void>;
}

export interface InMemoryDatabase extends EmbeddedDatabase {
  /** Writes the whole database into a file (about 40 MB when empty), from which `openEmbeddedInMemory` starts faster. */
  saveSnapshot(file: string): Promise<void>;
}

const JOIN_TIMEOUT_MS = 30_000;
const JOIN_INTERVAL_MS = 50;

/**
 * Opens, and at the first start creates, the database in `<dataDir>/postgres`.
 *
 * Throws DataFolderLockedError when another process has the folder, DataFolderError when it cannot be used, both with
 * one line for the operator.
 */
export async function openEmbedded(options: { readonly dataDir: string }): Promise<EmbeddedDatabase> {
  return whenReady(startEmbedded(options));
}

/** Like `openEmbedded`, without waiting: what needs no answer of the database may be done meanwhile. */
export function startEmbedded({ dataDir }: { readonly dataDir: string }): StartingDatabase {
  return startClaimed(claimDataFolder(prepareDataFolder(dataDir)));
}

/**
 * For command-line tools: opens the database like `openEmbedded`, or connects to the server that has it open. Waits up
 * to 30 seconds for a server that is just starting, then throws DataFolderLockedError.
 */
export async function openOrJoinEmbedded(options: { readonly dataDir: string }): Promise<EmbeddedDatabase> {
  const path = prepareDataFolder(options.dataDir);
  const deadline = performance.now() + JOIN_TIMEOUT_MS;
  for (;;) {
    const folder = claimUnlessLocked(path);
    if (folder !== undefined) return whenReady(startClaimed(folder));
    const socketFolder = readHolderRecord(path)?.socketFolder;
    if (socketFolder !== undefined && (await accepts(socketPathIn(socketFolder)))) return joined(socketFolder);
    if (performance.now() > deadline) throw new DataFolderLockedError(path, readHolderRecord(path)?.pid);
    await sleep(JOIN_INTERVAL_MS);
  }
}

/**
 * Opens a database that lives in memory only, on a socket in a new temporary folder.
 *
 * @param options.snapshotFile a file written by `saveSnapshot` to start from
 */
export async function openEmbeddedInMemory(
  options: { readonly snapshotFile?: string } = {},
): Promise<InMemoryDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'geo-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  const thread = startThread({ ...options, socketPath: socketPathIn(folder) });
  await thread.listening.catch((error: unknown) => {
    removeFolder();
    throw error;
  });
  return {
    clientConfig: clientConfig(folder),
    owner: true,
    exited: thread.exited,
    close: () => thread.close().finally(removeFolder),
    saveSnapshot: (file) => thread.save(file),
  };
}

function startClaimed(folder: DataFolder): StartingDatabase {
  try {
    const socketFolder = socketFolderFor(folder.path);
    const thread = startThread({ databasePath: folder.databasePath, socketPath: socketPathIn(socketFolder) });
    const ready = thread.listening.then(
      () => folder.record(socketFolder),
      (error: unknown) => {
        folder.release();
        throw error;
      },
    );
    ready.catch(() => undefined); // Whoever waits for it is told.
    // The folder stays claimed after a crash of the thread: only the end of the process or `close` frees it.
    const close = () => thread.close().finally(folder.release);
    return { clientConfig: clientConfig(socketFolder), owner: true, exited: thread.exited, close, ready };
  } catch (error) {
    folder.release();
    throw error;
  }
}

async function whenReady(database: StartingDatabase): Promise<EmbeddedDatabase> {
  await database.ready;
  return database;
}

function claimUnlessLocked(path: string): DataFolder | undefined {
  try {
    return claimDataFolder(path);
  } catch (error) {
    if (error instanceof DataFolderLockedError) return undefined;
    throw error;
  }
}

function joined(socketFolder: string): EmbeddedDatabase {
  const never = new Promise<Error>(() => undefined);
  return { clientConfig: clientConfig(socketFolder), owner: false, exited: never, close: async () => undefined };
}

function clientConfig(host: string): EmbeddedDatabase['clientConfig'] {
  return { host, port: SOCKET_PORT, user: DATABASE_USER, database: DATABASE_NAME };
}

function accepts(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    const finish = (accepted: boolean) => {
      socket.destroy();
      resolve(accepted);
    };
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
  });
}
