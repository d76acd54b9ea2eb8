import { setTimeout as sleep } from 'node:timers/promises';
import { askAnew, bySecond, callers } from '../flood.ts';
import type { Row } from '../row.ts';
import { sum } from '../traffic.ts';
import { assert, assertNoneLost } from '../world.ts';
import { LEAST, statesQuestion, tallyOf, toldAfter } from './21-overload.ts';

const CALLERS = 30;
const TIMES = 20;
/** Who waits in the queue of the socket in the moment in which it is closed, where the thread that empties it has no processor then; and twice as many. */
const MOST_RESET = 2 * 511;

export const overloadOfWorkers: Row = {
  number: 21,
  title:
    'twenty times the load on workers, which share one socket: some are answered, the others told, also while all of them stop',
  async run(world) {
    const ms = world.pick(2_000, 8_000);
    await using service = await world.start({ DATABASE_URL: world.postgres.url, WORKERS: '2' });
    let asked = 0;
    const one = () => askAnew(service.base, statesQuestion(world.keys.Business, 500, asked++));
    const old = world.traffic([service], { callers: 2, pauseMs: 20 });
    await callers(CALLERS, ms, one); // What is compiled is compiled, in both.
    const peak = await callers(CALLERS, ms, one);
    const goodOf = (outcomes: typeof peak) => outcomes.filter(({ status }) => status === 200).length;
    const perSecond = Math.max(50, goodOf(peak) / (ms / 1_000));
    const flood = await bySecond(TIMES * perSecond, ms, one);
    assert(goodOf(flood) > goodOf(peak) * LEAST[world.size], `${goodOf(flood)} good of ${goodOf(peak)} at the peak`);
    const kept = await old.stop();
    const stopped = sleep(ms / 2).then(() => service.child.kill('SIGTERM'));
    const last = await bySecond(TIMES * perSecond, 2 * ms, one);
    await stopped;
    assert((await service.exited) === 0, 'it did not end as it should');
    const whole = sum([kept, tallyOf(peak), tallyOf(flood)]);
    assertNoneLost(whole);
    const stop = tallyOf(last);
    assert(stop.wrong === 0, `wrong: ${stop.notes}`);
    assert(stop.lost <= MOST_RESET, `${stop.lost} of ${last.length} were reset by the stop: ${stop.notes}`);
    const said = `peak ${Math.round(goodOf(peak) / (ms / 1_000))} a second, of which ${TIMES} times as many left ${Math.round((100 * goodOf(flood)) / goodOf(peak))} %${toldAfter(flood)}`;
    return {
      cases: 2,
      // Those reset by the stop, of which there are a few, are filed as refused.
      tally: sum([whole, { ...stop, lost: 0, refused: stop.refused + stop.lost }]),
      said: `${said}; ${stop.lost} of ${last.length} reset by the stop of all`,
    };
  },
};
