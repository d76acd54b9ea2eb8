/**
 * `npm run faults [-- --only 4,12 | --full | --soak 60m | --list]`: breaks what the service stands on, under load, and files every
 * answer. `--full` does it on the full data and at the sizes of a release; rows that tests of `npm test` hold are theirs then. Ends
 * with how many rows stood it, failed, or could not be broken on this machine, and with 1 where one has failed.
 */
import { spawnSync } from 'node:child_process';
import { cpus, release } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { NO_CLUSTERS } from '../postgres-cluster.ts';
import { useBuiltProgram } from '../program.ts';
import { ROWS, TESTED } from './matrix.ts';
import { type Outcome, runRows } from './run-rows.ts';
import { soak } from './soak.ts';
import { sum } from './traffic.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');

const { values } = given();
const size = values.full ? 'full' : 'small';

// A release runs what is built.
if (!values.list) await useBuiltProgram();
if (values.list) list();
else if (values.soak !== undefined) console.log(await soak(size, durationOf(values.soak)));
else await rows(values.only?.split(',').map(Number));

function given() {
  try {
    return parseArgs({
      options: {
        only: { type: 'string' },
        full: { type: 'boolean', default: false },
        soak: { type: 'string' },
        list: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    console.error(
      `${error instanceof Error ? error.message : error}\nusage: npm run faults [-- --only 4,12 | --full | --soak 60m | --list]`,
    );
    process.exit(2);
  }
}

function list(): void {
  const all = [
    ...ROWS.map(({ number, title, missing }) => ({ number, text: `${title}${missing ? ` (${missing})` : ''}` })),
    ...TESTED.map(({ number, title, tests }) => ({ number, text: `${title}: ${tests.join(', ')}` })),
  ];
  for (const { number, text } of all.sort((left, right) => left.number - right.number)) {
    console.log(`${String(number).padStart(2)}  ${text}`);
  }
}

async function rows(only: readonly number[] | undefined): Promise<void> {
  const unknown = only?.filter((wanted) => ![...ROWS, ...TESTED].some(({ number }) => number === wanted)) ?? [];
  if (unknown.length > 0) throw new Error(`no row ${unknown.join(', ')}: \`npm run faults -- --list\` names them`);
  console.log(
    `| Row | What breaks | Cases | Right | Told | Refused | Wrong | Lost | |\n|---:|---|---:|---:|---:|---:|---:|---:|---|`,
  );
  const outcomes = NO_CLUSTERS ? [] : await runRows({ size, only }, (outcome) => console.log(lineOf(outcome)));
  const { right, told, refused, wrong, lost } = sum(outcomes.flatMap(({ finding }) => finding?.tally ?? []));
  const cases = outcomes.reduce((all, { finding }) => all + (finding?.cases ?? 0), 0);
  console.log(`| | all | ${cases} | ${right} | ${told} | ${refused} | ${wrong} | ${lost} | |`);
  console.log(
    `\n${size} sizes, ${cpus().length} × ${cpus()[0]?.model}, Node.js ${process.version}, ${process.platform} ${release()}`,
  );
  const tests = TESTED.filter(({ number }) => only?.includes(number)).flatMap((row) => row.tests);
  const tested = tests.length === 0 || runTests(tests);
  for (const { row, fault } of outcomes) if (fault !== undefined) console.error(`\nrow ${row.number}: ${fault}`);
  const skipped = ROWS.filter(({ number, missing }) => (NO_CLUSTERS ?? missing) && (only?.includes(number) ?? true));
  for (const { number, missing } of skipped) console.log(`row ${number} is skipped: ${NO_CLUSTERS ?? missing}`);
  const failed = outcomes.filter(({ fault }) => fault !== undefined).length;
  console.log(`Rows  ${outcomes.length - failed} passed, ${failed} failed, ${skipped.length} skipped`);
  if (!tested || failed > 0) process.exitCode = 1;
}

function lineOf({ row, finding, fault, seconds }: Outcome): string {
  const { right, told, refused, wrong, lost } = finding?.tally ?? sum([]);
  const said = fault === undefined ? (finding?.said ?? '') : `FAILED: ${fault.split('\n')[0]?.slice(0, 200)}`;
  const cells = [
    row.number,
    row.title,
    finding?.cases ?? 0,
    right,
    told,
    refused,
    wrong,
    lost,
    `${said} (${Math.round(seconds)} s)`,
  ];
  return `| ${cells.join(' | ')} |`;
}

function runTests(tests: readonly string[]): boolean {
  const files = [...new Set(tests)].map((test) => join('test', test));
  return spawnSync('npx', ['vitest', 'run', ...files], { cwd: ROOT, stdio: 'inherit' }).status === 0;
}

/** Milliseconds of `90s`, `60m`, `2h`. */
function durationOf(text: string): number {
  const [, count, unit] = /^(\d+)([smh])$/.exec(text) ?? [];
  const seconds = { s: 1, m: 60, h: 3_600 }[unit ?? ''];
  if (count === undefined || seconds === undefined)
    throw new Error(`--soak takes 90s, 60m or 2h, not ${text.slice(0, 20)}`);
  return Number(count) * seconds * 1_000;
}
