/** A gateway on a port in a process of its own, so that what its event loop does is its own doing. Driven by messages. */
import { subscribe } from 'node:diagnostics_channel';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pino } from 'pino';
import { watchDataSet } from '../../src/db/data-set-watch.ts';
import { DEFAULT_LIMITS, openDatabase } from '../../src/db/orm.ts';
import { INDEX_READER } from '../../src/find/index-maker.ts';
import { createGateway } from '../../src/gateway.ts';
import { startServer } from '../../src/server.ts';
import type { ServerOptions, ServerState } from './remote-server.ts';

const options: ServerOptions = JSON.parse(process.argv[2] ?? '{}');
const database = await openDatabase(options.home.home, options.home.target, {
  ...DEFAULT_LIMITS,
  connectTimeoutMs: 20_000,
  statementTimeoutMs: 20_000,
});
const dataSets = watchDataSet(database.em, {}, INDEX_READER);
await dataSets.refresh();
const gateway = createGateway({
  database,
  dataSets,
  log: pino({ level: 'silent' }),
  upgradeUrl: 'https://example.test/upgrade',
  cacheBytes: 16 * 1024 * 1024,
  demoKeys: () => options.demoKeys ?? {},
  graphql: options.limits,
  operations: options.operations ?? [],
});
const server = await startServer(gateway, { host: '127.0.0.1', port: 0 });

const statements: string[] = [];
subscribe('geo:sql', (message) => statements.push((message as { sql: string }).sql));
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

process.on('message', (order: 'state' | 'reset') => {
  if (order === 'reset') {
    statements.length = 0;
    delay.reset();
  }
  tell({ statements: [...statements], worstStallMs: delay.max / 1e6 });
});
process.on('disconnect', () => process.exit(0));
tell({ statements: [], worstStallMs: 0 });

function tell(found: Pick<ServerState, 'statements' | 'worstStallMs'>): void {
  const { user, system } = process.cpuUsage();
  const state: ServerState = { port: server.port, ...found, cpuMs: (user + system) / 1_000 };
  process.send?.(state);
}
