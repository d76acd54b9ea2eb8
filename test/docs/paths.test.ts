import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const DOCUMENTS = ['README.md', ...globSync('docs/**/*.md')];

/** What a document names of the tree: files and folders, `*` for any. */
function pathsIn(text: string): string[] {
  const named = text.matchAll(/(?<![\w/.-])(?:src|test|tools|migrations|docs|client|examples)\/[\w./*-]*[\w*/]/g);
  return [...new Set([...named].map(([path]) => path))].filter((path) => !/\/[A-Z]+$/.test(path)); // `tools/NAME`
}

describe('the documents', () => {
  it.each(DOCUMENTS)('%s names only files and folders that are there', (document) => {
    const missing = pathsIn(readFileSync(document, 'utf8')).filter((path) => globSync(path).length === 0);
    expect(missing).toEqual([]);
  });

  it('put each file of the largest room on its map', () => {
    const [, map = ''] = readFileSync('docs/architecture.md', 'utf8').split('## The indexes');
    const missing = globSync('*.ts', { cwd: 'src/find' }).filter((file) => !map.includes(`\`${file}\``));
    expect(missing).toEqual([]);
  });

  it('say of a file that is gone that it is', () => {
    expect(pathsIn('the walk goes `src/gone.ts` → `src/schema/*.resource.ts`, not /v1/src/x.ts.')).toEqual([
      'src/gone.ts',
      'src/schema/*.resource.ts',
    ]);
  });
});
