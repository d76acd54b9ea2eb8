/** `npm start`: the command line's `serve` with whatever follows. */
import '../bin/compile-cache.js';

process.argv.splice(2, 0, 'serve');
await import('./cli/geo.ts');
