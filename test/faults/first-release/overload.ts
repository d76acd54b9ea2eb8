/** What the audit found under five times the load: callers that hear nothing, and health that is not answered, either. */
import { setTimeout as sleep } from 'node:timers/promises';
import { askAnew, bySecond, callers } from '../flood.ts';
import { statesQuestion } from '../rows/21-overload.ts';
import { type Note, type Service, statusOf } from './tree.ts';

const PROBE_MS = 250;
/** Who asks for health gives up after a second mostly; the rest is for a machine that is busy with this flood, too. */
const HEALTH_MS = 3_000;

/**
 * Five times as many new connections a second as it answers, for ten seconds.
 * @param healthPort where a tree that knows HEALTH_PORT was told to answer for its health
 */
export async function overload(service: Service, key: string, healthPort: number, note: Note): Promise<void> {
  let asked = 0;
  const one = () => askAnew(service.base, statesQuestion(key, 500, asked++));
  await callers(30, 3_000, one);
  const calm = await callers(30, 4_000, one);
  const peak = calm.filter(({ status }) => status === 200).length / 4;
  const ofItsOwn = `http://127.0.0.1:${healthPort}`;
  const health = (await statusOf(`${ofItsOwn}/livez`, 5_000)) === 200 ? ofItsOwn : service.base;
  let isOver = false;
  const probes: boolean[] = [];
  const probing = (async () => {
    for (; !isOver; await sleep(PROBE_MS)) {
      const { status, ms } = await askAnew(health, 'GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
      probes.push(status === 200 && ms < HEALTH_MS);
    }
  })();
  const outcomes = await bySecond(5 * peak, 10_000, one);
  isOver = true;
  await probing;
  const unheard = outcomes.filter(({ status }) => status === 0).length;
  const told = outcomes.filter(({ isTold }) => isTold).length;
  note(
    '2.2',
    'five times the load ends without an answer',
    unheard > outcomes.length / 20,
    `peak ${Math.round(peak)} a second; of ${outcomes.length} ${told} told, ${unheard} unheard`,
  );
  const inTime = probes.filter(Boolean).length;
  const seen = `${inTime} of ${probes.length} within ${HEALTH_MS / 1000} s${health === ofItsOwn ? '' : ', on PORT'}`;
  note('2.2', 'five times the load ends the health checks', inTime < probes.length, seen);
}
