/** Checks of the machine: Node.js, the data folder, the disk and the port. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import type { Config } from '../../config.ts';
import { claimDataFolder, DataFolderLockedError, readHolderRecord } from '../../db/embedded/data-folder.ts';
import { errorCode, type Finding, fault, messageOf, ok, type Surroundings, warning } from './finding.ts';

/** The lowest major version of Node.js that runs the sources. */
const NODE_MAJOR = 24;
const MIB = 1024 * 1024;
/** An import writes a second copy of the data before it lets the first one go. */
const LEAST_BYTES = 512 * MIB;
const GOOD_BYTES = 2048 * MIB;
const PROBE_MS = 1_000;

export function checkNode(version: string): Finding {
  const major = Number(version.split('.')[0]);
  return major >= NODE_MAJOR
    ? ok('node', `Node.js ${version}`)
    : fault(
        'node',
        `Node.js ${version} is too old: ${NODE_MAJOR} or newer is needed`,
        'use npm start, npm run geo and npx geo in the project, which bring their own, or install a newer Node.js',
      );
}

/** The data folder of the embedded database. */
export function checkDataFolder({ dataDir }: Config): Finding {
  const check = 'data folder';
  const place = nearestFolder(dataDir);
  try {
    accessSync(place, constants.R_OK | constants.W_OK | constants.X_OK);
    if (!statSync(place).isDirectory()) throw new Error('it is not a folder');
  } catch (error) {
    const advice = `give this user the folder (chown, chmod u+rwx), or set DATA_DIR to one it may write`;
    return fault(check, `${place} cannot be written: ${messageOf(error)}`, advice);
  }
  if (place !== dataDir) return ok(check, `${dataDir} is not there yet and can be made`);
  // Whoever holds the folder holds this file; where there is none, nobody does.
  if (!existsSync(join(dataDir, 'lock'))) return ok(check, `${dataDir} can be written`);
  try {
    claimDataFolder(dataDir).release();
    return ok(check, `${dataDir} can be written and is free`);
  } catch (error) {
    if (!(error instanceof DataFolderLockedError)) {
      return fault(check, messageOf(error), 'give this user the folder (chown, chmod u+rwx)');
    }
    const holder = readHolderRecord(dataDir);
    const who = holder ? `process ${holder.pid}` : 'another process';
    if (holder?.socketFolder !== undefined) return ok(check, `${dataDir} is in use by a running service (${who})`);
    const advice = 'wait for it if it is just starting; else stop it, or set DATA_DIR to another folder';
    return fault(check, `${dataDir} is locked by ${who}, which does not serve the database`, advice);
  }
}

export async function checkDisk({ dataDir }: Config, { freeBytes }: Surroundings): Promise<Finding> {
  const place = nearestFolder(dataDir);
  try {
    const free = await freeBytes(place);
    const text = `${Math.floor(free / MIB)} MiB are free where ${place} is`;
    const advice = 'free some space, or set DATA_DIR to a folder on a larger disk';
    if (free < LEAST_BYTES) return fault('disk', `${text}; an import needs ${LEAST_BYTES / MIB}`, advice);
    return free < GOOD_BYTES ? warning('disk', `${text}, which is little`, advice) : ok('disk', text);
  } catch (error) {
    return warning(
      'disk',
      `nobody knows how much is free where ${place} is: ${messageOf(error)}`,
      'look at it by hand',
    );
  }
}

export async function checkPort({ host, port }: Config): Promise<Finding> {
  const where = `${host}:${port}`;
  try {
    await listenOnce(host, port);
    return ok('port', port === 0 ? 'any free port' : `${where} is free`);
  } catch (error) {
    switch (errorCode(error)) {
      case 'EADDRINUSE': {
        const version = await runningVersion(host, port);
        if (version !== undefined) return ok('port', `this service (version ${version}) is running on ${where}`);
        return fault('port', `${where} is taken by another program`, 'stop that program, or set PORT to a free port');
      }
      case 'EACCES':
        return fault('port', `this user may not listen on ${where}`, 'set PORT to 1024 or above');
      default:
        return fault(
          'port',
          `nobody can listen on ${where}: ${messageOf(error)}`,
          'set HOST to an address of this machine',
        );
    }
  }
}

function listenOnce(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => server.close(() => resolve()));
  });
}

/** The version of our own service at an address; undefined when something else answers there, or nothing. */
async function runningVersion(host: string, port: number): Promise<string | undefined> {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  try {
    const response = await fetch(`http://${name}:${port}/status`, {
      headers: { Accept: 'application/json' },
      signal: AbortSignal.timeout(PROBE_MS),
    });
    const status: unknown = await response.json();
    if (typeof status !== 'object' || status === null || !('version' in status && 'licence' in status))
      return undefined;
    return String(status.version);
  } catch {
    return undefined;
  }
}

/** The folder itself or the nearest above it that exists. */
function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}
