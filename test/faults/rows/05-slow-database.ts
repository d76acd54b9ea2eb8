import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../free-port.ts';
import { statusOf } from '../../server/service-process.ts';
import type { Row } from '../row.ts';
import { sum, type Tally } from '../traffic.ts';
import { type Span, watchWaits } from '../waits.ts';
import { assert, assertNoneLost, until, type World } from '../world.ts';

/** What callers wait for at most: the deadline for a statement, twice where one was sent again, and what a busy machine takes. */
const PATIENCE_MS = 6_000;
/** In a release: the deadline of a request, and a tenth of a second for the way. */
const DEADLINE_MS = 5_100;
/** How long the tables are locked, and within what a caller who would wait for one hears so. */
const [LOCKED_MS, WITHIN_MS] = [3_000, 1_100];

export const slowDatabase: Row = {
  number: 5,
  title: 'every answer of the database is late',
  async run(world) {
    const delays = world.pick([200, 1_500], [50, 200, 500, 900, 1_500, 3_000]);
    const port = await freePort();
    await using service = await world.start({ NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });
    const longestOf = await watchWaits(port);
    const tallies: Tally[] = [];
    for (const ms of delays) {
      const traffic = world.traffic([service]);
      world.proxy.delay(ms);
      await sleep(world.pick(3_000, 15_000));
      world.proxy.delay(0);
      const tally = await traffic.stop();
      assert(
        tally.slowestMs < world.pick(PATIENCE_MS, DEADLINE_MS),
        `with ${ms} ms an answer took ${Math.round(tally.slowestMs)} ms`,
      );
      tallies.push(tally);
      // What was given up does not go on in the database.
      await until(async () => (await activeStatements(world)) === 0, world.pick(5_000, 1_000));
    }
    const spans: Span[] = [];
    const traffic = world.traffic([service], { onAnswer: (span) => spans.push(span) });
    await whileLocked(world, async () => {
      await sleep(LOCKED_MS);
      const status = await statusOf(service, '/readyz');
      assert(status === 200, `/readyz is ${status} while tables are locked in a database that answers`);
    });
    await sleep(1_000);
    const locked = await traffic.stop();
    tallies.push(locked);
    const tally = sum(tallies);
    assertNoneLost(tally);
    const longest = await longestOf(spans);
    const said = `slowest answer ${Math.round(tally.slowestMs)} ms; with locked tables ${Math.round(locked.slowestMs)}, ${longest} without what its processes waited for a processor`;
    assert(locked.told > 0, `nobody waited for a locked table: ${said}`);
    assert(longest <= world.pick(PATIENCE_MS, WITHIN_MS), said);
    return { cases: delays.length + 1, tally, said };
  },
};

/** Has all tables of the data set locked meanwhile. */
async function whileLocked(world: World, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: world.postgres.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname ~ '^geo_[0-9]+$'",
    );
    await client.query(`BEGIN; LOCK TABLE ${rows.map(({ name }) => name).join()} IN ACCESS EXCLUSIVE MODE`);
    await work();
    await client.query('ROLLBACK');
  } finally {
    await client.end();
  }
}

async function activeStatements(world: World): Promise<number> {
  const rows = await world.postgres.query(
    `SELECT 1 FROM pg_stat_activity WHERE application_name = 'geo-gateway' AND state = 'active'`,
  );
  return rows.length;
}
