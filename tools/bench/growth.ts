/**
 * How cost grows: with the cities, the connections, the distinct queries and the keys. Processor time of the service and of the
 * database together. Needs Linux, and DATABASE_URL of a PostgreSQL on this machine with the full data set loaded, where databases
 * may be made: larger data is loaded beside it and dropped again.
 * Run: npm run bench -- growth [--only cities|connections|queries|keys] [--times 1,10] [--json] [--plot FILE.svg]
 *   or with --from FILE.json instead of measuring: what a run with --json has told
 */
import { readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { withBenchKey } from './graphql/bench-key.ts';
import { measureCities } from './growth/cities.ts';
import { measureConnections } from './growth/connections.ts';
import { measureKeys } from './growth/keys.ts';
import { plot } from './growth/plot.ts';
import { measureQueries } from './growth/queries.ts';
import { type Growth, tell } from './growth/tell.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    times: { type: 'string', default: '1,10' },
    json: { type: 'boolean', default: false },
    plot: { type: 'string' },
    from: { type: 'string' },
  },
});
const growth =
  values.from === undefined ? await measured() : (JSON.parse(await readFile(values.from, 'utf8')) as Growth);
process.stdout.write(values.json ? `${JSON.stringify(growth)}\n` : tell(growth));
if (values.plot !== undefined) await writeFile(values.plot, plot(growth.cities ?? []));

async function measured(): Promise<Growth> {
  const url = process.env['DATABASE_URL'];
  if (!url) throw new Error('set DATABASE_URL to a PostgreSQL on this machine with the full data set loaded');
  const [before = 0] = loadavg();
  const figures: Growth = { load: { before, after: 0 } };
  const isWanted = (part: string) => values.only === undefined || values.only === part;
  await withBenchKey(async (key) => {
    if (isWanted('connections')) figures.connections = await measureConnections(url, key);
    if (isWanted('keys')) figures.keys = await measureKeys(url);
    if (isWanted('queries')) figures.queries = await measureQueries(url, key);
  });
  if (isWanted('cities')) {
    figures.cities = [];
    for (const times of values.times.split(',').map(Number)) figures.cities.push(await measureCities(url, times));
  }
  figures.load.after = loadavg()[0] ?? 0;
  return figures;
}
