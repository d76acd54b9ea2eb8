import { freePort } from '../../free-port.ts';
import { askAnew } from '../flood.ts';
import { openInspector } from '../inspector.ts';
import { memoryMb, NO_PROC } from '../process-state.ts';
import type { Row } from '../row.ts';
import { emptyTally } from '../traffic.ts';
import { assert, assertNoneLost } from '../world.ts';

const CALLERS = 8;
/** Resident memory after a collection, in megabytes more than after the first quarter. */
const MOST_GROWTH = { small: 40, full: 10 };
/** Within what the one in the middle is refused; on a machine that is busy with others, later. */
const WITHIN_MS = { small: 1_000, full: 50 };
const CODES = [400, 414, 431];

export const hugeHeads: Row = {
  number: 22,
  title: 'huge headers and targets, again and again: refused by their code, and nothing of them stays in memory',
  missing: NO_PROC,
  async run(world) {
    const cases = world.pick(400, 10_000);
    const port = await freePort();
    await using service = await world.start({ NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });
    const inspector = await openInspector(port);
    const heads = [
      headOf('/v1/countries', [`X-Long: ${'a'.repeat(20_000)}`]),
      headOf(`/v1/states?q=${'a'.repeat(20_000)}`),
      headOf(`/v1/states?q=${'a'.repeat(1_000_000)}`),
      headOf(
        '/v1/countries',
        Array.from({ length: 2_500 }, (_, at) => `a${at}: b`),
      ),
    ];
    const tally = emptyTally();
    const took: number[] = [];
    const send = async (count: number) => {
      let sent = 0;
      const caller = async () => {
        while (sent < count) {
          const at = sent++ % heads.length;
          const { status, ms, fault } = await askAnew(service.base, heads[at] ?? '');
          took.push(ms);
          tally.slowestMs = Math.max(tally.slowestMs, ms);
          if (CODES.includes(status)) tally.right += 1;
          else if (status === 0) tally.lost += 1;
          else tally.wrong += 1;
          if (!CODES.includes(status)) tally.notes.push(`head ${at} is ${status} ${fault ?? ''}`);
        }
      };
      await Promise.all(Array.from({ length: CALLERS }, caller));
      await inspector.collect();
      return memoryMb(service).now;
    };
    const warm = await send(cases / 4);
    const grown = Math.round((await send(cases - cases / 4)) - warm);
    inspector.close();
    assertNoneLost({ ...tally, notes: tally.notes.slice(0, 5) });
    const middle = took.sort((a, b) => a - b)[took.length >> 1] ?? Number.NaN;
    const said = `${grown} MB more are resident than after the first quarter, refused after ${Math.round(middle)} ms in the middle`;
    assert(grown <= MOST_GROWTH[world.size] && middle <= WITHIN_MS[world.size], said);
    return { cases, tally, said };
  },
};

function headOf(target: string, headers: readonly string[] = []): string {
  return [`GET ${target} HTTP/1.1`, 'Host: a', ...headers, 'Connection: close', '', ''].join('\r\n');
}
