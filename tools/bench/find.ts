/**
 * How often the place that is meant stands first, and among the first five: `suggest` (also of those questions alone that
 * are no name of another place), a search for beginnings by SQL, and `fuzzy` where a PostgreSQL answers; with what a
 * question to `suggest` costs. On the full data.
 * Run: npm run bench -- find [every nth question]
 */
import { fold } from '../../src/find/fold.ts';
import { joinGeonames, reportGeonames } from '../../src/find/geonames.ts';
import { geonamesFile, readGeonames } from '../../src/find/geonames-file.ts';
import { locate } from '../../src/find/locate.ts';
import { buildPlaceIndex, openPlaceIndex } from '../../src/find/place-index.ts';
import { packSections } from '../../src/find/pack-sections.ts';
import { unpackSections } from '../../src/find/sections.ts';
import { suggest } from '../../src/find/suggest.ts';
import { findText } from '../../src/find/text-range.ts';
import { searchRows } from '../../src/db/search.queries.ts';
import { isPostgresqlThere, openSearchHome, readFullData } from '../../test/db/search-fixture.ts';
import { fullDataDir, NO_FULL_DATA } from '../../test/environment.ts';
import { findRows } from '../../test/find/find-rows.ts';
import { makeHeldOut } from './find/held-out.ts';
import { makeLists, type Question, randomNumbers } from './find/lists.ts';

type Ask = (q: string) => number[] | Promise<number[]>;

interface Way {
  readonly name: string;
  readonly ask: Ask;
  /** Every nth question is asked. */
  readonly nth: number;
  /** Which questions count; without it all. */
  readonly counts?: (question: Question) => boolean;
}

const folder = fullDataDir();
if (folder === undefined) throw new Error(NO_FULL_DATA);
const step = Number(process.argv[2] ?? 1);
const rows = findRows(folder);
const file = geonamesFile();
const geonames = joinGeonames(rows.cities, file === undefined ? [] : readGeonames(file));
const { places, names, points, labels } = opened();
report();
await quality();
cost();

function opened() {
  const before = process.cpuUsage();
  const packed = packSections(buildPlaceIndex(rows, geonames));
  const { user, system } = process.cpuUsage(before);
  console.log(
    `index: ${(packed.length / 1e6).toFixed(1)} MB, built in ${((user + system) / 1e6).toFixed(1)} s of processor`,
  );
  return openPlaceIndex(unpackSections(packed));
}

function report(): void {
  if (file === undefined) {
    console.log('GeoNames: not installed');
    return;
  }
  const { joined, byCountry, largeWithoutRow } = reportGeonames(rows.cities, readGeonames(file), geonames);
  const shares = Object.entries(byCountry).map(([code, [some, all]]) => `${code} ${some}/${all}`);
  console.log(`GeoNames: ${joined} of ${rows.cities.length} rows joined`);
  console.log(`  ${shares.join(', ')}`);
  console.log(`  places from 15,000 without a row: ${largeWithoutRow}`);
}

async function quality(): Promise<void> {
  const home = (await isPostgresqlThere()) ? await openSearchHome('postgresql', readFullData()) : undefined;
  const ways: Way[] = [
    { name: 'suggest', ask: bySuggest, nth: 1 },
    { name: 'suggest, clear', ask: bySuggest, nth: 1, counts: isClear },
    { name: 'prefix SQL', ask: prefixSearch(), nth: 10 },
  ];
  if (home !== undefined) {
    const search = { limit: 5, threshold: 0.3, country: undefined };
    const ask = async (q: string): Promise<number[]> => {
      const found = await searchRows(home.database.em, home.schema, 'cities', { q, ...search }, ['id']);
      return found.map(({ id }) => Number(id));
    };
    ways.push({ name: 'fuzzy', ask, nth: 10 });
  }
  console.log(`${'list'.padEnd(45)}${ways.map(({ name }) => `${name} @1 @5`.padEnd(24)).join('')}`);
  const listed = file === undefined ? [] : readGeonames(file);
  const reported = makeHeldOut(rows, geonames, listed, 'reported');
  for (const [name, list] of [...makeLists(rows, geonames), ...reported]) {
    const cells = [];
    for (const way of ways) cells.push(await shares(list, way));
    console.log(`${`${name} (${list.length})`.padEnd(45)}${cells.map((cell) => cell.padEnd(24)).join('')}`);
  }
  await home?.close();
}

