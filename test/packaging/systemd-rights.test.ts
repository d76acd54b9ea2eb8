/** The rights that the systemd unit takes away, one by one, and those that the service cannot be without. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VARIABLES } from '../../src/config/variables.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const UNIT = join(ROOT, 'deploy', 'systemd', 'geo.service');
const [, service = ''] = /\n\[Service\]\n(.*?)\n\[/s.exec(readFileSync(UNIT, 'utf8')) ?? [];
const lines = service.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

/** What a directive is set to, each time that it is. */
function set(name: string): string[] {
  return lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));
}

const TAKEN: readonly (readonly [right: string, name: string, value: string])[] = [
  ['to be a user that owns files of others', 'DynamicUser', 'yes'],
  ['to write outside of its folders', 'ProtectSystem', 'strict'],
  ['to see what is in homes', 'ProtectHome', 'yes'],
  ['to see the temporary files of others', 'PrivateTmp', 'yes'],
  ['to use devices', 'PrivateDevices', 'yes'],
  ['to let others read its data', 'StateDirectoryMode', '0700'],
  ['to let others read what it writes', 'UMask', '0077'],
  ['to set the clock', 'ProtectClock', 'yes'],
  ['to change control groups', 'ProtectControlGroups', 'yes'],
  ['to rename the host', 'ProtectHostname', 'yes'],
  ['to read the log of the kernel', 'ProtectKernelLogs', 'yes'],
  ['to load modules', 'ProtectKernelModules', 'yes'],
  ['to set the kernel’s variables', 'ProtectKernelTunables', 'yes'],
  ['to see processes of others', 'ProtectProc', 'invisible'],
  ['to get rights from a program that it starts', 'NoNewPrivileges', 'yes'],
  ['to have any capability', 'CapabilityBoundingSet', ''],
  ['to start with a capability', 'AmbientCapabilities', ''],
  ['to run as another system', 'LockPersonality', 'yes'],
  ['to open sockets but of IP and of Unix', 'RestrictAddressFamilies', 'AF_INET AF_INET6 AF_UNIX'],
  ['to make namespaces', 'RestrictNamespaces', 'yes'],
  ['to take a processor for itself', 'RestrictRealtime', 'yes'],
  ['to make files that run as their owner', 'RestrictSUIDSGID', 'yes'],
  ['to make system calls of another architecture', 'SystemCallArchitectures', 'native'],
  ['to make system calls that no service needs', 'SystemCallFilter', '@system-service'],
];

/** What would be stricter, or less strict, and what would not work then, or no more be taken away. */
const UNSET: readonly (readonly [why: string, ...names: string[]])[] = [
  ['V8 writes the code that it runs', 'MemoryDenyWriteExecute', 'NoExecPaths'],
  ['callers, the database and Redis are on the network', 'PrivateNetwork', 'IPAddressDeny', 'SocketBindDeny'],
  ['it reads in /proc/net how many connections wait', 'ProcSubset'],
  ['it is in /opt/geo and Node.js in /usr', 'InaccessiblePaths', 'RootDirectory', 'RootImage', 'TemporaryFileSystem'],
  ['its data is the one thing that it may write', 'ReadOnlyPaths', 'ReadWritePaths', 'BindPaths', 'ExecPaths'],
  ['it has a user of its own', 'User', 'Group', 'SupplementaryGroups', 'PermissionsStartOnly'],
];

describe('the systemd unit takes the right', () => {
  it.each(TAKEN)('%s (%s=%s)', (_, name, value) => {
    expect(set(name)).toEqual([value]);
  });

  it('of every command, also of those around its start', () => {
    const commands = lines.filter((line) => line.startsWith('Exec'));
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) expect(command).toMatch(/^Exec[A-Za-z]+=\//);
  });

  const run = spawnSync('systemd-analyze', ['security', '--offline=yes', '--json=short', UNIT], { encoding: 'utf8' });
  // Before 250 it judges only units that run.
  const skipped = run.status !== 0;
  it.skipIf(skipped)(
    `so that systemd finds it taken${skipped ? ' (skipped: no systemd-analyze that tells)' : ''}`,
    () => {
      const found: { name: string; exposure: string | null }[] = JSON.parse(run.stdout);
      const ours = found.filter(({ name }) => TAKEN.some(([, taken]) => name.startsWith(`${taken}=`)));
      expect(ours.length).toBeGreaterThan(TAKEN.length);
      const open = ours.filter(({ exposure }) => exposure !== null).map(({ name }) => name);
      expect([
        // @system-service has them; without capabilities they give no right.
        'SystemCallFilter=~@resources',
        'SystemCallFilter=~@privileged',
        'RestrictAddressFamilies=~AF_UNIX',
        'RestrictAddressFamilies=~AF_(INET|INET6)',
      ]).toEqual(expect.arrayContaining(open));
    },
  );
});

describe('the systemd unit leaves what the service needs', () => {
  it.each(UNSET)('%s', (_, ...names) => {
    for (const name of names) expect(set(name), name).toEqual([]);
  });

  const environment = Object.fromEntries(
    set('Environment').flatMap((pairs) => pairs.split(' ').map((pair) => pair.split('=', 2) as [string, string])),
  );

  it('its data in a folder that systemd makes for its user, and keeps', () => {
    expect(set('StateDirectory')).toEqual(['geo']);
    expect(environment['DATA_DIR']).toBe('/var/lib/geo');
  });

  it('ports that need no capability', () => {
    const ports = ['PORT', 'HEALTH_PORT', 'METRICS_PORT'] as const;
    const given = ports.flatMap((name) => environment[name] ?? VARIABLES[name].default ?? []);
    expect(given.length).toBeGreaterThan(1);
    expect(new Set(given).size).toBe(given.length);
    for (const port of given) expect(Number(port)).toBeGreaterThanOrEqual(1024);
  });

  it('a descriptor for each connection, and the time that it takes to end', () => {
    // A connection is one, and takes one of the database's or of Redis at most.
    expect(Number(set('LimitNOFILE')[0])).toBeGreaterThan(2 * Number(VARIABLES.MAX_CONNECTIONS.default));
    expect(Number(set('TimeoutStopSec')[0])).toBeGreaterThan(Number(VARIABLES.SHUTDOWN_SECONDS.default));
  });

  it('the program that is delivered, outside of homes', () => {
    const [command = ''] = set('ExecStart');
    const [folder = ''] = set('WorkingDirectory');
    const program = command.split(' ').find((word) => word.startsWith(`${folder}/`)) ?? '';
    expect(existsSync(join(ROOT, program.slice(folder.length)))).toBe(true);
    for (const path of [...command.split(' '), folder])
      expect(path).not.toMatch(/^\/(home|root|run\/user|tmp|var\/tmp)\//);
  });
});
