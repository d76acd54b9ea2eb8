/**
 * `npm run mutations [-- WORD]`: takes each guard of the list out of a copy of the tree and runs the tests that hold it, which have to
 * fail. With a word: those whose guard or file has it. Ends with 1 when a guard may go without a test that says so.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { MUTATIONS, type Mutation } from './mutations-list.ts';

const ROOT = join(import.meta.dirname, '..');
const [, , word = ''] = process.argv;

const copy = mkdtempSync(join(tmpdir(), 'geo-mutations-'));
try {
  copyTree();
  const chosen = MUTATIONS.filter(({ guard, file }) => guard.includes(word) || file.includes(word));
  let survived = 0;
  for (const mutation of chosen) {
    const isNoticed = !passes(mutation);
    if (!isNoticed) survived += 1;
    console.log(`${isNoticed ? 'noticed ' : 'SURVIVED'}  ${mutation.guard} (${mutation.file}, test/${mutation.test})`);
  }
  console.log(`${chosen.length - survived} of ${chosen.length} noticed`);
  process.exitCode = survived > 0 ? 1 : 0;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/** What is under version control, with the packages that are installed here. */
function copyTree(): void {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean);
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
}

/** Whether the tests of a guard pass without it. */
function passes({ file, from, to, test }: Mutation): boolean {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${file} does not have once: ${from}`);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  try {
    // The inner loop makes fewer databases and no program, in half the time; what it does not have or notice is for all of them.
    if (run(test, '--mode', 'quick') === 'failed') return false;
    const outcome = run(test);
    // Tests that could not even begin have noticed nothing.
    if (typeof outcome === 'object') throw new Error(`test/${test} did not run: ${outcome.said}`);
    return outcome === 'passed';
  } finally {
    writeFileSync(path, text);
  }
}

/** Runs tests in the copy; what they said where none of them ran. */
function run(test: string, ...options: string[]): 'passed' | 'failed' | { readonly said: string } {
  const vitest = join(copy, 'node_modules', 'vitest', 'vitest.mjs');
  // One failure is enough, and what waits for a guard that is gone waits for ever.
  const args = [vitest, 'run', '--bail', '1', '--testTimeout', '30000', ...options, join('test', test)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  if (!/Tests .*(passed|failed)/.test(stdout)) return { said: `${stdout}${stderr}` };
  return status === 0 ? 'passed' : 'failed';
}
