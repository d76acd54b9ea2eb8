/**
 * Prints how long the event loop of a gateway stands still at most while it answers the largest operations that a
 * Business key is allowed. Needs DATABASE_URL of a PostgreSQL with the full data set loaded.
 * Run: npm run bench -- stall [times]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { withBenchKey } from './graphql/bench-key.ts';
import { Connection } from './graphql/connection.ts';

const PORT = 4396;
const times = Number(process.argv[2] ?? 5);

/** Each costs nearly what Business may ask: 100,000 records. */
const OPERATIONS: Readonly<Record<string, string>> = {
  'rows of 250 lists':
    '{ countries(first: 250) { nodes { cities(first: 390) { nodes { id name latitude longitude } } } } }',
  'edges of 250 lists':
    '{ countries(first: 250) { nodes { cities(first: 390) { edges { cursor node { id name latitude } } } } } }',
  'rows that each name their country':
    '{ countries(first: 250) { nodes { cities(first: 190) { nodes { id name country { name iso2 } } } } } }',
  'rows in another language':
    '{ countries(first: 250) { nodes { cities(first: 390) { nodes { id name(locale: "de") } } } } }',
  'states, their cities, all columns': `{ states(first: 500) { nodes { id name type level latitude longitude population
    cities(first: 195) { nodes { id name type latitude longitude population stateCode countryCode timezone } } } } }`,
  'time zones of every country': `{ ${Array.from({ length: 30 }, (_, at) => `a${at}: countries(first: 100) { nodes { name timezones { zoneName gmtOffset } } }`).join(' ')} }`,
};

await withBenchKey(async (key) => {
  const child = fork(join(import.meta.dirname, 'graphql', 'ours.ts'), [], {
    env: { ...process.env, PORT: String(PORT), NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  try {
    await once(child, 'message');
    const connection = new Connection(PORT);
    const headers = { 'Content-Type': 'application/json', 'X-SVCAPI-KEY': key };
    const worst = async (): Promise<number> => {
      child.send('stall');
      const [stall] = await once(child, 'message');
      return stall;
    };
    for (const [name, query] of Object.entries(OPERATIONS)) {
      let bytes = 0;
      const stalls: number[] = [];
      for (let turn = 0; turn <= times; turn++) {
        await worst();
        // Another document each time: the answer to one that comes again is kept.
        const named = { query: `query turn${turn} ${query}` };
        const answer = await connection.post('/graphql', headers, JSON.stringify(named));
        if (answer.includes('"errors":')) throw new Error(`${name}: ${answer.toString('utf8', 0, 600)}`);
        bytes = answer.length;
        if (turn > 0) stalls.push(await worst()); // The first time compiles.
      }
      stalls.sort((a, b) => a - b);
      const median = stalls[Math.floor(stalls.length / 2)] ?? 0;
      process.stdout.write(
        `${name.padEnd(36)} ${(bytes / 1e6).toFixed(1).padStart(5)} MB   worst stall ${(stalls.at(-1) ?? 0).toFixed(0)} ms, median of ${times} ${median.toFixed(0)} ms (target 25)\n`,
      );
    }
    connection.close();
  } finally {
    child.kill();
  }
});
