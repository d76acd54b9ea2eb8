/**
 * `npm run generate:states`: takes what two lists of ISO 3166-2 call states, in English and as the states write themselves, out of the
 * packages that bring them, and what stands in addresses out of generated/address-data.json, into generated/state-names.json.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** CLDR's names are English, those of the other list the official ones. */
const [CLDR, ISO] = [
  { name: 'cldr-subdivisions-full', version: '48.2.0' },
  { name: 'iso-3166', version: '4.4.0' },
];
const ROOT = join(import.meta.dirname, '..', '..');
/** Which languages a name is in: "Grevenmacher (de, lb)". */
const LANGUAGES = / \([a-z]{2}(?:, ?[a-z]{2})*\)$/;

interface CldrFile {
  readonly subdivisions: { readonly localeDisplayNames: { readonly subdivisions: Readonly<Record<string, string>> } };
}

interface IsoList {
  readonly iso31662: readonly { readonly code: string; readonly name: string }[];
}

const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** Lists of a country's subdivisions in Google's address data, `~` between them. */
interface AddressEntry {
  readonly sub_isoids?: string;
  readonly sub_keys?: string;
  readonly sub_names?: string;
}

const folder = mkdtempSync(join(tmpdir(), 'state-names-'));
try {
  const packages = [CLDR, ISO].map(({ name, version }) => `${name}@${version}`);
  execFileSync('npm', [
    'install',
    '--prefix',
    folder,
    '--ignore-scripts',
    '--no-audit',
    '--legacy-peer-deps',
    ...packages,
  ]);
  const pathIn = (name: string, ...path: string[]): string => join(folder, 'node_modules', name, ...path);
  const english = JSON.parse(readFileSync(pathIn(CLDR.name, 'subdivisions', 'en', 'en.json'), 'utf8')) as CldrFile;
  const { iso31662 } = (await import(pathToFileURL(pathIn(ISO.name, 'index.js')).href)) as IsoList;
  const names = new Map<string, Set<string>>();
  const add = (code: string, name: string): void => {
    const known = names.get(code) ?? new Set();
    names.set(code, known.add(name.replace(LANGUAGES, '').trim()));
  };
  for (const [id, name] of Object.entries(english.subdivisions.localeDisplayNames.subdivisions)) {
    // Unicode's ids are the codes without the hyphen: `usca`, `gbeng`.
    add(`${id.slice(0, 2)}-${id.slice(2)}`.toUpperCase(), name);
  }
  for (const { code, name } of iso31662) add(code, name);
  const addresses = JSON.parse(readFileSync(join(ROOT, 'generated', 'address-data.json'), 'utf8')) as Record<
    string,
    AddressEntry
  >;
  for (const [country, { sub_isoids: codes, sub_keys: keys, sub_names: own }] of Object.entries(addresses)) {
    for (const [at, code] of (codes ?? '').split('~').entries()) {
      const called = [keys, own].map((each) => each?.split('~')[at] ?? '');
      // In Latin letters the lists have them, by the codes of today: Google's IE-C is Cork, and was.
      for (const name of called) if (code !== '' && OTHER_SCRIPT.test(name)) add(`${country}-${code}`, name);
    }
  }
  const lines = [...names]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([code, all]) => `"${code}": ${JSON.stringify([...all])}`);
  writeFileSync(join(ROOT, 'generated', 'state-names.json'), `{\n${lines.join(',\n')}\n}\n`);
  process.stdout.write(`${lines.length} states from ${packages.join(' and ')}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
