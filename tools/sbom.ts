/**
 * `npm run --silent sbom`: what the service runs on as a CycloneDX bill of materials (JSON), by the lock file and without a network. npm's own
 * with `--omit dev` leaves out what a tool needs as well, graphql among it (npm 10 and 11): so this takes the whole one, less what is
 * there for tools only.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

interface Component {
  readonly 'bom-ref': string;
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

interface Dependency {
  readonly ref: string;
  readonly dependsOn: readonly string[];
}

interface Bill {
  readonly components: readonly Component[];
  readonly dependencies: readonly Dependency[];
}

const ROOT = join(import.meta.dirname, '..');
const WHOLE = [
  'sbom',
  '--sbom-format',
  'cyclonedx',
  '--sbom-type',
  'application',
  '--include',
  'dev',
  '--package-lock-only',
];
const MOST_BYTES = 100_000_000;

const bill: Bill = JSON.parse(
  execFileSync('npm', WHOLE, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: MOST_BYTES,
    shell: process.platform === 'win32',
  }),
);
const isForTools = ({ properties = [] }: Component) =>
  properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');
const left = new Set(bill.components.filter(isForTools).map((component) => component['bom-ref']));
const kept = {
  ...bill,
  components: bill.components.filter((component) => !left.has(component['bom-ref'])),
  dependencies: bill.dependencies
    .filter(({ ref }) => !left.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => !left.has(each)) })),
};
process.stdout.write(`${JSON.stringify(kept, null, 2)}\n`);
