import './bin/node-version.js';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// npm says `production` where its settings leave the development dependencies out.
process.env['NODE_ENV'] = 'test';

export default defineConfig({
  resolve: {
    // Node and the libraries load graphql's CommonJS build; Vite would pick its other one, and two copies do not mix.
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    // Generous: what hangs is still told, what only shares its machine with others is not.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
  },
});
