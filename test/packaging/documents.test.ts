/** The documents for operators name tests, files and variables that are there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FEATURES, type Feature } from '../../src/auth/plans.ts';
import { VARIABLE_NAMES } from '../../src/config/variables.ts';
import { GLIBC_NAMES } from './glibc-names.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

describe('docs/security.md', () => {
  const lines = read('docs/security.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| May not '));

  it('has a test behind every line', () => {
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines) {
      const tests = [...line.matchAll(/`(test\/[^`]+)`/g)].map(([, path = '']) => path);
      expect(tests, line).not.toEqual([]);
      for (const path of tests) expect(existsSync(join(ROOT, path)), path).toBe(true);
    }
  });
});

describe('the plans of the README', () => {
  /** How the table calls each feature. */
  const CALLED: Readonly<Record<Feature, string>> = {
    fuzzySearch: 'typo-tolerant search',
    isoLookup: 'ISO look-ups',
    currencyApi: 'currencies',
    phoneDialCode: 'dial codes',
    regionsApi: 'regions',
    bulkStates: 'all states',
    bulkCities: 'all cities of a country',
    fieldsFiltering: '`fields`',
    inlineSearch: '`q`',
    reconcile: 'reconciliation',
    geoSearch: 'near a point or around it',
    consistency: 'checks of records against each other',
  };

  it.each(Object.entries(FEATURES))('have %s where it begins, on %s', (feature, plan) => {
    const row = read('README.md')
      .split('\n')
      .find((line) => line.startsWith(`| ${plan}`));
    expect(row).toContain(CALLED[feature as Feature]); // As FEATURES has it.
  });
});

describe.each(['docs/security.md', 'docs/operate.md', 'SECURITY.md'])('%s', (document) => {
  const text = read(document);

  it('links to files that are there', () => {
    const links = [...text.matchAll(/\]\(([^)#:]+)(#[^)]*)?\)/g)].map(([, target = '']) => target);
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(existsSync(join(ROOT, document, '..', link)), link).toBe(true);
  });

  it('sets no variable that the service does not know', () => {
    const set = [...text.matchAll(/\b([A-Z][A-Z_]+)=/g)].map(([, name = '']) => name.replace(/_FILE$/, ''));
    const others = ['LoadCredential', ...GLIBC_NAMES];
    for (const name of set) expect([...VARIABLE_NAMES, ...others]).toContain(name);
  });
});
