/** Our side of the GraphQL benchmark: the gateway as it runs, with pages large enough for all states. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { watchDataSet } from '../../../src/db/data-set-watch.ts';
import { openDatabase } from '../../../src/db/orm.ts';
import { INDEX_READER } from '../../../src/find/index-maker.ts';
import { createGateway } from '../../../src/gateway.ts';
import { openLog } from '../../../src/log.ts';
import { startServer } from '../../../src/server.ts';

const database = await openDatabase('postgresql', { url: process.env['DATABASE_URL'] ?? '' });
const dataSets = watchDataSet(database.em, {}, INDEX_READER);
await dataSets.refresh();
const gateway = createGateway({
  database,
  dataSets,
  log: openLog('info').log,
  upgradeUrl: 'https://example.test/upgrade',
  cacheBytes: 64 * 1024 * 1024,
  graphql: { pageRecords: 10_000 },
});

await startServer(gateway, { host: '127.0.0.1', port: Number(process.env['PORT']) });
process.send?.('up');

// Told whoever asks: for how long the event loop stood still at most since it was asked before, in milliseconds.
if (process.send) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  process.on('message', () => {
    process.send?.(delay.max / 1e6);
    delay.reset();
  });
}
