/** A folder of this user's alone, below the system's temporary one. */
import { constants, lstatSync, mkdirSync } from 'node:fs';

/** Makes the folder where it is missing. False where somebody else made it: anybody may make folders there. */
export function isPrivateFolder(folder: string): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { mode, uid } = lstatSync(folder);
  // Where users have no numbers, each has a temporary folder of its own.
  if (process.getuid === undefined) return true;
  return (mode & constants.S_IFMT) === constants.S_IFDIR && (mode & 0o077) === 0 && uid === process.getuid();
}
