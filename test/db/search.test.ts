/** Search through the trigram indexes of the database and through those in memory, compared with scoring every row, in both homes. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Home, openDatabase } from '../../src/db/orm.ts';
import { type Search, type SearchTable, searchRows } from '../../src/db/search.queries.ts';
import { assertTrigramLocale } from '../../src/db/trigram-locale.ts';
import { NO_FULL_DATA } from '../environment.ts';
import { FULL_HOME_MS, fullHome } from '../full-home.ts';
import { PATIENT_LIMITS } from '../service.ts';
import { scoresOf } from './every-row-scored.ts';
import {
  createPostgresql,
  fullScan,
  isPostgresqlThere,
  joinSearchHome,
  makeSearches,
  type NamedRows,
  openSearchHome,
  readFullData,
  type SearchHome,
  smallData,
} from './search-fixture.ts';

const OPEN_MS = 120_000;
const COMPARE_MS = 600_000;
const postgresql = await isPostgresqlThere();
/** PostgreSQL's first: other files wait for its full data only. There is one import at a time. */
const homes: Home[] = postgresql ? ['postgresql', 'embedded'] : ['embedded'];
const fullData = inject('fullHomeUrl') !== undefined;

async function found({ database, schema }: SearchHome, table: SearchTable, search: Search) {
  return searchRows(database.em, schema, table, search, ['id']);
}

interface SearchRow {
  readonly id: number;
  readonly native: string | null;
}

/** The same from memory. */
function fromIndex({ index }: SearchHome, table: SearchTable, search: Search) {
  const { trigrams, batch } = index[table];
  if (!trigrams) throw new Error('every locale of the tests has trigrams');
  return trigrams.search(search).map(({ place, score, byNative }) => {
    const { id, native } = batch.at(place) as SearchRow;
    return { id, matchScore: score, matchedAlias: byNative ? native : null };
  });
}

/** The database writes a score with as many digits as tell it from its neighbours: rounded, it is the very number again. */
function inSinglePrecision<Match extends { readonly matchScore: number }>(match: Match): Match {
  return { ...match, matchScore: Math.fround(match.matchScore) };
}

/** So many searches, one of each kind, are scored by a scan of the table besides: the others by the trigrams of its texts. */
const SCANNED = 10;

async function expectSameAsEveryRowScored(
  home: SearchHome,
  table: SearchTable,
  searches: readonly Search[],
  scanned = SCANNED,
): Promise<void> {
  const scored = await scoresOf(home, table);
  let rows = 0;
  for (const [at, search] of searches.entries()) {
    const which = `${table} ${JSON.stringify(search)}`;
    const matches = await found(home, table, search);
    if (at < scanned) expect(matches, which).toEqual(await fullScan(home, table, search));
    const wanted = await scored(search);
    expect(matches.map(inSinglePrecision), which).toEqual(wanted);
    expect(fromIndex(home, table, search), which).toEqual(wanted);
    rows += matches.length;
  }
  // Were the generator to produce only searches without results, all of the above would prove nothing.
  expect(rows).toBeGreaterThan(searches.length / 4);
}

/** How often the table (by name) and each of its indexes (by definition) was scanned in this transaction. */
async function scans(em: EntityManager, schema: string): Promise<Map<string, string>> {
  const rows = await em.execute<{ what: string; count: string }[]>(
    `SELECT CASE relkind WHEN 'i' THEN pg_get_indexdef(oid) ELSE relname::text END AS what,
            pg_stat_get_xact_numscans(oid) AS count
       FROM pg_class WHERE relnamespace = '${schema}'::regnamespace`,
  );
  return new Map(rows.map(({ what, count }) => [what, count]));
}

