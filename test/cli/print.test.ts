/** What others have written, in settings, arguments and data, on a terminal. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readable } from '../../src/cli/print.ts';
import { columns } from '../../src/cli/table.ts';
import { inspectConfig } from '../../src/config.ts';
import { readOperationsFolder } from '../../src/graphql/operations-folder.ts';
import { geo } from './geo.ts';

const RED = '\u001b[31m';
const LONG = 'a'.repeat(5_000);

describe('what a terminal would obey is written out', () => {
  it('in errors, which are cut where they repeat long input', () => {
    expect(readable(`a ${RED}b\u202ec\u009b\nd`)).toBe('a \\u001b[31mb\\u202ec\\u009b\nd');
    expect(readable(`no ${LONG}: none`)).toBe(`no ${'a'.repeat(150)}…${'a'.repeat(149)}: none`);
    expect(readable('a b '.repeat(5_000))).toHaveLength(4_001);
  });

  it('in tables', () => {
    expect(columns([['a', `${RED}X\u202e`]])).toBe('a  \\u001b[31mX\\u202e');
  });

  it('in JSON so that a program reads what was written', async () => {
    const { err } = await geo(['reconcile', `${RED}\u202e\u009b`, '--json']);
    expect(err).not.toMatch(/[\u009b\u202e]/u);
    expect(JSON.parse(err)).toEqual({ error: `there is no file ${RED}\u202e\u009b`, exitCode: 2 });
  });

  it.each([
    ['serve', `--${RED}${LONG}`],
    ['serve', 'x', `${RED}${LONG}`],
    ['reconcile', `${RED}${LONG}`],
    ['import', '--from', `${RED}${LONG}`],
    ['config', '--operations-dir', `${RED}${LONG}`, '--port', `${RED}${LONG}`],
  ])('by the command %s', async (...words) => {
    const { out, err } = await geo(words);
    expect(out + err).not.toMatch(/[^\P{Cc}\n]/u);
    expect(err).not.toBe('');
    expect((out + err).length).toBeLessThan(2_000);
  });
});

it('a pipe in the place of a file is told, and nobody waits for it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'geo-pipes-'));
  const operations = join(folder, 'operations');
  mkdirSync(operations);
  for (const name of [join(folder, 'secret'), join(folder, '.env'), join(operations, 'a.graphql')])
    execFileSync('mkfifo', [name]);
  const env = { REDIS_URL_FILE: 'secret' };
  expect(inspectConfig({ folder, env }).faults).toEqual([
    '.env must be a file that can be read: it is no file',
    `REDIS_URL_FILE must name a file, not the pipe or device ${join(folder, 'secret')}`,
  ]);
  await expect(readOperationsFolder(operations)).rejects.toThrow(`${join(operations, 'a.graphql')} is no file`);
  symlinkSync('/dev/null', join(operations, '.env'));
  writeFileSync(join(folder, 'plain'), 'redis://127.0.0.1:6379');
  expect(inspectConfig({ folder: operations, env: { REDIS_URL_FILE: '../plain' } }).faults).toEqual([]);
});
