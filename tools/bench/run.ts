/** `npm run bench -- NAME [ARGUMENT …]`: runs tools/bench/NAME.ts. Without a name: tells which there are. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const [, , name = '', ...rest] = process.argv;
const file = join(import.meta.dirname, `${name}.ts`);
if (/^[a-z-]+$/.test(name) && name !== 'run' && existsSync(file)) {
  process.argv = [process.argv[0] ?? 'node', file, ...rest];
  await import(file);
} else {
  const names = readdirSync(import.meta.dirname)
    .filter((each) => each.endsWith('.ts') && each !== 'run.ts')
    .map((each) => each.replace('.ts', ''));
  process.stderr.write(`usage: npm run bench -- ${names.join(' | ')}\n`);
  process.exitCode = 1;
}
