/** Whose work the service runs on, and that it may. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { licenceFaults, licensed } from '../../tools/licences.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const notice = readFileSync(join(ROOT, 'NOTICE'), 'utf8');
const { dependencies, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const list = licensed(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages);

describe('the packages that the service runs on', () => {
  it('are all in the report, and none of those that it is tested with', () => {
    const names = list.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)));
    expect(names).not.toContain('vitest');
  });

  it('have licences that allow it, and those of data are named in NOTICE', () => {
    expect(licenceFaults(list, notice)).toEqual([]);
  });

  it('are the components of the bill of materials (npm run sbom), at their versions', () => {
    const bill = JSON.parse(execFileSync(process.execPath, [join(ROOT, 'tools', 'sbom.ts')], { encoding: 'utf8' }));
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { type: 'application' } } });
    const components = (bill.components as { readonly purl: string }[]).map(({ purl }) => decodeURIComponent(purl));
    // The client of this tree is a part of it as well.
    const own = `pkg:npm/geo-reference-client@${version}`;
    const expected = [own, ...list.map((each) => `pkg:npm/${each.name}@${each.version}`)];
    expect(components.toSorted()).toEqual([...new Set(expected)].sort());
  });

  it('are told of when a licence is unknown, missing or not named', () => {
    const faults = licenceFaults(
      licensed({
        'node_modules/a': { version: '1.0.0', license: 'AGPL-3.0-only' },
        'node_modules/b': { version: '1.0.0' },
        'node_modules/@c/c': { version: '1.0.0', license: 'ODbL-1.0' },
        'node_modules/d': { version: '1.0.0', license: 'AGPL-3.0-only', dev: true },
      }),
      notice,
    );
    expect(faults).toEqual([
      'a has the licence AGPL-3.0-only, which nobody has looked at',
      'b has the licence none, which nobody has looked at',
      '@c/c (ODbL-1.0) is not in NOTICE',
    ]);
  });
});
