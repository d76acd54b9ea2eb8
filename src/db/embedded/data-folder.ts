/** Claims the data folder for one process and says where the embedded database's socket lies. */
import { createHash } from 'node:crypto';
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { lockFile } from './lock-file.ts';
import { isPrivateFolder } from './private-folder.ts';

/** The port that names the socket file (`.s.PGSQL.5432`); nothing listens on TCP. */
export const SOCKET_PORT = 5432;
const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`;
/** sun_path without its closing NUL (unix(7); BSD and macOS have less room). */
const MAX_SOCKET_PATH_BYTES = process.platform === 'linux' ? 107 : 103;

const recordShape = z.object({ pid: z.int(), socketFolder: z.string().optional() });
/** Who holds a data folder, and where its socket lies once it listens; kept in `<dataDir>/socket.json`. */
export type HolderRecord = z.infer<typeof recordShape>;

/** The data folder cannot be used; the message is one line for the operator. */
export class DataFolderError extends Error {
  override name = 'DataFolderError';
}

/** Another process holds the data folder. */
export class DataFolderLockedError extends DataFolderError {
  override name = 'DataFolderLockedError';
  /** @param pid the holder's process id, where it is known */
  constructor(folder: string, pid: number | undefined) {
    // Containers have numbers of their own: the other one's may be ours.
    const who = pid === process.pid ? 'a process of another container' : 'another process';
    const number = pid === undefined || pid === process.pid ? '' : ` (process id ${pid})`;
    super(`The data folder ${folder} is in use by ${who}${number}.`);
  }
}

export interface DataFolder {
  /** Absolute path. */
  readonly path: string;
  /** The folder of the database itself. */
  readonly databasePath: string;
  /** Writes the holder record. */
  record(socketFolder: string): void;
  /** Gives the folder back and removes the holder record; further calls do nothing. */
  release(): void;
}

/** Makes the folder (mode 0700) where it is missing; throws DataFolderError when that fails or it cannot be written. */
export function prepareDataFolder(dataDir: string): string {
  const path = resolve(dataDir);
  try {
    makeFolders(path);
    // With the slash a file in its place is no folder; without, one that nobody may execute.
    accessSync(join(path, '/'), constants.R_OK | constants.W_OK | constants.X_OK);
    makeFolders(join(path, 'postgres'));
    chmodSync(join(path, 'postgres'), 0o700);
  } catch (error) {
    throw unusable(path, error);
  }
  return path;
}

/** True where a data folder has a database already, be it one whose data set was never loaded. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, 'postgres', 'PG_VERSION'));
}

/** Locks a prepared folder for this process, or throws DataFolderLockedError. */
export function claimDataFolder(path: string): DataFolder {
  const lock = lockedFolder(path);
  const recordPath = join(path, 'socket.json');
  const write = (record: HolderRecord) => writeFileSync(recordPath, `${JSON.stringify(record)}\n`, { mode: 0o600 });
  write({ pid: process.pid });
  let released = false;
  return {
    path,
    databasePath: join(path, 'postgres'),
    record: (socketFolder) => write({ pid: process.pid, socketFolder }),
    release: () => {
      if (released) return;
      released = true;
      rmSync(recordPath, { force: true });
      lock.close();
    },
  };
}

/** What the holder of a data folder wrote about itself, or undefined when nothing (whole) is there. */
export function readHolderRecord(path: string): HolderRecord | undefined {
  try {
    return recordShape.parse(JSON.parse(readFileSync(join(path, 'socket.json'), 'utf8')));
  } catch {
    return undefined;
  }
}

/**
 * The folder of the socket: the data folder itself, or a short private one under the system's temporary folder when
 * the path would not fit into a socket address.
 */
export function socketFolderFor(path: string): string {
  if (Buffer.byteLength(socketPathIn(path)) <= MAX_SOCKET_PATH_BYTES) return path;
  const folder = join(tmpdir(), `geo-${createHash('sha256').update(path).digest('hex').slice(0, 16)}`);
  if (Buffer.byteLength(socketPathIn(folder)) > MAX_SOCKET_PATH_BYTES) {
    throw new DataFolderError(`The path of the data folder ${path} is too long for a socket, and so is ${folder}.`);
  }
  // A foreign one could hand our clients a foreign database.
  if (!isPrivateFolder(folder))
    throw new DataFolderError(`The folder ${folder} for the database's socket belongs to somebody else.`);
  return folder;
}

/** The socket file in a folder, named as PostgreSQL drivers expect it. */
export function socketPathIn(folder: string): string {
  return join(folder, SOCKET_NAME);
}

/** Not mkdir's own `recursive`, which never returns where the system answers ENOENT for a folder that is there (/proc). */
function makeFolders(path: string): void {
  if (existsSync(path)) return;
  makeFolders(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!existsSync(path)) throw error; // Otherwise another process was faster.
  }
}

function lockedFolder(path: string): DatabaseSync {
  const file = join(path, 'lock');
  try {
    const lock = lockFile(file);
    // Whoever can read the file could hold a shared lock on it.
    if (lock) chmodSync(file, 0o600);
    if (lock) return lock;
  } catch (error) {
    throw unusable(path, error);
  }
  throw new DataFolderLockedError(path, readHolderRecord(path)?.pid);
}

function unusable(path: string, error: unknown): DataFolderError {
  const reason = error instanceof Error ? error.message : String(error);
  return new DataFolderError(`The data folder ${path} cannot be written: ${reason}.`, { cause: error });
}
