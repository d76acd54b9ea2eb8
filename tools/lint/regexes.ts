/**
 * `npm run regexes`: fails when a regular expression of the sources can be made slow by what it is given (by a backtracking that
 * grows faster than its input), and names it with a text that does.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { check } from 'recheck';

const ROOT = join(import.meta.dirname, '..', '..');
const SOURCES = '{bin,client,src}/**/*.{ts,js}';
/** The longest that a single one is looked at. */
const TIMEOUT_MS = 30_000;

interface Regex {
  readonly place: string;
  readonly pattern: string;
  readonly flags: string;
}

/** Every regular expression that a file spells out: literals, and `new RegExp` of a string. */
function regexesOf(file: string): readonly Regex[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const found: Regex[] = [];
  const add = (start: number, pattern: string, flags: string) => {
    found.push({ place: `${file}:${text.slice(0, start).split('\n').length}`, pattern, flags });
  };
  new Visitor({
    Literal(node) {
      if ('regex' in node) add(node.start, node.regex.pattern, node.regex.flags);
    },
    NewExpression({ callee, arguments: [pattern, flags], start }) {
      if (callee.type !== 'Identifier' || callee.name !== 'RegExp' || pattern?.type !== 'Literal') return;
      if (typeof pattern.value !== 'string') return;
      add(start, pattern.value, flags?.type === 'Literal' && typeof flags.value === 'string' ? flags.value : '');
    },
  }).visit(parseSync(file, text).program);
  return found;
}

/** Those of postcodes, which the service takes from the address data. */
function regexesOfPostcodes(): Regex[] {
  const place = 'generated/address-data.json';
  const countries: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
    readFileSync(join(ROOT, place), 'utf8'),
  );
  const patterns = Object.values(countries).flatMap(({ zip = '', sub_zips = '', sub_xzips = '' }) =>
    [zip, ...sub_zips.split('~'), ...sub_xzips.split('~')].filter((each) => each !== ''),
  );
  return [...new Set(patterns)].map((pattern) => ({ place, pattern: `^(?:${pattern})$`, flags: '' }));
}

const ofSources = globSync(SOURCES, { cwd: ROOT, exclude: ['**/node_modules/**'] })
  .toSorted()
  .flatMap(regexesOf);
const regexes = [...ofSources, ...regexesOfPostcodes()];
let slow = 0;
for (const { place, pattern, flags } of regexes) {
  const verdict = await check(pattern, flags, { timeout: TIMEOUT_MS });
  if (verdict.status === 'safe') continue;
  slow++;
  const why =
    verdict.status === 'vulnerable'
      ? `${verdict.complexity.summary}, for one by ${verdict.attack.pattern}`
      : `nothing is known of it (${verdict.error.kind})`;
  process.stderr.write(`${place}: /${pattern}/${flags}: ${why}\n`);
}
process.stdout.write(`${regexes.length} regular expressions, ${slow} that can be made slow\n`);
if (slow > 0 || regexes.length === 0) process.exitCode = 1;
