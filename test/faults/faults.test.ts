import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROWS, TESTED } from './matrix.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');

describe('the fault matrix', () => {
  it('has every row, each title once, and names tests that are there', () => {
    const all = [...ROWS, ...TESTED];
    expect([...new Set(all.map(({ number }) => number))].sort((one, other) => one - other)).toEqual(
      Array.from({ length: 56 }, (_, at) => at + 1),
    );
    expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
    for (const test of TESTED.flatMap(({ tests }) => tests))
      expect(existsSync(join(ROOT, 'test', test)), test).toBe(true);
  });

  it('is listed, and a row that is not there is told', () => {
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [join(ROOT, 'test', 'faults', 'run.ts'), ...args], { encoding: 'utf8' });
    expect(run('--list').stdout).toContain(' 4  the database crashes and starts again under load\n');
    expect(run('--only', '99').stderr).toContain('no row 99');
    expect(run('--soak', 'long').stderr).toContain('--soak takes 90s, 60m or 2h, not long');
  });

  it('the report of the last release names every row that was broken', () => {
    const report = readFileSync(join(ROOT, 'docs', 'reliability.md'), 'utf8');
    expect(ROWS.filter(({ title }) => !report.includes(`| ${title} |`)).map(({ title }) => title)).toEqual([]);
  });
});
