/**
 * Times search through the trigram indexes against scoring every row, in the same run on the same full data.
 * Run: npm run bench -- search [embedded|postgresql] [every nth search]
 */
import { type Search, type SearchTable, searchRows } from '../../src/db/search.queries.ts';
import { fullScan, isFullDataThere, makeSearches, openSearchHome, readFullData } from '../../test/db/search-fixture.ts';

interface Timing {
  readonly milliseconds: number;
  readonly q: string;
}

if (!isFullDataThere()) throw new Error('No full data in GEO_FULL_DATA_DIR or ../shared/data');
const homeName = process.argv[2] === 'embedded' ? 'embedded' : 'postgresql';
const step = Number(process.argv[3] ?? 1);
const rows = readFullData();
const home = await openSearchHome(homeName, rows);
try {
  const loads = workloads();
  console.log(`${homeName}, ${rows.cities.length} cities; milliseconds: median / 95th / worst (worst query)`);
  for (const [name, searches] of Object.entries(loads)) await compare(name, 'cities', searches);
  await compare('states: mixture', 'states', makeSearches(rows.states, 100, 9, true));
  await compare('countries: mixture', 'countries', makeSearches(rows.countries, 50, 9, false));
} finally {
  await home.close();
}

function workloads(): Record<string, Search[]> {
  const names = makeSearches(rows.cities, 4000, 3, false).map(({ q }) => q);
  // The generator takes turns between its kinds of text; some loads are made of one kind only.
  const typos = makeSearches(rows.cities, 180, 5, false).filter((_, index) => index % 9 < 2);
  const beginnings = rows.cities.filter((_, index) => index % 3000 === 7).map(({ name }) => name.slice(0, 4).trim());
  const twoLetters = ['ab', 'la', 'sa', 'de', 'é', 'Xi', 'zü', '東京', '北', '??'];
  const long = names.filter((q) => q.length > 45).slice(0, 40);
  const of = (texts: readonly string[], limit: number, threshold: number, country?: string): Search[] =>
    texts.filter((_, index) => index % step === 0).map((q) => ({ q, limit, threshold, country }));
  const typed = typos.map(({ q }) => q);
  return {
    'typos, 0.3, 10 rows': of(typed, 10, 0.3),
    'typos, 0.1, 50 rows': of(typed, 50, 0.1),
    'typos, 0.7, 10 rows': of(typed, 10, 0.7),
    'four letters, 0.3, 10 rows': of(beginnings, 10, 0.3),
    'one or two letters, 0.1, 50 rows': of(twoLetters, 50, 0.1),
    'long, 0.1, 50 rows': of(long, 50, 0.1),
    'long, 0.3, 10 rows': of(long, 10, 0.3),
    'typos in US, 0.3, 10 rows': of(typed, 10, 0.3, 'US'),
    'typos in US, 0.1, 50 rows': of(typed, 50, 0.1, 'US'),
    'typos in AD, 0.1, 50 rows': of(typed, 50, 0.1, 'AD'),
    'mixture as in the tests': makeSearches(rows.cities, 300, 9, true).filter((_, index) => index % step === 0),
  };
}

async function compare(name: string, table: SearchTable, searches: readonly Search[]): Promise<void> {
  const indexed: Timing[] = [];
  const scanned: Timing[] = [];
  const columns = ['id', 'name', 'latitude', 'longitude', 'population'];
  for (const search of searches) {
    const before = performance.now();
    await searchRows(home.database.em, home.schema, table, search, columns);
    const between = performance.now();
    await fullScan(home, table, search);
    indexed.push({ milliseconds: between - before, q: search.q });
    scanned.push({ milliseconds: performance.now() - between, q: search.q });
  }
  const ratio = [0.5, 0.95, 1].map((part) =>
    (at(scanned, part).milliseconds / at(indexed, part).milliseconds).toFixed(1),
  );
  console.log(`${name} (${searches.length})`);
  console.log(`  indexes   ${summary(indexed)}`);
  console.log(`  full scan ${summary(scanned)}`);
  console.log(`  faster by ${ratio.join(' / ')}`);
}

function at(timings: readonly Timing[], part: number): Timing {
  const sorted = timings.toSorted((a, b) => a.milliseconds - b.milliseconds);
  const timing = sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
  if (timing === undefined) throw new Error('nothing was timed');
  return timing;
}

function summary(timings: readonly Timing[]): string {
  const [median, high, worst] = [at(timings, 0.5), at(timings, 0.95), at(timings, 1)];
  return `${[median, high, worst].map(({ milliseconds }) => milliseconds.toFixed(1)).join(' / ')} (${worst.q})`;
}
