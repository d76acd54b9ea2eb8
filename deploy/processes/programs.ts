/** Debian's programs that the topology stands on, and as whom they run. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const VERSIONS = '/usr/lib/postgresql';

export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

/** The folder of the newest PostgreSQL's programs; undefined where there is none. */
const postgresBin = (existsSync(VERSIONS) ? readdirSync(VERSIONS) : [])
  .sort((a, b) => Number(b) - Number(a))
  .map((version) => join(VERSIONS, version, 'bin'))
  .find((bin) => existsSync(join(bin, 'initdb')));

/** PostgreSQL refuses to run as root; as anybody else all run as who starts them. */
export const postgresUser: Identity | undefined =
  process.getuid?.() === 0 && postgresBin ? idsOf('postgres') : undefined;

/** Debian's packages that are not there. */
export function missingPackages(): string[] {
  const isThere = (program: string, flag: string) => spawnSync(program, [flag]).status === 0;
  return [
    ...(postgresBin ? [] : ['postgresql']),
    ...(isThere('redis-server', '--version') ? [] : ['redis-server']),
    ...(isThere('haproxy', '-v') ? [] : ['haproxy']),
  ];
}

export function postgresProgram(name: string): string {
  return join(postgresBin ?? '', name);
}

/** Gives a file or folder to whom PostgreSQL runs as. */
export function giveToPostgres(path: string): void {
  if (postgresUser) chownSync(path, postgresUser.uid, postgresUser.gid);
}

/** Runs one of PostgreSQL's programs, or a script that calls them, to its end; returns what it says, and throws it where it fails. */
export function runAsPostgres(program: string, args: readonly string[], variables: NodeJS.ProcessEnv = {}): string {
  const env = { PATH: `${postgresBin}:/usr/bin:/bin`, LC_ALL: 'C.UTF-8', ...variables };
  const { status, stdout, stderr } = spawnSync(program, args, { env, encoding: 'utf8', cwd: '/', ...postgresUser });
  if (status !== 0) throw new Error(`${program} ends with ${status}: ${stderr}`);
  return stdout;
}

function idsOf(user: string): Identity {
  const [uid = 0, gid = 0] = ['-u', '-g'].map((what) => Number(execFileSync('id', [what, user], { encoding: 'utf8' })));
  return { uid, gid };
}
