/** Thousands of callers at once, whose plans, thresholds and questions have nothing to do with each other. */
import { describe, expect, inject, it } from 'vitest';
import { FIXTURE_DIR } from '../environment.ts';
import { openService } from '../service.ts';
import { sourceRows } from '../source-rows.ts';
import { countingSql } from '../sql-count.ts';

const IN_ALL = 10_000;
const STATES = sourceRows(FIXTURE_DIR, 'states').map(
  (row) => `/v1/countries/${row['country_code']}/states/${row['iso2']}`,
);
const SEARCHES = ['Tokio', 'Sant', 'saint', 'Ontaro', 'Kerguelen'].flatMap((q) =>
  [0.1, 0.15, 0.3, 0.45, 0.9].flatMap((threshold) =>
    ['city', 'state', 'country'].map((type) => `/v1/search/fuzzy?q=${q}&type=${type}&threshold=${threshold}`),
  ),
);
const PLANS = ['Community', 'Supporter', 'Professional', 'Business'] as const;
const ASKED = [...SEARCHES, ...STATES, '/v1/states', '/v1/regions/3', '/v1/countries/JP'].flatMap((path) =>
  PLANS.map((plan) => ({ path, plan })),
);
/** All of them at once, each time in another order. */
const WAVES = Math.ceil(IN_ALL / ASKED.length);

describe.each(inject('homes'))('many callers at once on $home', (home) => {
  it.each([
    ['from memory', { indexes: true }, 1],
    ['from the database, each anew', { indexes: false, cacheBytes: 0 }, WAVES],
  ] as const)('are answered %s what each would be alone', async (_how, options, waves) => {
    await using alone = await openService(home, options);
    await using together = await openService(home, options);
    const expected: string[] = [];
    for (const { path, plan } of ASKED) expected.push(await (await alone.get(path, plan)).text());
    const { statements } = await countingSql(async () => {
      for (let wave = 1; wave <= waves; wave++) {
        const order = [...ASKED.keys()].sort((one, other) => place(one, wave) - place(other, wave));
        await Promise.all(
          order.map(async (at) => {
            const { path, plan } = ASKED[at] ?? { path: '', plan: null };
            expect([path, plan, await (await together.get(path, plan)).text()]).toEqual([path, plan, expected[at]]);
          }),
        );
      }
    });
    // At the least what the two plans that may search are answered alike.
    if (!options.indexes) expect(statements.length).toBeGreaterThanOrEqual(waves * SEARCHES.length);
  });
});

function place(at: number, wave: number): number {
  return (at * 7919 * wave) % ASKED.length;
}
