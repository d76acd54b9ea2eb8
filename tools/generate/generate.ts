/**
 * `npm run generate`: writes every document that is made from the code. With `--check` it writes nothing and fails,
 * naming each document that is not as the code would make it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { clientTypes } from './client-types.ts';
import { withConfigurationTable } from '../../src/config/documents.ts';
import { schema } from '../../src/schema/schema.ts';
import { sdlOf } from '../../src/schema/sdl.ts';
import { openApiJson } from '../../src/cli/generate-openapi.ts';
import { referenceScript } from './reference-script.ts';
import { cliReference } from '../../src/cli/reference.ts';

const ROOT = join(import.meta.dirname, '..', '..');

interface GeneratedDocument {
  /** From the project's root. */
  readonly path: string;
  content(): string | Promise<string>;
}

const DOCUMENTS: readonly GeneratedDocument[] = [
  { path: 'docs/cli.md', content: cliReference },
  { path: 'README.md', content: () => withConfigurationTable(readFileSync(join(ROOT, 'README.md'), 'utf8')) },
  { path: 'generated/schema.graphql', content: () => sdlOf(schema) },
  { path: 'generated/openapi.json', content: openApiJson },
  { path: 'client/schema.d.ts', content: () => clientTypes(openApiJson()) },
  { path: 'generated/reference.js', content: referenceScript },
];

const check = process.argv.includes('--check');
const stale: string[] = [];
for (const { path, content } of DOCUMENTS) {
  const file = join(ROOT, path);
  const wanted = await content();
  if (readIfThere(file) === wanted) continue;
  stale.push(path);
  if (check) continue;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, wanted);
}
if (stale.length > 0) process.stdout.write(`${check ? 'out of date' : 'written'}: ${stale.join(', ')}\n`);
if (check && stale.length > 0) {
  process.stderr.write('run `npm run generate` and commit what it writes\n');
  process.exitCode = 1;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
