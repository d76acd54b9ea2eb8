/**
 * Brings a data set into the database, whole or not at all: it is loaded into a schema of its own, indexed and checked
 * there, and becomes the current one in a single transaction. Until then, and after any failure, readers see the old one.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { collectGarbage } from '../../collect-garbage.ts';
import { isDatabaseUnavailable } from '../faults.ts';
import { buildIndexWhereMissing, type GeonamesReport, type IndexMaker } from '../find-index.queries.ts';
import {
  analyze,
  completionSteps,
  createTables,
  dropLeftovers,
  dropOutdated,
  dropUnfinished,
  isWhole,
  schemaOf,
  verifyCounts,
} from './data-set-schema.ts';
import { type ActiveDataSet, findActive, isDrawn, markActive, recordOrigin, register } from './data-set-record.ts';
import type { DataSetSource, TableName } from './data-set-source.ts';
import { withFrugalHeap } from './frugal-heap.ts';
import { ImportClaim } from './import-claim.ts';
import { ImportConnection } from './import-connection.ts';
import { ImportBusyError } from './import-error.ts';
import { type DataSetSummary, readDataSet } from './read-data-set.ts';
import { RowLoader } from './row-loader.ts';
import type { SourceOrigin } from './source-origin.ts';
import { refuseShrinking } from './shrinking.ts';

export interface ImportProgress {
  /**
   * read: comparing with the current data set · load: rows · index: indexes and keys · check: counts · find: indexes for
   * finding places · activate: switch.
   */
  readonly stage: 'read' | 'check' | 'load' | 'index' | 'find' | 'activate';
  readonly file?: string;
  readonly done: number;
  readonly total?: number;
}

export interface ImportOutcome {
  readonly status: 'imported' | 'unchanged';
  readonly dataSetId: number;
  /** The first 12 hexadecimal digits of the data's checksum. */
  readonly version: string;
  readonly counts: Record<TableName, number>;
  /** How many cities GeoNames' names and sizes were joined to; undefined where none were, as its package was left out. */
  readonly geonames?: GeonamesReport | undefined;
  readonly seconds: number;
}

export interface ImportOptions {
  readonly em: EntityManager;
  readonly source: DataSetSource;
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Accept a data set that has far fewer rows than the current one. */
  readonly allowShrink?: boolean;
  /** Who builds the indexes for finding places; without it there are none until a service starts that builds them. */
  readonly index?: IndexOptions | undefined;
  /**
   * The embedded database answers readers meanwhile, from its one session: no statement is to keep it for long. The import
   * takes several times as long.
   */
  readonly besideReaders?: boolean;
}

export interface IndexOptions {
  readonly maker: IndexMaker;
  /** Told why there are no indexes, or none of trigrams; the data set is imported all the same. */
  onFault(error: unknown): void;
}

/** The steps of one import share these. */
interface Import {
  readonly connection: ImportConnection;
  readonly claim: ImportClaim;
  readonly source: DataSetSource;
  readonly origin: SourceOrigin;
  readonly report: (progress: ImportProgress) => void;
  readonly allowShrink: boolean;
  readonly index: IndexOptions | undefined;
  readonly besideReaders: boolean;
}

const VERSION_DIGITS = 12;

/**
 * Imports a data set, or finds that the current one holds the same rows in the same shape under a number of its own and leaves everything as it is.
 * Throws ImportError for data that can't be taken, ImportBusyError while another import runs on this database.
 */
export function importDataSet(options: ImportOptions): Promise<ImportOutcome> {
  return withFrugalHeap(() => importWatched(options));
}

async function importWatched(options: ImportOptions): Promise<ImportOutcome> {
  const startedAt = performance.now();
  const { source } = options;
  // Whoever names a wrong folder hears of that, and not of another import.
  const outcome = await source.watch.during(async () => importClaimed(options, await source.origin()));
  return { ...outcome, seconds: (performance.now() - startedAt) / 1000 };
}

async function importClaimed(options: ImportOptions, origin: SourceOrigin): Promise<Omit<ImportOutcome, 'seconds'>> {
  const connection = await ImportConnection.open(options.em);
  try {
    const claim = await ImportClaim.take(connection);
    const { source, onProgress: report = () => undefined, allowShrink = false, index, besideReaders = false } = options;
    try {
      return await importUnderClaim({ connection, claim, source, origin, report, allowShrink, index, besideReaders });
    } catch (error) {
      throw await claim.reasonOf(error);
    } finally {
      // When the connection is lost the claim goes with it.
      await claim.release().catch(() => undefined);
    }
  } finally {
    connection.close();
  }
}

