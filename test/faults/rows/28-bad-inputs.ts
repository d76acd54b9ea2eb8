import { hash } from 'node:crypto';
import { Agent } from 'node:http';
import { PLAN_NAMES } from '../../../src/auth/plans.ts';
import { freePort } from '../../free-port.ts';
import { badInputs } from '../bad-inputs.ts';
import { openInspector } from '../inspector.ts';
import { giveProcessorFirst } from '../process-state.ts';
import type { Row } from '../row.ts';
import { type Answered, ask, emptyTally, isDocumented } from '../traffic.ts';
import { watchTurns } from '../turns.ts';
import { assert, assertNoneLost } from '../world.ts';

const CALLERS = 8;
/** What an answer may repeat of an input, beside what it says itself. */
const LONGEST_ERROR = 20_000;
/** From this length on a list that was read before is known again: reading all cities takes longer than asking for them. */
const LONG = 1_000_000;
/** The longest turn of a release, in milliseconds of processor. */
const LONGEST_TURN_MS = 50;
const readBefore = new Set<string>();

export const badInput: Row = {
  number: 28,
  title: 'bad inputs in every place that takes one: refused with an error that is one, or answered',
  async run(world) {
    const cases = world.pick(100_000, 1_000_000);
    const port = await freePort();
    await using service = await world.start({ NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });
    // Its callers are no part of what its turns take.
    const isFirst = giveProcessorFirst(service);
    const inspector = await openInspector(port);
    const longestTurns = await watchTurns(inspector);
    const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
    const tally = emptyTally();
    const inputs = badInputs(world.pick(20_261_122, Date.now()));
    let [sent, refused] = [0, 0];
    const caller = async () => {
      while (sent < cases) {
        sent += 1;
        const { path, body } = inputs.next().value;
        const plan = PLAN_NAMES[sent % PLAN_NAMES.length] ?? 'Business';
        const startedAt = performance.now();
        const note = (what: string) => {
          if (tally.notes.length < 5) tally.notes.push(`${what} to ${plan} ${path} ${body ?? ''}`.slice(0, 600));
        };
        try {
          const answer = await ask(service.base, world.keys[plan], path, { body, agent });
          if (isRefusal(answer)) refused += 1;
          if (isWhole(answer)) tally.right += 1;
          else if (isDocumented(answer)) {
            tally.told += 1;
            note(`${answer.status} ${answer.text.slice(0, 200)}`);
          } else {
            tally.wrong += 1;
            note(`${answer.status} ${answer.text.slice(0, 200)}`);
          }
        } catch (error) {
          tally.lost += 1;
          note(`${error}`);
        }
        tally.slowestMs = Math.max(tally.slowestMs, performance.now() - startedAt);
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
    agent.destroy();
    const { clockMs, processorMs } = await longestTurns();
    inspector.close();
    assertNoneLost(tally);
    assert(refused > cases / 2, `only ${refused} of ${cases} inputs were bad`);
    // On a machine that is busy with others eight callers may be too many.
    const most = world.pick(cases / 1_000, 0);
    assert(tally.told <= most, `${tally.told} were told to come again: ${tally.notes.join('; ')}`);
    const said = `${refused} refused, longest turn ${clockMs} ms, ${processorMs} ms of processor${isFirst ? '' : ', the callers on the same processors'}`;
    assert(processorMs <= world.pick(Number.POSITIVE_INFINITY, LONGEST_TURN_MS), said);
    return { cases, tally, said };
  },
};

const REFUSED = Buffer.from('{"errors"');

function isRefusal({ status, bytes }: Answered): boolean {
  return status >= 400 || bytes.subarray(0, REFUSED.length).equals(REFUSED);
}

/** JSON; and an error is short, says what is wrong, and nothing of how the service is made. */
function isWhole(answer: Answered): boolean {
  const { status, bytes } = answer;
  if (status >= 500) return false;
  const digest = status < 400 && bytes.length >= LONG ? hash('sha256', bytes) : undefined;
  if (digest !== undefined && readBefore.has(digest)) return true;
  try {
    const { text } = answer;
    const body = JSON.parse(text) as { readonly error?: unknown; readonly errors?: unknown } | null;
    if (digest !== undefined) readBefore.add(digest);
    if (status < 400) return true;
    const said = body?.error ?? body?.errors;
    return said !== undefined && text.length <= LONGEST_ERROR && !/node_modules|\.ts:\d|\bgeo_\d/.test(text);
  } catch {
    return false;
  }
}
