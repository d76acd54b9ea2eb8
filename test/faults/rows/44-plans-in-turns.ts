import { Agent } from 'node:http';
import { PLAN_NAMES } from '../../../src/auth/plans.ts';
import { OPERATIONS, withQuery } from '../../rest/operations.ts';
import type { Row } from '../row.ts';
import { ask, emptyTally } from '../traffic.ts';
import { assert, assertNoneLost } from '../world.ts';

const CALLERS = 8;
/** Fields that not every plan sees, or none does: what is asked for is part of the question. */
const FIELDS = ['fields=id,name', 'fields=id,name,population', 'fields=id,latitude', 'fields=nothing'];

/** An answer that no cache may give to whoever has another key. */
const IS_ONES_OWN = /^\[200,"[^"]*\bX-SVCAPI-KEY\b[^"]*","(?:private, max-age=\d+|no-store)"/;

/** All cities are 73 MB, and whose they are is seen in those of a country; the others change with the clock. */
const IS_LEFT_OUT = /^\/v1\/(?:cities$|timezone\/)/;

interface Asked {
  readonly key: string;
  readonly path: string;
  /** Status, headers that a cache goes by, and body, as a process gives them that only this plan has asked. */
  readonly wanted: string;
}

export const plansInTurns: Row = {
  number: 44,
  title: 'all plans ask all operations in random order: each is given what is its own, never what was kept for another',
  async run(world) {
    const cases = world.pick(3_000, 100_000);
    await using kept = await world.start();
    const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
    const tally = emptyTally();
    const question = async (base: string, key: string, path: string) => {
      const { status, headers, text } = await ask(base, key, path, { agent });
      const { vary, etag, 'cache-control': cacheControl } = headers;
      return JSON.stringify([status, vary, cacheControl, etag, text]);
    };
    const paths = OPERATIONS.filter(({ path }) => !IS_LEFT_OUT.test(path)).flatMap(({ path, takes }) => [
      path,
      ...(takes.includes('fields') ? FIELDS.map((each) => withQuery(path, each)) : []),
    ]);
    const asked: Asked[] = [];
    for (const plan of PLAN_NAMES) {
      // Asked by nobody else.
      await using alone = await world.start();
      const key = world.keys[plan];
      for (const path of paths) asked.push({ key, path, wanted: await question(alone.base, key, path) });
    }
    const shared = asked.filter(({ wanted }) => wanted.startsWith('[200,') && !IS_ONES_OWN.test(wanted));
    assert(shared.length === 0, `others may keep ${shared[0]?.path}: ${shared[0]?.wanted.slice(0, 200)}`);
    let sent = 0;
    const caller = async () => {
      while (sent < cases) {
        sent += 1;
        const { key, path, wanted } = asked[Math.floor(Math.random() * asked.length)] as Asked;
        const answer = await question(kept.base, key, path);
        if (answer === wanted) tally.right += 1;
        else {
          tally.wrong += 1;
          if (tally.notes.length < 5) tally.notes.push(`${path}: ${answer.slice(0, 300)}, not ${wanted.slice(0, 300)}`);
        }
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
    agent.destroy();
    assertNoneLost(tally);
    return {
      cases: sent,
      tally,
      said: `${asked.length} questions, ${new Set(asked.map(({ wanted }) => wanted)).size} answers`,
    };
  },
};
