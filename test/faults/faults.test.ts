import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NO_CLUSTERS } from '../postgres-cluster.ts';
import { ROWS, TESTED } from './matrix.ts';
import { runRows } from './run-rows.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');
/** What `npm test` breaks; `npm run faults` breaks the rest. */
const SHORT = [3, 4, 12, 28];

describe('the fault matrix', () => {
  it('names each row once, and tests that are there', () => {
    const numbers = [...ROWS, ...TESTED].map(({ number }) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
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

  it.skipIf(NO_CLUSTERS)(
    'what is broken is answered rightly or told, and nothing is lost (skipped without PostgreSQL server programs)',
    { timeout: 600_000 },
    async () => {
      const outcomes = await runRows({ size: 'small', only: SHORT });
      expect(outcomes.map(({ row, fault }) => [row.number, fault])).toEqual(SHORT.map((number) => [number, undefined]));
    },
  );
});
