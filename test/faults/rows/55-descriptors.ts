import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { NO_PROC, openFiles } from '../process-state.ts';
import type { Row } from '../row.ts';
import { ask } from '../traffic.ts';
import { assert, assertNoneLost, until } from '../world.ts';

const POOL_SIZE = 5;
/** Beside the pool: the one that watches the data set, and one that cancels. */
const OTHERS = 2;

export const descriptors: Row = {
  number: 55,
  title: 'no descriptor and no connection is left behind by clients that come, ask and vanish',
  missing: NO_PROC,
  async run(world) {
    const cases = world.pick(300, 10_000);
    await using service = await world.start({ DATABASE_POOL_SIZE: String(POOL_SIZE) });
    const { port } = new URL(service.base);
    const warm = world.traffic([service]);
    await sleep(1_000);
    await warm.stop();
    const calm = await settled(service);
    const traffic = world.traffic([service]);
    for (let number = 0; number < cases; number++) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => undefined);
      const head = `GET /v1/states?fields=id,name&q=${number} HTTP/1.1\r\nHost: a\r\nX-SVCAPI-KEY: ${world.keys.Business}\r\n\r\n`;
      // Nothing, half of a head, or a question whose answer nobody waits for.
      socket.write(head.slice(0, number % 3 === 0 ? 1 : number % 3 === 1 ? 30 : head.length));
      setTimeout(() => socket.destroy(), number % 50);
      if (number % 20 === 0) await sleep(20);
    }
    const tally = await traffic.stop();
    assertNoneLost(tally);
    await until(async () => (await settled(service)) <= calm + 2, 30_000);
    const rows = await world.postgres.query(
      "SELECT 1 FROM pg_stat_activity WHERE application_name <> '' OR client_port IS NOT NULL",
    );
    assert(rows.length <= POOL_SIZE + OTHERS + 1, `${rows.length} connections to the database`);
    const { status } = await ask(service.base, world.keys.Business, '/v1/countries/JP');
    assert(status === 200, `afterwards a country is ${status}`);
    return { cases, tally, said: `${calm} descriptors before, ${openFiles(service)} after` };
  },
};

/** Descriptors when no request is on its way. */
async function settled(service: Parameters<typeof openFiles>[0]): Promise<number> {
  await sleep(300);
  return openFiles(service);
}
