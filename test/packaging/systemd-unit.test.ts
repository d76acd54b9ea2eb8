/** The systemd unit: systemd itself reads it without a complaint, and it gives the service no more than it needs. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VARIABLE_NAMES } from '../../src/config/variables.ts';
import { GLIBC_NAMES } from './glibc-names.ts';

const UNIT = join(import.meta.dirname, '..', '..', 'deploy', 'systemd', 'geo.service');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
const text = readFileSync(UNIT, 'utf8');

describe('the systemd unit', () => {
  it.skipIf(!hasSystemd)(`is taken by systemd${hasSystemd ? '' : ' (skipped: there is no systemd-analyze)'}`, () => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', UNIT], { encoding: 'utf8' });
    expect(stderr.split('\n').filter((line) => line.includes('geo.service'))).toEqual([]);
    expect(status).toBe(0);
  });

  it('reloads by the signal that replaces workers', () => {
    expect(text).toMatch(/^ExecReload=\/bin\/kill -HUP \$MAINPID$/m);
  });

  it('sets variables that the service knows', () => {
    const set = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs = '']) => pairs.split(' '));
    const names = set.map((pair) => pair.slice(0, pair.indexOf('='))).filter((name) => name !== 'NODE_ENV');
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect([...VARIABLE_NAMES, ...GLIBC_NAMES]).toContain(name);
  });
});
