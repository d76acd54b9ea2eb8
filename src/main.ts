/** `npm start`: the command line's `serve` with whatever follows. */
import '../bin/compile-cache.js';
import { fileURLToPath } from 'node:url';

// As the command line has it, so that workers are started by it.
process.argv.splice(1, 1, fileURLToPath(new URL('../bin/geo.js', import.meta.url)), 'serve');
await import('./cli/geo.ts');
