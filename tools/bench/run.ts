/** `npm run bench -- NAME [ARGUMENT …]`: runs tools/bench/NAME.ts. Without a name: tells which there are, and how each is called. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A bench's first comment says how it is run; what has no such line is a part of others. */
const CALL = /^ \* Run: npm run bench -- (([a-z-]+)\b.*?),? ?(?:where .*)?$/m;
const calls = new Map(
  readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const [, call = '', named] = CALL.exec(readFileSync(join(import.meta.dirname, file), 'utf8')) ?? [];
      return named === undefined ? [] : [[named, call] as const];
    }),
);

const [, , name = '', ...rest] = process.argv;
if (calls.has(name)) {
  const file = join(import.meta.dirname, `${name}.ts`);
  process.argv = [process.argv[0] ?? 'node', file, ...rest];
  await import(file);
} else {
  const lines = [...calls.values()].map((call) => `  npm run bench -- ${call}\n`).join('');
  process.stderr.write(`docs/performance.md says what each of them compares:\n${lines}`);
  process.exitCode = 1;
}
