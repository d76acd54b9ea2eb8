/** Checks of the machine: Node.js, the data folder and the disk. */
import { accessSync, constants, existsSync, lstatSync, statSync } from 'node:fs';
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
  if (!statSync(place).isDirectory()) return fault(check, `${place} is no folder`, 'set DATA_DIR to a folder');
  if (codeOf(dataDir) === 'ENAMETOOLONG') {
    return fault(
      check,
      `no folder can be called as DATA_DIR says (${dataDir.length} letters)`,
      'set DATA_DIR to a shorter path',
    );
  }
  try {
    accessSync(place, constants.R_OK | constants.W_OK | constants.X_OK);
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

/** Why nothing is known of a path; undefined where something is. */
function codeOf(path: string): string | undefined {
  try {
    lstatSync(path);
    return undefined;
  } catch (error) {
    return errorCode(error);
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

/** The folder itself or the nearest above it that exists. */
export function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}
