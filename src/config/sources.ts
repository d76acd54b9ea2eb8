/** Where values come from: flags, then the environment (`GEO_X`, then `X`), then `.env`; and files that hold values. */
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { didYouMean } from '../did-you-mean.ts';
import { flagOf, SETTABLE_NAMES, VARIABLE_NAMES, type VariableName, variable } from './variables.ts';

export type Values = Readonly<Record<string, string | undefined>>;

export interface Flags {
  /** Values by the variable's name (`DATA_DIR`, `DATABASE_URL_FILE`). */
  readonly values: Values;
  /** Flags that nobody knows, as they were written, without their values. */
  readonly unknown?: readonly string[];
  /** Words that belong to no flag. */
  readonly unexpected?: readonly string[];
}

export interface Sources {
  readonly flags: Flags;
  readonly env: Values;
  /** The working folder: `.env` is looked for here, and paths of files start here. */
  readonly folder: string;
}

/** A text, and how the operator knows the place it came from. */
export interface Given {
  readonly text: string;
  readonly origin: string;
}

export interface Collected {
  readonly given: ReadonlyMap<VariableName, Given>;
  readonly faults: readonly string[];
  /** What is worth a word although it is no fault. */
  readonly notes: readonly string[];
}

const PREFIX = 'GEO_';
/** Variables with our prefix that configure something else: the examples, and the project's own tests. */
export const OF_OTHERS: ReadonlySet<string> = new Set([
  'GEO_URL',
  'GEO_KEY',
  'GEO_TEST_DATABASE_URL',
  'GEO_TEST_REDIS_URL',
  'GEO_TEST_PROGRAM',
  'GEO_FULL_DATA_DIR',
  'GEO_RECONCILIATION_SCHEMAS',
  'GEO_IMPORT_KILLS',
  'GEO_SEARCHES',
  'GEO_FUZZ_RUNS',
]);
/** What Kubernetes puts into every container beside a service that is called `geo`. */
const SERVICE_LINK = /^GEO_(SERVICE_(HOST|PORT)(_|$)|PORT_\d+_(TCP|UDP|SCTP)(_|$))/;
const MAX_FILE_BYTES = 64 * 1024;

interface Level {
  readonly values: Values;
  /** The name under which this level knows a variable. */
  nameOf(name: string): string;
  /** How a message names it. */
  originOf(name: string): string;
}

interface Finding {
  readonly faults: string[];
  readonly notes: string[];
  readonly folder: string;
}

/** Finds the text of every variable; nothing is checked yet but the names and the files. */
export function collect({ flags, env, folder }: Sources): Collected {
  const finding: Finding = { faults: [], notes: [], folder };
  const dotEnv = readDotEnv(finding);
  reportUnknown(flags, env, dotEnv, finding);
  const levels: Level[] = [
    { values: flags.values, nameOf: (name) => name, originOf: flagOf },
    ...[
      { values: env, place: '' },
      { values: dotEnv, place: ' in .env' },
    ].flatMap(({ values, place }) =>
      [PREFIX, ''].map((prefix) => ({
        values,
        nameOf: (name: string) => prefix + name,
        originOf: (name: string) => prefix + name + place,
      })),
    ),
  ];
  const given = new Map<VariableName, Given>();
  for (const name of VARIABLE_NAMES) {
    const first = levels.map((level) => take(level, name, finding)).find((each) => each !== undefined);
    if (first) given.set(name, first);
    noteConflict(name, env, '', finding);
    noteConflict(name, dotEnv, ' in .env', finding);
  }
  return { given, faults: finding.faults, notes: finding.notes };
}

function take(level: Level, name: VariableName, finding: Finding): Given | undefined {
  const text = textOf(level, name);
  const file = variable(name).file ? textOf(level, `${name}_FILE`) : undefined;
  const origin = level.originOf(name);
  if (file === undefined) return text === undefined ? undefined : { text, origin };
  const fileOrigin = level.originOf(`${name}_FILE`);
  if (text !== undefined) {
    finding.faults.push(`${origin} and ${fileOrigin} are both set: set one of them`);
    return undefined;
  }
  return readValueFile(file, fileOrigin, finding);
}

function textOf(level: Level, name: string): string | undefined {
  const value = level.values[level.nameOf(name)]?.trim();
  return value === '' ? undefined : value;
}

function readValueFile(file: string, origin: string, { faults, folder }: Finding): Given | undefined {
  const path = resolve(folder, file);
  try {
    const stat = statSync(path);
    if (stat.isDirectory()) faults.push(`${origin} must name a file, not the folder ${path}`);
    else if (!stat.isFile()) faults.push(`${origin} must name a file, not the pipe or device ${path}`);
    else if (stat.size > MAX_FILE_BYTES) faults.push(`${origin} must name a file of at most 64 KiB: ${path}`);
    else {
      const text = readFileSync(path, 'utf8').trim();
      if (text !== '') return { text, origin };
      faults.push(`${origin} must name a file with a value in it: ${path} is empty`);
    }
  } catch (error) {
    faults.push(`${origin} must name a file that can be read: ${reasonOf(error, path)}`);
  }
  return undefined;
}

function readDotEnv({ faults, folder }: Finding): Values {
  const path = join(folder, '.env');
  try {
    const stat = statSync(path);
    // `/dev/null` is put in its place so that there is none.
    if (stat.isCharacterDevice()) return {};
    // A pipe would be waited for.
    if (!stat.isFile() && !stat.isDirectory()) throw new Error('it is no file');
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') faults.push(`.env must be a file that can be read: ${reasonOf(error, path)}`);
    return {};
  }
}

function reportUnknown(flags: Flags, env: Values, dotEnv: Values, { faults }: Finding): void {
  const known = new Set(SETTABLE_NAMES.map((name) => PREFIX + name));
  for (const flag of flags.unknown ?? []) {
    faults.push(`there is no flag ${flag}${didYouMean(flag, SETTABLE_NAMES.map(flagOf))}`);
  }
  for (const word of flags.unexpected ?? []) faults.push(`there is no place for the argument ${JSON.stringify(word)}`);
  for (const [values, place] of [[env, ''] as const, [dotEnv, ' in .env'] as const]) {
    for (const name of Object.keys(values).sort()) {
      if (!name.startsWith(PREFIX) || known.has(name) || OF_OTHERS.has(name)) continue;
      const hint = SERVICE_LINK.test(name)
        ? ' (Kubernetes sets it for a service called geo: set enableServiceLinks: false in the pod)'
        : didYouMean(name, [...known]);
      faults.push(`there is no variable ${name}${place}${hint}`);
    }
  }
}

function noteConflict(name: VariableName, values: Values, place: string, { notes }: Finding): void {
  const prefixed = values[PREFIX + name]?.trim();
  const customary = values[name]?.trim();
  if (prefixed && customary && prefixed !== customary) {
    notes.push(`${PREFIX}${name} and ${name}${place} differ: ${PREFIX}${name} is used`);
  }
}

function reasonOf(error: unknown, path: string): string {
  const code = codeOf(error);
  if (code === 'ENOENT') return `there is no ${path}`;
  if (code === 'EACCES') return `no permission to read ${path}`;
  if (code === 'EISDIR') return `${path} is a folder`;
  return error instanceof Error ? error.message : String(error);
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
