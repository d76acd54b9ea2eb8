import './bin/node-version.js';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';

// npm says `production` where its settings leave the development dependencies out.
process.env['NODE_ENV'] = 'test';
// Half of what a process costs that a test starts is compiling our sources: kept for the next one. Its starters pass it on.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

/**
 * What `npm run test:quick` leaves out: whatever starts processes, databases or browsers of its own, imports, or goes through thousands
 * of requests. It runs the rest on one database, without the full data.
 */
const SLOW = [
  'test/{cli,contract,examples,faults,oracle,packaging,server}/**/*.test.ts',
  'test/db/{embedded,import}/**/*.test.ts',
  'test/db/{find-index,new-column,replicas,two-replicas,search,template,tls,upgrade,whole-list}.test.ts',
  'test/auth/shared-quota.test.ts',
  'test/graphql/{audits,deadline,fuzz,graphiql,hostile}.test.ts',
  'test/{docs,pages}/*.test.ts',
  'test/rest/{hostile,openapi-examples,order-of-checks,unusual-data}.test.ts',
];

/** Has a process for each file: what ends, stalls or fills processes, changes their settings, or counts what they have open. */
const ALONE = [
  'test/{cli,examples,faults,packaging,server}/**/*.test.ts',
  'test/db/{embedded,import}/**/*.test.ts',
  'test/auth/shared-quota.test.ts',
];

/**
 * What `npm run test:release` runs, and nothing else does: whole imports, an install and a composition as strangers make them, and the
 * tests on the full data, by their names in the files that ask whether there is any. They take half as much processor as all others.
 */
const OF_A_RELEASE = /full data|default data|fresh copy|composition/;
const RELEASE = ['test/db/import/full-data-set.test.ts', 'test/packaging/{fresh-copy,processes}.test.ts'];
const releaseFiles = () => [
  ...RELEASE,
  ...globSync('test/**/*.test.ts').filter((file) => readFileSync(file, 'utf8').includes("inject('fullHomeUrl')")),
];

/** What changes the schema's own parts before it is made: other modules than tests can only be mocked by Vite. */
const PATCHED = 'test/execution/authority.test.ts';

/** Node.js loads the sources as it does in service, and keeps them compiled: a process is ready in half the time. */
const BY_NODE = { viteModuleRunner: false };

export default defineConfig(({ mode }) => ({
  resolve: {
    // Node and the libraries load graphql's CommonJS build; Vite would pick its other one, and two copies do not mix.
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          ...(mode === 'release'
            ? { include: releaseFiles() }
            : { include: mode === 'quick' ? [] : ALONE, exclude: RELEASE }),
          experimental: BY_NODE,
        },
      },
      { extends: true, test: { name: 'patched', include: mode === 'release' ? [] : [PATCHED] } },
      // One process runs many files and loads the sources once: half of what a short file takes. So such a file leaves nothing
      // behind that another could meet: no changed environment, no spy, no state of a module.
      {
        extends: true,
        test: {
          name: 'together',
          include: mode === 'release' ? [] : ['test/**/*.test.ts'],
          exclude: [PATCHED, ...ALONE, ...(mode === 'quick' ? SLOW : [])],
          isolate: false,
          experimental: BY_NODE,
        },
      },
    ],
    ...(mode === 'release' ? { testNamePattern: OF_A_RELEASE } : {}),
    globalSetup: ['test/global-setup.ts'],
    fsModuleCache: true,
    sequence: { sequencer: LongestFirst },
    // Generous: what hangs is still told, what only shares its machine with others is not.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    // Two a processor on a small machine: many a file waits, for processes that start, pages that settle, time that passes.
    maxWorkers: 4,
  },
}));
