/** The lock files are whole: `npm ci` takes them on every system, not only on the one where they were made. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDERS = ['.', ...readdirSync(join(ROOT, 'tools')).map((name) => join('tools', name))].filter((folder) =>
  existsSync(join(ROOT, folder, 'package-lock.json')),
);

interface LockedPackage {
  readonly link?: boolean;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The folders in which Node.js looks for what a package in `path` imports. */
function lookUpPaths(path: string, name: string): readonly string[] {
  const paths: string[] = [];
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    paths.push(`${at}${at ? '/' : ''}node_modules/${name}`);
    if (at === '') return paths;
  }
}

describe.each(FOLDERS)('the lock of %s', (folder) => {
  const read = (name: string) => JSON.parse(readFileSync(join(ROOT, folder, name), 'utf8'));
  const packages: Readonly<Record<string, LockedPackage>> = read('package-lock.json').packages;

  it('has every package of every platform, with its integrity', () => {
    const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !lookUpPaths(path, name).some((place) => packages[place]))
        .map((name) => `${name} of ${path}`),
    );
    expect(missing).toEqual([]);
    const unchecked = Object.entries(packages).filter(
      ([path, { link, integrity }]) => path.includes('node_modules/') && !link && !integrity,
    );
    expect(unchecked).toEqual([]);
  });

  it('is that of its package.json, which names exact versions', () => {
    const { dependencies = {}, devDependencies = {} } = read('package.json');
    expect(packages['']?.dependencies ?? {}).toEqual(dependencies);
    expect(packages['']?.devDependencies ?? {}).toEqual(devDependencies);
    for (const version of Object.values({ ...dependencies, ...devDependencies }))
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });
});
