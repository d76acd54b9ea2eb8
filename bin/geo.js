#!/usr/bin/env node
// The command line, also for a Node.js that is too old to read its sources: that one is told so first.
import './node-version.js';

await import('./compile-cache.js');
await import('../src/cli/geo.ts');
