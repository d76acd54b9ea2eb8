/**
 * `npm run regexes`: fails when a regular expression of the sources is not proved to take time that grows with its input and no
 * faster, and names it, with a text that makes it slow where there is one. The proof is by the automaton: none is tried with
 * random texts, so that the answer is always the same, and one with a repeat under a look-around, or with a back-reference, is
 * refused as one of which nothing is known. Where a file makes them of what it is given, `MADE` says which come of it; a place
 * that is not in there fails, too.
 *
 * With `--times` each is also tried with long texts, and one fails that takes longer than `MOST_MS`.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCountries, Metadata } from 'libphonenumber-js/max';
import { type CallExpression, type NewExpression, parseSync, Visitor } from 'oxc-parser';
import { check, type Diagnostics } from 'recheck';
import { SLOW_PIECES } from '../../test/faults/slow-pieces.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const SOURCES = '{bin,client,src}/**/*.{ts,js}';
/** Without a limit of time: a verdict must not depend on the machine. */
const PROOF = { checker: 'automaton', timeout: null } as const;
/** From here on a repeat that has an end is proved as one that has none. */
const MANY_TIMES = 10;

/** How long a text is that is tried, in characters. */
const LONG = 100_000;
const MOST_MS = 10;
/** The shortest of so many tries counts, since others use the machine as well. By the clock: a thread's processor time is told in steps of milliseconds. */
const TRIES = 3;

interface Regex {
  readonly place: string;
  readonly pattern: string;
  readonly flags: string;
}

/** How many times a file makes regular expressions of what it is given, and what comes of it. */
const MADE: Readonly<Record<string, { readonly times: number; readonly patterns: () => string[] }>> = {
  'src/address/postcode.ts': { times: 2, patterns: ofPostcodes },
  'src/db/import/dial-codes.ts': { times: 1, patterns: ofLeadingDigits },
  // Of coordinates of the schema: names with points between them.
  'src/schema/sdl.ts': { times: 1, patterns: () => ['(?<![\\w.])Query\\.states\\.search(?!\\w)'] },
};

/** Every regular expression that a file spells out, or makes as `MADE` says; throws where it makes others. */
function regexesOf(file: string): readonly Regex[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const found: Regex[] = [];
  let made = 0;
  const add = (start: number, pattern: string, flags: string) => {
    found.push({ place: `${file}:${text.slice(0, start).split('\n').length}`, pattern, flags });
  };
  const construct = ({ callee, arguments: [pattern, flags], start }: CallExpression | NewExpression) => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
    const isSpeltOut = pattern?.type === 'Literal' && typeof pattern.value === 'string';
    const hasFlags = flags === undefined || (flags.type === 'Literal' && typeof flags.value === 'string');
    if (isSpeltOut && hasFlags) add(start, String(pattern.value), flags?.type === 'Literal' ? String(flags.value) : '');
    else made++;
  };
  new Visitor({
    Literal(node) {
      if ('regex' in node) add(node.start, node.regex.pattern, node.regex.flags);
    },
    CallExpression: construct,
    NewExpression: construct,
  }).visit(parseSync(file, text).program);
  const { times, patterns } = MADE[file] ?? { times: 0, patterns: () => [] };
  if (made !== times) throw new Error(`${file} makes regular expressions in ${made} places, MADE says ${times}`);
  return [...found, ...patterns().map((pattern) => ({ place: file, pattern, flags: '' }))];
}

/** Those of postcodes, which the service takes from the address data, of whole ones and of how they begin. */
function ofPostcodes(): string[] {
  const place = 'generated/address-data.json';
  const countries: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
    readFileSync(join(ROOT, place), 'utf8'),
  );
  const patterns = Object.values(countries).flatMap(({ zip = '', sub_zips = '', sub_xzips = '' }) =>
    [zip, ...sub_zips.split('~'), ...sub_xzips.split('~')].filter((each) => each !== ''),
  );
  return [...new Set(patterns)].flatMap((pattern) => [`^(?:${pattern})$`, `^(?:${pattern})`]);
}

/** Those of the leading digits of countries, which the import takes from the numbering plans. */
function ofLeadingDigits(): string[] {
  const metadata = new Metadata();
  return getCountries().flatMap((country) => {
    metadata.selectNumberingPlan(country);
    const digits = metadata.numberingPlan?.leadingDigits();
    return digits === undefined ? [] : [`^(?:${digits})$`];
  });
}

/**
 * The pattern to be proved. What has no endless repeat passes unseen, also `^(?:a?){25}a{25}$`, which takes 2^25 steps: long
 * repeats are made endless, and nothing may match in the end, so that all ways through them are gone.
 */
function hardened(pattern: string): string {
  const endless = pattern.replace(/(?<!\\[pu])\{(\d+)(?:,(\d+))?\}/g, (repeat, from: string, to: string = from) => {
    if (Number(to) < MANY_TIMES) return repeat;
    return from === '0' ? '*' : '+';
  });
  return endless === pattern ? pattern : `(?:${endless})\\0`;
}

function reasonOf(verdict: Diagnostics): string {
  if (verdict.status === 'vulnerable') return `${verdict.complexity.summary}, for one by ${verdict.attack.pattern}`;
  if (verdict.status === 'safe') return `only tried (${verdict.checker})`;
  return `nothing is known of it (${'message' in verdict.error ? verdict.error.message : verdict.error.kind})`;
}

/** How long a long text takes, in milliseconds: at its most, whichever the pieces are that the text is made of. */
function slowestMs({ pattern, flags }: Regex): number {
  const regex = new RegExp(pattern, flags);
  // What a pattern is for slows it the most.
  const own = pattern.match(/[\w ,;:@"'/%-]+/g) ?? [];
  return Math.max(
    ...[...new Set([...SLOW_PIECES, ...own])].map((piece) => {
      const text = piece.repeat(LONG / piece.length);
      return Math.min(...Array.from({ length: TRIES }, () => millisecondsOf(() => text.replace(regex, ''))));
    }),
  );
}

function millisecondsOf(work: () => void): number {
  const before = performance.now();
  work();
  return performance.now() - before;
}

const regexes = globSync(SOURCES, { cwd: ROOT, exclude: ['**/node_modules/**'] })
  .toSorted()
  .flatMap(regexesOf);
let unproved = 0;
for (const { place, pattern, flags } of regexes) {
  const verdict = await check(hardened(pattern), flags, PROOF);
  if (verdict.status === 'safe' && verdict.checker === 'automaton') continue;
  unproved++;
  process.stderr.write(`${place}: /${pattern}/${flags}: ${reasonOf(verdict)}\n`);
}
process.stdout.write(`${regexes.length} regular expressions, ${unproved} that are not proved to be linear\n`);
if (unproved > 0 || regexes.length === 0) process.exitCode = 1;

if (process.argv.includes('--times')) {
  const timed = regexes.map((regex) => ({ ...regex, ms: slowestMs(regex) })).sort((one, other) => other.ms - one.ms);
  for (const { place, pattern, flags, ms } of timed.slice(0, 3))
    process.stdout.write(`${place}: /${pattern}/${flags}: ${ms.toFixed(1)} ms at most for ${LONG} characters\n`);
  if ((timed[0]?.ms ?? 0) > MOST_MS) process.exitCode = 1;
}
