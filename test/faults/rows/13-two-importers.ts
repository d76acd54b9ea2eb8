import { join } from 'node:path';
import { geo } from '../cli.ts';
import { markedCopy } from '../data-folders.ts';
import type { Golden } from '../question.ts';
import type { Row } from '../row.ts';
import { ask } from '../traffic.ts';
import { assert, assertNoneLost, until } from '../world.ts';

/** Exit codes of the command line (docs/cli.md). */
const [DONE, BUSY] = [0, 3];
/** Within what whoever is told ends, its start included, at its quickest; on a machine that is busy with others, later. */
const TOLD_MS = { small: 10_000, full: 1_500 };

export const twoImporters: Row = {
  number: 13,
  title: 'two import at once: one does, the other is told',
  async run(world) {
    const cases = world.pick(2, 20);
    const other = markedCopy(world.dataDir, join(world.folder, 'marked'), ' (marked)');
    // Not by the callers' process, through which the indexes of each data set would come.
    const variables = { DATABASE_URL: world.postgres.url };
    await using service = await world.start(variables);
    const take = async (folder: string) => {
      const startedAt = performance.now();
      const ended = await geo(['import', '--from', folder], variables).ended;
      return { ...ended, ms: performance.now() - startedAt };
    };
    const has = (folder: string) => async () =>
      (await ask(service.base, world.keys.Business, '/v1/countries')).text.includes(' (marked)') === (folder === other);
    const first = await take(other);
    assert(first.code === DONE, `an import ends with ${first.code}: ${first.said}`);
    await until(has(other), 10_000);
    const goldens: readonly Golden[] = [world.golden, await world.copy(service, [...world.golden.keys()])];
    const traffic = world.traffic([service], { goldens: () => goldens });
    const toldAfter: number[] = [];
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
      toldAfter.push(...told.map(({ ms }) => ms));
      await until(has(folder), 10_000);
    }
    const tally = await traffic.stop();
    await take(world.dataDir);
    assertNoneLost(tally);
    const busy = toldAfter.length;
    assert(busy >= cases / 2, `only ${busy} of ${cases} met another import`);
    const [soonest, latest] = [Math.min(...toldAfter), Math.max(...toldAfter)].map(Math.round);
    const said = `${busy} were told that another imports, and had ended ${soonest} to ${latest} ms after they began`;
    assert(soonest !== undefined && soonest <= TOLD_MS[world.size], said);
    return { cases, tally, said };
  },
};
