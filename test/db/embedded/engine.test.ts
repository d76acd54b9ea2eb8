import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';

const CHILD = fileURLToPath(new URL('./optimised-child.ts', import.meta.url));
const OPTIMISED = /using TurboFan, took \d+ ms and (\d+) \//g;
const MB = 2 ** 20;

let traced: string;

beforeAll(async () => {
  // Otherwise V8 optimises in the background, and the process may end before it has.
  const flags = [
    '--wasm-sync-tier-up',
    '--trace-wasm-compilation-times',
    '--stress-wasm-code-gc',
    '--trace-wasm-code-gc',
  ];
  ({ stdout: traced } = await promisify(execFile)(process.execPath, [...flags, CHILD], { maxBuffer: 64 * MB }));
});

test('no function of the database takes V8 100 MB to optimise', () => {
  const taken = [...traced.matchAll(OPTIMISED)].map(([, bytes]) => Number(bytes) / MB);
  expect(taken.length).toBeGreaterThan(10);
  expect(Math.max(...taken)).toBeLessThan(100);
});

test('V8 frees hardly any code of WebAssembly, as it may end the process doing so', () => {
  // It does so 30 times more otherwise; up to 7 times before there is a database, for what Node.js reads TypeScript with.
  expect(traced.match(/Starting GC/g)?.length ?? 0).toBeLessThan(20);
});
