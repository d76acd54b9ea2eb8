import { join } from 'node:path';
import { geo } from '../cli.ts';
import { markedCopy } from '../data-folders.ts';
import type { Golden } from '../question.ts';
import type { Row } from '../row.ts';
import { ask } from '../traffic.ts';
import { assert, assertNoneLost, until } from '../world.ts';

export const importUnderLoad: Row = {
  number: 15,
  title: 'the data changes under load: each answer is of one data set, and not one in a thousand is told to wait',
  async run(world) {
    const cases = world.pick(2, 20);
    const other = markedCopy(world.dataDir, join(world.folder, 'marked'), ' (marked)');
    // Not by the callers' process, through which the indexes of each data set would come.
    const variables = { DATABASE_URL: world.postgres.url };
    await using service = await world.start(variables);
    const take = async (folder: string) => {
      const { code, said } = await geo(['import', '--from', folder], variables).ended;
      assert(code === 0, `an import ends with ${code}: ${said}`);
      const isNew = folder === other;
      const countries = () => ask(service.base, world.keys.Business, '/v1/countries');
      await until(async () => (await countries()).text.includes(' (marked)') === isNew, 10_000);
    };
    await take(other);
    const goldens: readonly Golden[] = [world.golden, await world.copy(service, [...world.golden.keys()])];
    const traffic = world.traffic([service], { goldens: () => goldens });
    for (let turn = 0; turn < cases; turn++) await take(turn % 2 === 0 ? world.dataDir : other);
    const tally = await traffic.stop();
    await take(world.dataDir);
    assertNoneLost(tally);
    // On a machine that is busy with others, work may wait for longer than anybody does.
    assert(tally.told <= world.pick(Math.ceil(tally.right / 1_000), 0), `${tally.told} callers were told to wait`);
    return { cases, tally, said: `slowest answer ${Math.round(tally.slowestMs)} ms` };
  },
};
