import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { geo } from '../cli.ts';
import { markedCopy } from '../data-folders.ts';
import type { Golden } from '../question.ts';
import type { Row } from '../row.ts';
import { ask } from '../traffic.ts';
import { assert, assertNoneLost, until } from '../world.ts';

export const importKilled: Row = {
  number: 12,
  title: 'an import is killed at any point: readers see the old data or the new',
  async run(world) {
    const cases = world.pick(4, 200);
    const other = markedCopy(world.dataDir, join(world.folder, 'other'), ' (new)');
    const variables = { DATABASE_URL: world.postgres.url };
    // Not by the callers' process, through which the indexes of each data set would come.
    await using service = await world.start(variables);
    const goldens: Golden[] = [world.golden];
    const traffic = world.traffic([service], { goldens: () => goldens });
    const startedAt = performance.now();
    const whole = await geo(['import', '--from', other], variables).ended;
    const wholeMs = performance.now() - startedAt;
    assert(whole.code === 0, `an import ends with ${whole.code}: ${whole.said}`);
    // Answers of the new data are not known before it is there.
    const early = await traffic.stop();
    await until(
      async () => (await ask(service.base, world.keys.Business, '/v1/countries')).text.includes(' (new)'),
      10_000,
    );
    goldens.push(await world.copy(service, [...world.golden.keys()]));
    const during = world.traffic([service], { goldens: () => goldens });
    for (let turn = 0; turn < cases; turn++) {
      const command = geo(['import', '--from', turn % 2 === 0 ? world.dataDir : other], variables);
      await sleep((wholeMs * (turn + 0.5)) / cases);
      command.child.kill('SIGKILL');
      await command.ended;
    }
    const last = await geo(['import', '--from', world.dataDir], variables).ended;
    assert(last.code === 0, `after ${cases} that were killed an import ends with ${last.code}: ${last.said}`);
    const tally = await during.stop();
    assertNoneLost(tally);
    assert(early.lost === 0, `${early.lost} lost while the first import ran`);
    const rows = await world.postgres.query("SELECT 1 FROM pg_namespace WHERE nspname ~ '^geo_[0-9]+$'");
    assert(rows.length <= 3, `${rows.length} data sets were left behind`);
    return { cases, tally };
  },
};
