/**
 * Debian's OpenRefine reconciles and extends 1,000 dirty rows of the full data through `/reconcile`, driven by its own commands, and
 * what it made of them is compared with the truth.
 * Run: npm run bench -- openrefine URL, where URL is that of a service with the full data and a key for it:
 * http://127.0.0.1:4000/reconcile/KEY (geo keys create --plan professional --only reconcile).
 */
import { fullDataDir, NO_FULL_DATA } from '../../test/environment.ts';
import { findRows } from '../../test/find/find-rows.ts';
import { type Judged, OpenRefine } from './openrefine/client.ts';
import { csvOf, type DirtyRow, dirtyRows } from './openrefine/dirty-rows.ts';

const LEVELS = ['country', 'state', 'city'] as const;
type Level = (typeof LEVELS)[number];
/** Columns that say more of a level. */
const DETAILS: Readonly<Record<Level, readonly Level[]>> = {
  country: [],
  state: ['country'],
  city: ['state', 'country'],
};
const NAMES = { country: 'Country', state: 'State', city: 'City' } as const;
const PROPERTIES = ['state', 'country', 'latitude', 'timezone'];

const [, , url] = process.argv;
const folder = fullDataDir();
if (url === undefined) throw new Error('usage: npm run bench -- openrefine http://127.0.0.1:4000/reconcile/KEY');
if (folder === undefined) throw new Error(NO_FULL_DATA);
const data = findRows(folder);
const dirty = dirtyRows(data, 1_000);
const answer = await fetch(url);
if (!answer.ok) throw new Error(`the service answers ${answer.status}: ${await answer.text()}`);
const manifest = await answer.json();
const service = { url, identifierSpace: manifest.identifierSpace, schemaSpace: manifest.schemaSpace };
const refine = await OpenRefine.start(33_391);
try {
  const project = await refine.project(csvOf(dirty));
  for (const level of LEVELS) {
    const details = DETAILS[level].map((column) => ({ column, property: column }));
    const startedAt = performance.now();
    await refine.reconcile(project, level, service, { id: level, name: NAMES[level] }, details);
    console.log(`${level}: reconciled in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  }
  const judged = await refine.rows(project);
  for (const level of LEVELS) tell(level, judged);
  await suggest(judged);
  await refine.extend(
    project,
    'city',
    service,
    PROPERTIES.map((id) => ({ id, name: id })),
  );
  tellExtended(await refine.rows(project));
} finally {
  refine.stop();
}

function tell(level: Level, rows: readonly Readonly<Record<string, Judged>>[]): void {
  let [asked, matched, right, first, among] = [0, 0, 0, 0, 0];
  for (const [at, row] of rows.entries()) {
    const [given, cell] = [dirty[at], row[level]];
    if (!given || !cell || given[level].trim() === '') continue;
    const wanted = idOf(level, given);
    asked += 1;
    if (cell.match) matched += 1;
    if (cell.match?.id === wanted) right += 1;
    // It keeps no candidates of what it matched by itself.
    const candidates = cell.match ? [cell.match] : cell.candidates;
    if (candidates[0]?.id === wanted) first += 1;
    if (candidates.some(({ id }) => id === wanted)) among += 1;
  }
  console.log(
    `${level}: ${asked} cells, ${matched} matched, precision ${share(right, matched)}, recall ${share(right, asked)}; ` +
      `match or first candidate right ${share(first, asked)}, one of them right ${share(among, asked)}`,
  );
}

/** What a person gets who types the name of a city that was left unmatched. */
async function suggest(rows: readonly Readonly<Record<string, Judged>>[]): Promise<void> {
  const open = dirty.filter((_row, at) => rows[at]?.['city']?.match === undefined).slice(0, 100);
  let found = 0;
  for (const row of open) {
    const { suggest: services } = manifest;
    const prefix = encodeURIComponent([row.city.trim(), row.state.trim()].filter(Boolean).join(', '));
    const { service_url, service_path } = services.entity;
    const { result } = await (await fetch(`${service_url}${service_path}?prefix=${prefix}`)).json();
    if (result.some(({ id }: { readonly id: string }) => id === idOf('city', row))) found += 1;
  }
  console.log(`suggest: ${share(found, open.length)} of ${open.length} unmatched cities are among the suggestions`);
}

function tellExtended(rows: readonly Readonly<Record<string, Judged>>[]): void {
  const cities = new Map(data.cities.map((city) => [`city-${city.id}`, city]));
  let [matched, right] = [0, 0];
  for (const row of rows) {
    const city = cities.get(row['city']?.match?.id ?? '');
    if (!city) continue;
    matched += 1;
    const isRight =
      row['State']?.match?.id === `state-${city.stateId}` &&
      row['Country']?.match !== undefined &&
      Number(row['latitude']?.value) === city.latitude &&
      (row['timezone']?.value ?? null) === city.timezone;
    if (isRight) right += 1;
  }
  console.log(
    `extend: ${share(right, matched)} of ${matched} matched cities have the data's own state, country, latitude and zone`,
  );
}

function idOf(level: Level, { truth }: DirtyRow): string {
  return `${level}-${truth[level]}`;
}

function share(some: number, all: number): string {
  return all === 0 ? '–' : `${((100 * some) / all).toFixed(1)} %`;
}
