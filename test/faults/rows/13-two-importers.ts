import { join } from 'node:path';
import { geo } from '../cli.ts';
import { markedCopy } from '../data-folders.ts';
import type { Golden } from '../question.ts';
import type { Row } from '../row.ts';
import { ask } from '../traffic.ts';
import { assert, assertNoneLost, until } from '../world.ts';

/** Exit codes of the command line (docs/cli.md). */
const [DONE, BUSY] = [0, 3];

export const twoImporters: Row = {
  number: 13,
  title: 'two import at once: one does, the other is told',
  async run(world) {
    const cases = world.pick(2, 20);
    const other = markedCopy(world.dataDir, join(world.folder, 'marked'), ' (marked)');
    // Not by the callers' process, through which the indexes of each data set would come.
    const variables = { DATABASE_URL: world.postgres.url };
    await using service = await world.start(variables);
    const take = (folder: string) => geo(['import', '--from', folder], variables).ended;
    const has = (folder: string) => async () =>
      (await ask(service.base, world.keys.Business, '/v1/countries')).text.includes(' (marked)') === (folder === other);
    const first = await take(other);
    assert(first.code === DONE, `an import ends with ${first.code}: ${first.said}`);
    await until(has(other), 10_000);
    const goldens: readonly Golden[] = [world.golden, await world.copy(service, [...world.golden.keys()])];
    const traffic = world.traffic([service], { goldens: () => goldens });
    let busy = 0;
    for (let turn = 0; turn < cases; turn++) {
      const folder = turn % 2 === 0 ? world.dataDir : other;
      const both = await Promise.all([take(folder), take(folder)]);
      const did = both.filter(({ code, said }) => code === DONE && said.includes('imported data set'));
      const told = both.filter(({ code }) => code === BUSY);
      // Where one was over before the other began, there was nothing to do.
      const late = both.filter(({ code, said }) => code === DONE && said.includes('unchanged'));
      assert(
        did.length === 1 && told.length + late.length === 1,
        both.map(({ code, said }) => `${code}: ${said.slice(-200)}`).join('; '),
      );
      busy += told.length;
      await until(has(folder), 10_000);
    }
    const tally = await traffic.stop();
    assertNoneLost(tally);
    assert(busy >= cases / 2, `only ${busy} of ${cases} met another import`);
    return { cases, tally, said: `${busy} were told that another imports` };
  },
};
