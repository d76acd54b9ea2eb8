import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../free-port.ts';
import { statusOf } from '../../server/service-process.ts';
import type { Row } from '../row.ts';
import { sum } from '../traffic.ts';
import { type Span, watchWaits } from '../waits.ts';
import { assert, assertNoneLost, untilReady } from '../world.ts';

/** A caller hears within a second that the database is silent; a tenth of one is for the way. */
const WITHIN_MS = 1_100;
/** So many callers hold all connections to the database, and more wait for one. */
const CALLERS = 60;
/** Who has asked before the database went silent, and waits for a connection, hears so a second after that. */
const CROWD_WITHIN_MS = 2_100;
/** A database that stands still for so long is known to, in milliseconds. */
const KNOWN_MS = 3_000;
/** What a machine that is busy with others may make of it. */
const BUSY_MS = 6_000;

export const frozenDatabase: Row = {
  number: 6,
  title: 'the database stands still, connections open, and goes on',
  async run(world) {
    const cases = world.pick(2, 20);
    const port = await freePort();
    await using service = await world.start({ NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });
    const longestOf = await watchWaits(port);
    const [spans, crowdSpans]: [Span[], Span[]] = [[], []];
    const traffic = world.traffic([service], { onAnswer: (span) => spans.push(span) });
    for (let turn = 0; turn < cases; turn++) {
      await sleep(500);
      world.postgres.freeze();
      await sleep(500 + 1_000 * (turn % 4));
      world.postgres.thaw();
    }
    await sleep(1_000);
    const few = await traffic.stop();
    const crowd = world.traffic([service], { callers: CALLERS, onAnswer: (span) => crowdSpans.push(span) });
    const crowdCases = world.pick(1, 5);
    for (let turn = 0; turn < crowdCases; turn++) {
      await sleep(500);
      world.postgres.freeze();
      await sleep(KNOWN_MS);
      const status = await statusOf(service, '/readyz');
      world.postgres.thaw();
      assert(
        status === 503,
        `with ${CALLERS} callers /readyz is ${status} ${KNOWN_MS} ms after the database went silent`,
      );
      await untilReady(service);
    }
    const many = await crowd.stop();
    const tally = sum([few, many]);
    assertNoneLost(tally);
    const slowest = `slowest answer ${Math.round(few.slowestMs)} ms`;
    assert(tally.slowestMs < BUSY_MS, slowest);
    const [longest, longestOfCrowd] = [await longestOf(spans), await longestOf(crowdSpans)];
    const said = `${slowest}, ${longest} ms without what its processes waited for a processor, ${Math.round(many.slowestMs)} and ${longestOfCrowd} ms with ${CALLERS} callers`;
    assert(longest <= WITHIN_MS && longestOfCrowd <= CROWD_WITHIN_MS, said);
    return { cases: cases + crowdCases, tally, said };
  },
};
