/** The second half of `npm run generate:check`: fails when the schema breaks what the last release promised and the changelog is silent. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { schema } from '../../src/schema/schema.ts';
import { sdlOf, undeclaredBreakingChanges } from '../../src/schema/sdl.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const changes = undeclaredBreakingChanges(
  read('generated/schema.released.graphql'),
  sdlOf(schema),
  read('CHANGELOG.md'),
);
for (const change of changes) process.stderr.write(`breaking: ${change}\n`);
if (changes.length > 0) {
  process.stderr.write('name each of them in CHANGELOG.md under "### Breaking", or take it back\n');
  process.exitCode = 1;
}