describe.each(homes)('search of made-up places, %s', (name) => {
  const rows: NamedRows = smallData();
  let home: SearchHome;
  beforeAll(async () => {
    home = await openSearchHome(name, rows);
  }, OPEN_MS);
  afterAll(() => home?.close());

  it.each([
    { table: 'cities', byCountry: true },
    { table: 'states', byCountry: true },
    { table: 'countries', byCountry: false },
  ] as const)(
    'finds the $table that scoring every row finds, in the same order',
    async ({ table, byCountry }) => {
      await expectSameAsEveryRowScored(
        home,
        table,
        makeSearches(rows[table], name === homes[0] ? 170 : 60, 5, byCountry),
      );
    },
    COMPARE_MS,
  );

  it('lets the population, then the id, decide among rows that share the score at the last place', async () => {
    const limits = [1, 2, 3, 5, 8, 13, 21, 34, 50];
    const searches = ['San Antonio', 'Antonio', 'ab'].flatMap((q) =>
      [0.1, 0.3].flatMap((threshold) => limits.map((limit) => ({ q, limit, threshold }))),
    );
    await expectSameAsEveryRowScored(home, 'cities', searches);
  });

  it('leaves nothing of a search in the memory that the next one counts in', () => {
    const search = { q: 'San Antonio', limit: 50, threshold: 0.3 };
    const first = fromIndex(home, 'cities', search);
    fromIndex(home, 'cities', { q: 'Santa Maria del Mar', limit: 3, threshold: 0.1, country: 'DE' });
    expect(fromIndex(home, 'cities', search)).toEqual(first);
  });

  it('finds a row whose score is the threshold in single precision', async () => {
    const at7 = await found(home, 'cities', { q: 'abcdefgx', limit: 50, threshold: 0.7 });
    expect(at7.at(-1)).toMatchObject({ matchScore: 0.7 });
    const at9 = await found(home, 'cities', { q: 'abcdefgh abc', limit: 50, threshold: 0.9 });
    expect(at9.at(-1)).toMatchObject({ matchScore: 0.9 });
  });

  it('finds nothing for a text without letters and digits', async () => {
    expect(await found(home, 'cities', { q: '???', limit: 50, threshold: 0.1 })).toEqual([]);
  });

  it('finds nothing in a country that has no rows', async () => {
    expect(await found(home, 'cities', { q: 'san antonio', country: 'ZZ', limit: 50, threshold: 0.1 })).toEqual([]);
  });

  it('returns the asked properties before the score and the alias', async () => {
    const [row] = await searchRows(
      home.database.em,
      home.schema,
      'cities',
      { q: 'Reykjavík', limit: 1, threshold: 0.3 },
      ['id', 'name', 'countryCode'],
    );
    expect(Object.keys(row ?? {})).toEqual(['id', 'name', 'countryCode', 'matchScore', 'matchedAlias']);
  });

  it('names the native name only where it scores higher than the name', async () => {
    const all = await searchRows(home.database.em, home.schema, 'cities', { q: '札幌市', limit: 50, threshold: 0.3 }, [
      'name',
      'native',
    ]);
    expect(all.some(({ matchedAlias }) => matchedAlias !== null)).toBe(true);
    for (const { name, native, matchedAlias } of all) {
      if (matchedAlias === null) expect(name).toContain('札幌市');
      else expect([matchedAlias, native === name]).toEqual([native, false]);
    }
  });

  it('leaves the settings of the session as they were', async () => {
    await home.database.em.transactional(async (em) => {
      const settings = () =>
        em.execute("SELECT name, setting FROM pg_settings WHERE name ~ '^(enable_|jit$|pg_trgm)' ORDER BY name");
      const before = await settings();
      await searchRows(em, home.schema, 'cities', { q: 'ab', limit: 50, threshold: 0.15 }, ['id']);
      await searchRows(em, home.schema, 'cities', { q: 'San Antonoi', limit: 5, threshold: 0.3 }, ['id']);
      expect(await settings()).toEqual(before);
    });
  });

  it.each([
    { q: 'San Antonoi', threshold: 0.3, country: undefined, index: 'USING gin (name' },
    { q: 'San Antonoi', threshold: 0.3, country: 'US', index: 'USING gin (name' },
    { q: 'ab', threshold: 0.1, country: undefined, index: 'USING gist (((name' },
    { q: 'San Antonoi', threshold: 0.1, country: 'AD', index: '(country_code)' },
  ])('answers $q at $threshold in $country from an index, $index, and does not read the table', async (example) => {
    const { index, ...search } = example;
    await home.database.em.transactional(async (em) => {
      // The made-up table is so small that fetching the matches' other columns would read it whole.
      await em.execute('SET LOCAL enable_seqscan = off');
      const before = await scans(em, home.schema);
      await searchRows(em, home.schema, 'cities', { ...search, limit: 50 }, ['id']);
      const after = await scans(em, home.schema);
      const used = [...after.keys()].filter((what) => Number(after.get(what)) > Number(before.get(what)));
      expect(used).not.toContain('cities');
      expect(used.filter((definition) => definition.includes(index))).toHaveLength(1);
    });
  });

  it('accepts the locale of its database', async () => {
    await expect(assertTrigramLocale(home.database.em)).resolves.toBeUndefined();
  });
});

it.skipIf(!postgresql)(
  'refuses a database whose locale knows only the letters a to z, and says what to do',
  async () => {
    const { url, drop } = await createPostgresql('C');
    const database = await openDatabase('postgresql', { url }, PATIENT_LIMITS);
    try {
      await database.em.execute('CREATE EXTENSION pg_trgm');
      await expect(assertTrigramLocale(database.em)).rejects.toThrow(/LC_CTYPE C\).*createdb .*--locale=C\.UTF-8/);
    } finally {
      await database.close();
      await drop();
    }
  },
);

const why = fullData ? '' : ` (skipped: ${NO_FULL_DATA})`;
describe.skipIf(!fullData).each(homes)(`search of the full data, %s${why}`, (name) => {
  let rows: NamedRows;
  let home: SearchHome;
  beforeAll(async () => {
    rows = readFullData();
    home = await joinSearchHome(await fullHome(name));
    // The other is imported while the tests on this one run.
    for (const each of homes) void fullHome(each).catch(() => undefined);
  }, FULL_HOME_MS);
  afterAll(() => home?.close());

  const share = name === homes[0] ? 1 : 3;
  it.each([
    { table: 'cities', count: 300, byCountry: true },
    { table: 'states', count: 120, byCountry: true },
    { table: 'countries', count: 120, byCountry: false },
  ] as const)(
    'finds the $table that scoring every row finds, in the same order',
    async ({ table, count, byCountry }) => {
      const searches = makeSearches(rows[table], count, 20_261_121, byCountry);
      await expectSameAsEveryRowScored(home, table, searches.slice(0, count / share), SCANNED / share);
    },
    COMPARE_MS,
  );

  /** A release asks 20,000 (docs/contributing.md): four minutes on a quiet machine are too many for each change. */
  const asked = Number(process.env['GEO_SEARCHES'] ?? 0);
  it.skipIf(asked === 0)(
    `finds from memory what the database's function finds, ${asked || 'GEO_SEARCHES'} times`,
    async () => {
      for (const [table, part] of [
        ['cities', 0.8],
        ['states', 0.15],
        ['countries', 0.05],
      ] as const) {
        for (const search of makeSearches(rows[table], Math.ceil(asked * part), 20_261_122, table !== 'countries')) {
          const wanted = await found(home, table, search);
          expect(fromIndex(home, table, search), `${table} ${JSON.stringify(search)}`).toEqual(
            wanted.map(inSinglePrecision),
          );
        }
      }
    },
    COMPARE_MS * 12,
  );
});
