/**
 * `npm run regexes`: fails when a regular expression of the sources can be made slow by what it is given (by a backtracking that
 * grows faster than its input), and names it with a text that does. Where a file makes them of what it is given, `MADE` says which
 * come of it; a place that is not in there fails, too.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCountries, Metadata } from 'libphonenumber-js/max';
import { type CallExpression, type NewExpression, parseSync, Visitor } from 'oxc-parser';
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

const regexes = globSync(SOURCES, { cwd: ROOT, exclude: ['**/node_modules/**'] })
  .toSorted()
  .flatMap(regexesOf);
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