async function importUnderClaim(work: Import): Promise<Omit<ImportOutcome, 'seconds'>> {
  const { label, watch } = work.source;
  const origin = { label, ...work.origin };
  await dropLeftovers(work.connection, work.claim);
  const active = await findActive(work.connection);
  if (active !== undefined) {
    const summary = await compareFirst(work, active);
    const isSame = summary.checksum === active.checksum && isDrawn(active.id);
    if (isSame && (await isWhole(work.connection, active))) {
      await watch.assertUnchanged();
      await recordOrigin(work.connection, active.id, origin);
      const geonames = await ensureIndex(work, active.id);
      return { ...outcomeOf('unchanged', active.id, summary), geonames };
    }
  }
  const id = await register(work.connection, origin);
  try {
    const { geonames, ...summary } = await load(work, id, active);
    return { ...outcomeOf('imported', id, summary), geonames };
  } catch (error) {
    await dropUnfinished(work.connection, id).catch(() => undefined); // the next import tries again
    throw error;
  }
}

/** Reads everything once before anything is written, so that most faulty or unchanged data costs the database nothing. */
async function compareFirst(work: Import, active: ActiveDataSet): Promise<DataSetSummary> {
  const summary = await readDataSet(work.source, async (_table, _rows, { file, done, total }) => {
    work.report({ stage: 'read', file, done, total });
    await work.claim.beat();
  });
  if (!work.allowShrink) refuseShrinking(work.source, summary, active);
  return summary;
}

async function load(
  work: Import,
  id: number,
  active: ActiveDataSet | undefined,
): Promise<DataSetSummary & { readonly geonames: GeonamesReport | undefined }> {
  const { connection, source, report } = work;
  await createTables(connection, id);
  // Rows go into an index one by one, while making it of all rows is one long statement.
  if (work.besideReaders) await complete(work, id, isNoReference);
  const summary = await loadRows(work, id);
  // The source may have changed since it was compared.
  if (active !== undefined && !work.allowShrink) refuseShrinking(source, summary, active);
  await complete(work, id);
  report({ stage: 'check', done: 0, total: 1 });
  await verifyCounts(connection, id, summary.counts);
  await analyze(connection, id);
  collectGarbage();
  report({ stage: 'check', done: 1, total: 1 });
  const geonames = await ensureIndex(work, id);
  await source.watch.assertUnchanged();
  await activate(work, id, summary);
  return { ...summary, geonames };
}

async function loadRows(
  { connection, claim, source, report, besideReaders }: Import,
  id: number,
): Promise<DataSetSummary> {
  const loader = new RowLoader(connection, id, () => claim.beat(), { besideReaders });
  try {
    const summary = await readDataSet(source, async (table, rowsJson, { file, done, total }) => {
      await loader.add(table, rowsJson);
      report({ stage: 'load', file, done, total });
    });
    await loader.finish();
    return summary;
  } finally {
    await loader.settle();
  }
}

/** Without indexes the data set answers all the same, only slower: that they can't be built is no reason to refuse it. */
async function ensureIndex(
  { connection, claim, index, report }: Import,
  id: number,
): Promise<GeonamesReport | undefined> {
  if (!index) return undefined;
  try {
    const built = await buildIndexWhereMissing(connection, schemaOf(id), index.maker, async (done, total) => {
      report({ stage: 'find', done, total });
      await claim.beat();
    });
    if (built?.noTrigrams !== undefined) index.onFault(new Error(built.noTrigrams));
    return built?.geonames;
  } catch (error) {
    // What the database can't do now it may do for the next import. Without indexes the data set before would answer more.
    if (error instanceof ImportBusyError || isDatabaseUnavailable(error)) throw error;
    index.onFault(error);
    return undefined;
  }
}

async function activate({ connection, claim, report }: Import, id: number, summary: DataSetSummary): Promise<void> {
  report({ stage: 'activate', done: 0, total: 1 });
  await connection.transaction('lasting', async () => {
    await claim.holdToTheEnd();
    await markActive(connection, id, summary);
  });
  await dropOutdated(connection, claim).catch(() => undefined); // it is active already; the next import tries again
  report({ stage: 'activate', done: 1, total: 1 });
}

async function complete(
  { connection, claim, report }: Import,
  id: number,
  isWanted: (step: string) => boolean = () => true,
): Promise<void> {
  const steps = (await completionSteps(connection, id)).filter(isWanted);
  report({ stage: 'index', done: 0, total: steps.length });
  for (const [index, sql] of steps.entries()) {
    await connection.transaction('preparing', () => connection.rows(sql));
    await claim.beat();
    report({ stage: 'index', done: index + 1, total: steps.length });
  }
}

/** Rows may refer to later ones of their own table, so they are checked when all are there. */
function isNoReference(step: string): boolean {
  return !step.includes(' FOREIGN KEY ');
}

function outcomeOf(status: ImportOutcome['status'], dataSetId: number, { checksum, counts }: DataSetSummary) {
  return { status, dataSetId, version: checksum.slice(0, VERSION_DIGITS), counts };
}
