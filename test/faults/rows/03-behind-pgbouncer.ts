import { NO_PGBOUNCER, pgBouncer } from '../../pgbouncer.ts';
import type { Row } from '../row.ts';
import type { World } from '../world.ts';
import { killBackends } from './03-backends-killed.ts';
import { restartDatabase } from './04-database-restarts.ts';

/** Fewer than the service has connections, so that they are shared. */
const SERVER_CONNECTIONS = 6;
/** As docs/operate.md says: for 15 s after a refused connection it would not try again. */
const TRY_AGAIN = 'server_login_retry = 1';

export const backendsKilledBehindPgBouncer: Row = {
  number: 3,
  title: 'single backends are killed under load behind PgBouncer in transaction mode',
  missing: NO_PGBOUNCER,
  run: (world) => throughPooler(world, (url) => killBackends(world, url)),
};

export const databaseRestartsBehindPgBouncer: Row = {
  number: 4,
  title: 'the database crashes and starts again under load behind PgBouncer in transaction mode',
  missing: NO_PGBOUNCER,
  run: (world) => throughPooler(world, (url) => restartDatabase(world, url)),
};

async function throughPooler<Result>(world: World, work: (url: string) => Promise<Result>): Promise<Result> {
  await using pooler = await pgBouncer(world.postgres.url, {
    serverConnections: SERVER_CONNECTIONS,
    settings: [TRY_AGAIN],
  });
  return await work(pooler.url);
}
