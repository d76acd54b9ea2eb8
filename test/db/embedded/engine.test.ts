import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const CHILD = fileURLToPath(new URL('./optimised-child.ts', import.meta.url));
const OPTIMISED = /using TurboFan, took \d+ ms and (\d+) \//g;
const MB = 2 ** 20;

test('no function of the database takes V8 100 MB to optimise', async () => {
  // Otherwise V8 optimises in the background, and the process may end before it has.
  const flags = ['--wasm-sync-tier-up', '--trace-wasm-compilation-times'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, CHILD], { maxBuffer: 64 * MB });
  const taken = [...stdout.matchAll(OPTIMISED)].map(([, bytes]) => Number(bytes) / MB);
  expect(taken.length).toBeGreaterThan(10);
  expect(Math.max(...taken)).toBeLessThan(100);
});
