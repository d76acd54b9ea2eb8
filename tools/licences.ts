/**
 * `npm run licences [-- --json]`: the packages that the service runs on, by licence, as the lock file has them. Ends with 1 when one
 * has a licence that nobody has looked at, or asks to be named and is not in NOTICE.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}
export interface Licensed {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

const ROOT = join(import.meta.dirname, '..');
/** Licences that ask for their text beside the package, where npm leaves it. */
const PERMISSIVE = new Set(['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT']);
/** Licences of data: fine where NOTICE names the package or its source. */
const DATA = new Set(['CC-BY-4.0', 'CC0-1.0', 'ODbL-1.0']);
/** Where the package's name is not what its data asks to be called. */
const SOURCES: Readonly<Record<string, string>> = {
  '@countrystatecity/countries': 'dr5hn/countries-states-cities-database',
};

/** What `npm ci --omit=dev` installs, by a lock file's `packages`. */
export function licensed(packages: Readonly<Record<string, LockedPackage>>): Licensed[] {
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { version = '', license = 'none' }]) => {
      return { name: path.slice(path.lastIndexOf('node_modules/') + 13), version, licence: license };
    });
}

/** What is wrong with them, a line each; `notice` is the text of NOTICE. */
export function licenceFaults(list: readonly Licensed[], notice: string): string[] {
  return list.flatMap(({ name, licence }) => {
    if (PERMISSIVE.has(licence)) return [];
    if (!DATA.has(licence)) return [`${name} has the licence ${licence}, which nobody has looked at`];
    return notice.includes(SOURCES[name] ?? name) ? [] : [`${name} (${licence}) is not in NOTICE`];
  });
}

if (import.meta.main) {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const list = licensed(lock.packages);
  const faults = licenceFaults(list, readFileSync(join(ROOT, 'NOTICE'), 'utf8'));
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(list, null, 2)}\n`);
  else {
    for (const [licence, its = []] of Object.entries(Object.groupBy(list, (each) => each.licence))) {
      const names = its.map(({ name, version }) => `${name}@${version}`);
      process.stdout.write(`${licence} (${names.length})\n  ${names.join('\n  ')}\n`);
    }
  }
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
}