async function shares(list: readonly Question[], { ask, nth, counts = () => true }: Way): Promise<string> {
  let [count, first, five] = [0, 0, 0];
  for (const question of list.filter((_, index) => index % (step * nth) === 0)) {
    if (!counts(question)) continue;
    const at = (await ask(question.q)).findIndex((id) => question.ids.includes(id));
    count += 1;
    if (at === 0) first += 1;
    if (at >= 0 && at < 5) five += 1;
  }
  return count === 0 ? '–' : `${(first / count).toFixed(3)} ${(five / count).toFixed(3)}`;
}

/** Whether what is asked is no name of another city than the one that is meant. */
function isClear({ q, ids }: Question): boolean {
  const text = findText(names, fold(q));
  if (text === undefined) return true;
  const [from, to] = [names.firstEntries[text] ?? 0, names.firstEntries[text + 1] ?? 0];
  return [...names.entryPlaces.subarray(from, to)].every(
    (place) => place < places.firstCity || ids.includes(places.ids[place] ?? -1),
  );
}

function bySuggest(q: string): number[] {
  return suggest(places, names, { q, limit: 5 }).map(({ place }) =>
    place < places.firstCity ? -1 : (places.ids[place] ?? -1),
  );
}

/** What `WHERE lower(name) LIKE lower($1) || '%' ORDER BY population DESC NULLS LAST, id LIMIT 5` finds. */
function prefixSearch(): Ask {
  const sorted = rows.cities
    .map(({ id, name, population }) => ({ id, name: name.toLowerCase(), population: population ?? -1 }))
    .sort((one, other) => other.population - one.population || one.id - other.id);
  return (q) => {
    const found: number[] = [];
    const start = q.toLowerCase();
    for (const { id, name } of sorted) if (name.startsWith(start) && found.push(id) === 5) break;
    return found;
  };
}

/** Each question is asked five times and its cheapest answer counts: what else the machine does is not the question's. */
function cost(): void {
  const typed = [...makeLists(rows, geonames).values()].flat().map(({ q }) => q);
  const random = randomNumbers(9);
  const sample = typed.filter(() => random() < 5_000 / typed.length);
  timed('suggest', sample, (q) => suggest(places, names, { q, limit: 8 }));
  timed('suggest near a point', sample, (q) =>
    suggest(places, names, { q, limit: 8, near: { latitude: 48, longitude: 11 } }),
  );
  timed('suggest in one country', sample, (q) => suggest(places, names, { q, limit: 8, countries: ['DE'] }));
  timed('suggest with labels', sample, (q) =>
    suggest(places, names, { q, limit: 8 }).map(({ place }) => labels.labelOf(place, 'de')),
  );
  const hostile = [
    'a'.repeat(100),
    'a b '.repeat(25),
    'san '.repeat(25),
    'saint st ste '.repeat(7),
    'texas '.repeat(16),
    'é'.normalize('NFD').repeat(50),
    '中'.repeat(100),
    `${'new york '.repeat(11)}x`,
    'aaaa',
    'a',
    's',
    'ал',
    'sanaa, a',
    'wxyzwxyz',
  ];
  timed('suggest, hostile', hostile, (q) => suggest(places, names, { q: q.slice(0, 100), limit: 20 }));
  const spots = Array.from({ length: 5_000 }, () => ({
    latitude: (Math.asin(random() * 2 - 1) * 180) / Math.PI,
    longitude: random() * 360 - 180,
  }));
  const accepts = (place: number): boolean => place >= places.firstCity;
  timed('near, 10 within 50 km', spots, (spot) => points.near({ ...spot, radiusKm: 50, limit: 10, accepts }));
  timed('near, 100 within 500 km', spots, (spot) => points.near({ ...spot, radiusKm: 500, limit: 100, accepts }));
  timed('locate', spots, ({ latitude, longitude }) => locate(places, points, latitude, longitude));
}

function timed<T>(name: string, questions: readonly T[], ask: (question: T) => unknown): void {
  const times = questions.map((question) => {
    let least = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 5; round += 1) {
      const before = performance.now();
      ask(question);
      least = Math.min(least, performance.now() - before);
    }
    return least;
  });
  times.sort((one, other) => one - other);
  const at = (part: number): string => (times[Math.floor(part * (times.length - 1))] ?? 0).toFixed(3);
  console.log(`${name.padEnd(28)} ms: p50 ${at(0.5)}  p99 ${at(0.99)}  most ${at(1)}`);
}
