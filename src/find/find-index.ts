/** Everything that is kept of a data set for finding places: all indexes in one container. */
import { collectGarbage } from '../collect-garbage.ts';
import type { RowBatch } from '../rows/row-batch.ts';
import { buildTrigramIndex, type NamedRow } from './build-trigram-index.ts';
import {
  buildLetters,
  type LetterBlock,
  type Letters,
  openLetters,
  parseTrigram,
  UnknownLettersError,
} from './letters.ts';
import {
  type GeonamesJoin,
  type GeonamesPlace,
  type GeonamesReport,
  joinGeonames,
  reportGeonames,
} from './geonames.ts';
import { SectionPacker } from './pack-sections.ts';
import type { PackedRows } from './packed-rows.ts';
import { gatherPlaceIndex, openPlaceIndex, type PlaceIndex } from './place-index.ts';
import { buildRecordOrder, openRecordOrder, openRecords, type Records } from './records.ts';
import { buildRowStore, openRowStore } from './row-store.ts';
import { type Sections, section, unpackSections } from './sections.ts';
import { type SourceCity, type SourceRows, sourceRows } from './source-rows.ts';
import { openTrigramIndex, type TrigramIndex } from './trigram-index.ts';
import { createTrigramMaker } from './trigrams.ts';

export const FOUND_TABLES = ['countries', 'states', 'cities'] as const;
export type FoundTable = (typeof FOUND_TABLES)[number];

const GEONAMES_BATCH = 2000;

/** The rows of one table, in the order of importance, and the search over their names. */
export interface FoundRows {
  readonly batch: RowBatch;
  /** Undefined for a locale whose letters no table explains: there only the database can search. */
  readonly trigrams: TrigramIndex | undefined;
}

export interface FindIndex extends Readonly<Record<FoundTable, FoundRows>>, PlaceIndex {
  readonly records: Records;
  /** What the indexes take, shared by all threads of the process. */
  readonly byteLength: number;
  /** Places of GeoNames that were there to be joined; 0 where its package was not. */
  readonly geonamesListed: number;
}

/** What the database's locale says of letters. */
export interface LetterEvidence {
  readonly blocks: readonly LetterBlock[];
  /** Texts with their `show_trgm()`: in some locales a letter depends on those around it. */
  readonly words: readonly (readonly [text: string, trigrams: readonly string[]])[];
}

/** Takes what is built as it is made: nothing of it need wait for the rest. */
export interface BuiltTaker {
  /** Bytes of the container that follow those before; the first ones follow `BuiltIndex.head`. They are not to be changed. */
  addBytes(bytes: Uint8Array): void;
  /** JSON of an array of `{ cityId, geonamesId, population, names }`: what GeoNames knows of some cities. */
  addGeonames(json: string): void;
}

export interface BuiltIndex {
  /** What the container begins with. */
  readonly head: Uint8Array<ArrayBuffer>;
  /** How GeoNames' places were joined; undefined without them. */
  readonly geonames: GeonamesReport | undefined;
  /** Why the database goes on answering the search by similarity; undefined where the indexes do. */
  readonly noTrigrams: string | undefined;
}

/**
 * Builds all indexes of a data set and packs them, forgetting the rows; `listPlaces` reads the places of GeoNames, of which only
 * those are kept that a city is joined to.
 */
export function buildFindIndex(
  tables: Readonly<Record<FoundTable, PackedRows>>,
  evidence: LetterEvidence,
  taker: BuiltTaker,
  listPlaces?: () => readonly GeonamesPlace[] | undefined,
): BuiltIndex {
  const letters = lettersOf(evidence);
  const rows = sourceRows(tables);
  const packer = new SectionPacker((bytes) => taker.addBytes(bytes));
  if ('sections' in letters) packer.add(letters.sections);
  const geonames = packPlaces(rows, packer, taker, listPlaces);
  collectGarbage();
  for (const table of FOUND_TABLES) {
    const own: readonly IndexedRow[] = rows[table];
    const order = byImportance(own);
    packer.add(named(table, buildRowStore(tables[table], order)));
    tables[table].clearBytes();
    packer.add(named(table, buildRecordOrder(own, order)));
    if ('sections' in letters) {
      const names = order.map((row) => namedRow(own[row]));
      packer.add(named(`${table} trigrams`, buildTrigramIndex(names, letters.sections)));
    }
    tables[table].clear(); // What has been packed need not be kept while the rest is built.
  }
  return { head: packer.head(), geonames, noTrigrams: 'reason' in letters ? letters.reason : undefined };
}

/** What names are laid out of is needed no more when this returns. */
function packPlaces(
  rows: SourceRows,
  packer: SectionPacker,
  taker: BuiltTaker,
  listPlaces?: () => readonly GeonamesPlace[] | undefined,
): GeonamesReport | undefined {
  const { geonames, names } = gatherPlaces(rows, packer, taker, listPlaces);
  collectGarbage(); // What comes next is large arrays, and those give V8 no reason to.
  for (const piece of names) packer.add(piece);
  return geonames;
}

