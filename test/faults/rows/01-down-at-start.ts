import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../free-port.ts';
import { type ServiceProcess, statusOf } from '../../server/service-process.ts';
import type { Row } from '../row.ts';
import { ask, emptyTally, isDocumented, sum } from '../traffic.ts';
import { moment, watchWaits } from '../waits.ts';
import { assert, assertNoneLost, until, type World } from '../world.ts';

/** How long after its database a start is ready at most, but for what its processes waited for a processor. */
const READY_MS = { small: 5_000, full: 1_000 };
/** Within what it says that it is not ready, of a few times. */
const TOLD_MS = 50;
const LOOKS = 5;
/** What a machine that is busy with others may make of it. */
const BUSY_MS = 60_000;

export const downAtStart: Row = {
  number: 1,
  title: 'the database is down at the start',
  async run(world) {
    const cases = world.pick(1, 10);
    let [slowest, longest] = [0, 0];
    let tally = emptyTally();
    for (let turn = 0; turn < cases; turn++) {
      await world.postgres.kill();
      const port = await freePort();
      const NODE_OPTIONS = `--inspect=127.0.0.1:${port}`;
      // Not by the callers' process, through which all of the indexes would come.
      await using service = await world.start({ NODE_OPTIONS, DATABASE_URL: world.postgres.url }, { ready: false });
      const longestOf = await withoutDatabase(service, world, port).finally(() => world.postgres.start());
      const from = moment();
      slowest = Math.max(slowest, await until(async () => (await statusOf(service, '/readyz')) === 200, BUSY_MS));
      longest = Math.max(longest, await longestOf([{ from, to: moment() }]));
      const traffic = world.traffic([service]);
      await sleep(500);
      tally = sum([tally, await traffic.stop()]);
    }
    assertNoneLost(tally);
    const said = `ready ${Math.round(slowest)} ms after the database at most, ${longest} ms without what its processes waited for a processor`;
    assert(longest <= READY_MS[world.size], said);
    return { cases, tally, said };
  },
};

/** What a service says of itself meanwhile; resolves as {@link watchWaits}. */
async function withoutDatabase(service: ServiceProcess, world: World, inspectorPort: number) {
  await until(async () => (await statusOf(service, '/livez')) === 200, BUSY_MS);
  assert((await statusOf(service, '/readyz')) === 503, 'it says that it is ready');
  const took: number[] = [];
  for (let look = 0; look < LOOKS; look++) {
    const from = moment();
    const answer = await ask(service.base, world.keys.Business, '/v1/countries');
    took.push(moment() - from);
    assert(isDocumented(answer), `without a database /v1/countries is ${answer.status} ${answer.text}`);
  }
  const soonest = Math.min(...took);
  assert(soonest <= TOLD_MS, `without a database /v1/countries is told after ${soonest} ms`);
  return watchWaits(inspectorPort);
}
