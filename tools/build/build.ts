/**
 * `npm run build [-- FOLDER]`: writes `dist/geo.js`, or FOLDER's, which is `bin/geo.js` with the hundreds of modules that a start loads put together into a
 * few, and has Node.js keep what it makes of them. A release starts from it; its sources stand beside it, for what is read or
 * started by its file's name.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';

const ROOT = resolve(import.meta.dirname, '..', '..');
const OUT = resolve(ROOT, process.argv[2] ?? 'dist');
/** Takes OUT's place when it is whole: processes may be running from what was built before. */
const UNFINISHED = `${OUT}.${process.pid}`;
/** They load files that lie beside them, WebAssembly among them. */
const LEFT_ALONE = ['@electric-sql/pglite', '@electric-sql/pglite/*'];

/** Starts the thread of the embedded database, for which a start waits: that one is built as well, and lies beside it. */
const STARTS_BUILT_THREAD = resolve(ROOT, 'src/db/embedded/embedded-thread.ts');

/** A module that asks where it is gets the place of its source. */
const placesOfSources: Plugin = {
  name: 'places of sources',
  setup({ onLoad }) {
    onLoad({ filter: /\.(ts|js|mjs)$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (path === STARTS_BUILT_THREAD || !text.includes('import.meta.url')) return undefined;
      const place = `new URL(${JSON.stringify(relative(OUT, path))}, import.meta.url).href`;
      return { contents: text.replaceAll('import.meta.url', place), loader: path.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
};

await build({
  absWorkingDir: ROOT,
  entryPoints: {
    geo: 'bin/geo.js',
    serve: 'src/serve.ts',
    'embedded-worker': 'src/db/embedded/embedded-worker.ts',
  },
  outdir: UNFINISHED,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  external: LEFT_ALONE,
  // MikroORM and errors go by the names of classes.
  keepNames: true,
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: 'linked',
  sourcesContent: false,
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
  plugins: [placesOfSources],
  logLevel: 'warning',
});

rmSync(OUT, { recursive: true, force: true });
renameSync(UNFINISHED, OUT);

// Loaded once here, so that no start has to compile them.
const modules = [join(ROOT, 'bin', 'compile-cache.js'), join(OUT, 'serve.js'), ...LEFT_ALONE.slice(0, 1)];
const load = modules.map((module) => `await import(${JSON.stringify(module)});`).join(' ');
const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', load], {
  cwd: ROOT,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