/** Packs all but the names. What the join keeps of GeoNames' places is needed no more when this returns. */
function gatherPlaces(
  rows: SourceRows,
  packer: SectionPacker,
  taker: BuiltTaker,
  listPlaces?: () => readonly GeonamesPlace[] | undefined,
): { readonly geonames: GeonamesReport | undefined; readonly names: Iterable<Sections> } {
  const joined = joinPlaces(rows.cities, listPlaces?.());
  if (joined) for (const batch of geonamesRows(joined.join)) taker.addGeonames(batch);
  packer.add({ 'geonames.listed': Uint32Array.of(joined?.listed ?? 0) });
  collectGarbage();
  const { places, names } = gatherPlaceIndex(rows, joined?.join);
  packer.add(places);
  return { geonames: joined?.report, names };
}

/** The table of letters, or why there is none: it is what trigrams need, and nothing else does. */
function lettersOf(evidence: LetterEvidence): { readonly sections: Sections } | { readonly reason: string } {
  try {
    const sections = buildLetters(evidence.blocks);
    checkWords(evidence, openLetters(sections));
    return { sections };
  } catch (error) {
    if (error instanceof UnknownLettersError) return { reason: error.message };
    throw error;
  }
}

/** The places themselves are several times what the join keeps of them. */
function joinPlaces(cities: readonly SourceCity[], listed: readonly GeonamesPlace[] | undefined) {
  if (listed === undefined) return undefined;
  const join = joinGeonames(cities, listed);
  return { join, report: reportGeonames(cities, listed, join), listed: listed.length };
}

/** The join as it is stored, so many rows a text as are handed over at once. */
function* geonamesRows(join: GeonamesJoin): Generator<string> {
  const all = [...join];
  for (let from = 0; from < all.length; from += GEONAMES_BATCH) {
    const batch = all.slice(from, from + GEONAMES_BATCH);
    yield JSON.stringify(
      batch.map(([cityId, { id, population, name, alternateNames }]) => ({
        cityId,
        geonamesId: id,
        population: population || null,
        names: [name, ...alternateNames],
      })),
    );
  }
}

/** Opens what {@link buildFindIndex} made, without copying. Throws as {@link unpackSections}. */
export function openFindIndex(container: SharedArrayBuffer | Uint8Array, options?: { checked: boolean }): FindIndex {
  const sections = unpackSections(container, options);
  const letters = 'letterPages' in sections ? openLetters(sections) : undefined;
  const [geonamesListed = 0] = section(sections, 'geonames.listed', Uint32Array);
  const open = (table: FoundTable) => ({
    batch: openRowStore(ofName(sections, table)),
    ...openRecordOrder(ofName(sections, table)),
    trigrams: letters && openTrigramIndex(ofName(sections, `${table} trigrams`), letters),
  });
  const tables = { countries: open('countries'), states: open('states'), cities: open('cities') };
  const index = openPlaceIndex(sections);
  return {
    ...tables,
    ...index,
    records: openRecords(tables, index.places),
    byteLength: container.byteLength,
    geonamesListed,
  };
}

function checkWords({ words }: LetterEvidence, letters: Letters): void {
  const trigramsOf = createTrigramMaker(letters);
  for (const [text, written] of words) {
    const wanted = written.map(parseTrigram).sort((a, b) => a - b);
    if (wanted.join() === trigramsOf(text).join()) continue;
    throw new UnknownLettersError(
      `the database's locale makes other letters of "${text}" as a whole than of each of its letters`,
    );
  }
}

/** What any of the tables has. */
type IndexedRow = Pick<SourceRows[FoundTable][number], 'id' | 'name' | 'native' | 'population'> & {
  readonly countryCode?: string;
};

/** The rows' numbers by population, largest first and unknown ones last, then by id: the order in which equal matches are answered. */
function byImportance(rows: readonly IndexedRow[]): number[] {
  const size = (row: number) => rows[row]?.population ?? -Infinity;
  const id = (row: number) => rows[row]?.id ?? 0;
  return [...rows.keys()].sort((a, b) => compare(size(b), size(a)) || compare(id(a), id(b)));
}

function namedRow(row: IndexedRow | undefined): NamedRow {
  return { name: row?.name ?? '', native: row?.native ?? null, countryCode: row?.countryCode ?? null };
}

function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function named(name: string, sections: Sections): Sections {
  return Object.fromEntries(Object.entries(sections).map(([key, array]) => [`${name} ${key}`, array]));
}

function ofName(sections: Sections, name: string): Sections {
  const start = `${name} `;
  const own = Object.entries(sections).filter(([key]) => key.startsWith(start));
  return Object.fromEntries(own.map(([key, array]) => [key.slice(start.length), array]));
}
