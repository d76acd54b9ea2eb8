/** Checks of the database: can it be reached, can it be searched, is it up to date, has it data and indexes, does it know the time. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { type DatabaseCondition, findDatabaseCondition } from '../../db/condition.queries.ts';
import { type DataSet, DataSetRefusedError, findCurrentDataSet, loadDataSet } from '../../db/data-set.queries.ts';
import { databaseOf, serverOf } from '../../db/database-url.ts';
import { DatabaseUnfitError, isForbidden, isNotLetIn } from '../../db/faults.ts';
import { type OpenedHome, openHome } from '../../db/home.ts';
import { LACKS_SEARCH, MAKES_SEARCH } from '../../db/migrate.ts';
import { isIndexed } from '../../db/stored-index.queries.ts';
import { countRows } from '../../db/import/data-set-schema.ts';
import { TABLES } from '../../db/import/data-set-source.ts';
import { type Query, templateSteps } from '../../db/import/template-steps.ts';
import { read } from '../../db/read.ts';
import { assertTrigramLocale } from '../../db/trigram-locale.ts';
import { FORMAT_VERSION } from '../../find/sections.ts';
import { checkImports } from './import-check.ts';
import { lookAtReplicas, type ReplicaFindings } from './replica-checks.ts';
import { errorCode, type Finding, fault, messageOf, ok, type Surroundings, skipped, warning } from './finding.ts';

const LIMITS = { poolSize: 1, connectTimeoutMs: 5_000, statementTimeoutMs: 10_000 };
const OPEN_MS = 15_000;
const LEAST_VERSION = 150_000;
/** Quotas and expiry dates go by the clock: more than this is worth a word. */
const SKEW_MS = 5_000;
const CHECKS = ['pg_trgm', 'migrations', 'data', 'indexes', 'imports', 'clock'] as const;
const IMPORT = 'load one: geo import --default, or geo import --from FOLDER';

export async function checkDatabase(config: Config, surroundings: Surroundings): Promise<Finding[]> {
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'postgres', 'PG_VERSION'))) {
    return [
      ok('database', `the embedded one, which the first start makes in ${config.dataDir}`),
      ...skipAll('there is no database yet', ['pg_trgm', 'migrations', 'clock']),
      fault('data', 'no data set is loaded', 'start the service once (npm start): it loads the default data set'),
      ...skipAll('there is no data set', ['indexes', 'imports']),
    ];
  }
  const findReplicas = lookAtReplicas(config);
  let home: OpenedHome | undefined;
  try {
    home = await opened(config);
    const askedAt = surroundings.now();
    const condition = await findDatabaseCondition(home.em);
    const answeredAt = surroundings.now();
    return await checksOf(home, condition, { askedAt, answeredAt }, findReplicas);
  } catch (error) {
    const isThere = error instanceof DatabaseUnfitError;
    return [
      isThere ? fault('database', error.message, error.advice) : unreachable(config, error),
      ...skipAll(isThere ? 'the database cannot be used' : 'the database is out of reach', CHECKS),
      ...(await findReplicas(undefined)),
    ];
  } finally {
    await home?.close();
  }
}

interface Moment {
  readonly askedAt: number;
  readonly answeredAt: number;
}

async function checksOf(
  home: OpenedHome,
  condition: DatabaseCondition,
  moment: Moment,
  findReplicas: ReplicaFindings,
): Promise<Finding[]> {
  const { dataSet, finding } = await checkData(home, condition);
  return [
    checkVersion(home, condition),
    await checkTrigram(home, condition),
    checkMigrations(condition),
    finding,
    await checkIndexes(home, dataSet),
    await checkImports(home.em, condition),
    home.home === 'embedded' ? checkClockByData(dataSet, moment) : checkClock(condition, moment),
    ...(await findReplicas(dataSet)),
  ];
}

function checkVersion({ home }: OpenedHome, { name, user, versionNumber }: DatabaseCondition): Finding {
  const version = `${Math.floor(versionNumber / 10_000)}.${versionNumber % 10_000}`;
  const text = home === 'embedded' ? `embedded PostgreSQL ${version}` : `PostgreSQL ${version}, "${name}" as ${user}`;
  return versionNumber >= LEAST_VERSION
    ? ok('database', text)
    : fault('database', `${text} is too old`, 'use PostgreSQL 15 or newer');
}

async function checkTrigram({ em }: OpenedHome, condition: DatabaseCondition): Promise<Finding> {
  const { hasTrigram, willInstallTrigram, name } = condition;
  if (!hasTrigram) {
    const advice = willInstallTrigram
      ? 'start the service once: it installs the extension'
      : `as a superuser: psql -d ${name} -c 'CREATE EXTENSION pg_trgm' (if PostgreSQL does not know it, install its contrib package first)`;
    return fault('pg_trgm', `the database "${name}" has no extension pg_trgm, which search needs`, advice);
  }
  try {
    await assertTrigramLocale(em);
    return ok('pg_trgm', 'installed, and sees letters of every script');
  } catch (error) {
    if (error instanceof DatabaseUnfitError) return fault('pg_trgm', error.message, error.advice);
    const [message = '', advice = ''] = messageOf(error).split(/(?<=scripts\.) /);
    return fault('pg_trgm', message, advice);
  }
}

function checkMigrations(condition: DatabaseCondition): Finding {
  const { missingMigrations, unknownMigrations } = condition;
  if (missingMigrations.length > 0) {
    const count = missingMigrations.length === 1 ? '1 migration has' : `${missingMigrations.length} migrations have`;
    const text = `${count} not run: ${missingMigrations.join(', ')}`;
    return fault('migrations', text, 'start the service or import data: both run them');
  }
  if (unknownMigrations.length > 0) {
    const text = `the database is newer than this program: ${unknownMigrations.join(', ')}`;
    return fault('migrations', text, 'run the version of the program that made them');
  }
  if (condition.lacksSearch) return fault('migrations', LACKS_SEARCH, MAKES_SEARCH);
  return ok('migrations', 'up to date');
}

function checkClock({ clock }: DatabaseCondition, { askedAt, answeredAt }: Moment): Finding {
  // The database looked at its clock somewhere between the two.
  const skew = clock < askedAt ? clock - askedAt : clock > answeredAt ? clock - answeredAt : 0;
  if (Math.abs(skew) <= SKEW_MS) return ok('clock', 'agrees with the database');
  const seconds = Math.round(Math.abs(skew) / 1000);
  return fault(
    'clock',
    `this machine's clock is ${seconds} s ${skew > 0 ? 'behind' : 'ahead of'} the database's`,
    'set both by NTP (timedatectl set-ntp true): quotas and the expiry of keys go by the clock',
  );
}

/** The embedded database has no clock of its own, but what it holds cannot be from tomorrow. */
function checkClockByData(dataSet: DataSet | undefined, { askedAt }: Moment): Finding {
  if (!dataSet) return skipped('clock', 'there is nothing to compare it with');
  const loadedAt = Date.parse(dataSet.activatedAt);
  if (loadedAt - askedAt <= SKEW_MS) return ok('clock', 'is not behind the loaded data');
  return fault(
    'clock',
    `this machine's clock shows ${new Date(askedAt).toISOString()}, before the data was loaded (${new Date(loadedAt).toISOString()})`,
    'set it by NTP (timedatectl set-ntp true): quotas and the expiry of keys go by the clock',
  );
}

async function checkData(
  { em }: OpenedHome,
  { missingMigrations }: DatabaseCondition,
): Promise<{ readonly dataSet?: DataSet; readonly finding: Finding }> {
  if (missingMigrations.length > 0) return { finding: skipped('data', 'the migrations have not run') };
  const id = (await findCurrentDataSet(em))?.id;
  if (id === undefined) return { finding: fault('data', 'no data set is loaded', IMPORT) };
  try {
    const dataSet = await loadDataSet(em, id);
    const name = `data set ${dataSet.version.slice(0, 12)}`;
    const query: Query = (sql, params) => read(em, sql, params);
    const [step] = await templateSteps(query, dataSet.schema);
    if (step !== undefined) {
      const text = `${name} does not follow the migrations: ${step.slice(0, 120)}`;
      const advice = `start the service: it takes such steps; where it cannot, ${IMPORT}`;
      return { dataSet, finding: fault('data', text, advice) };
    }
    const stored = await countRows(query, id);
    const other = TABLES.find((table) => stored[table] !== dataSet.rowCounts[table]);
    if (other === undefined) return { dataSet, finding: ok('data', `${name}: ${counted(dataSet)}`) };
    const text = `${name} has ${stored[other]} ${other}, where ${dataSet.rowCounts[other]} were imported`;
    return { dataSet, finding: fault('data', text, IMPORT) };
  } catch (error) {
    if (!(error instanceof DataSetRefusedError)) throw error;
    const advice = error.advice ?? `start the service: it adds what it can; where it cannot, ${IMPORT}`;
    return { finding: fault('data', error.message, advice) };
  }
}

async function checkIndexes({ em }: OpenedHome, dataSet: DataSet | undefined): Promise<Finding> {
  if (!dataSet) return skipped('indexes', 'there is no data set that can be read');
  if (await isIndexed(em, dataSet.schema, FORMAT_VERSION))
    return ok('indexes', 'stored, for finding places from memory');
  return warning(
    'indexes',
    'none are stored that this program and database can use: suggest, near and check are answered 503 until they are',
    'start the service, which builds them within minutes; if it has run for longer, its log says why it could not',
  );
}

async function opened(config: Config): Promise<OpenedHome> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not open within ${OPEN_MS / 1000} s`)), OPEN_MS);
  });
  return Promise.race([openHome({ ...config, replicaUrls: [], limits: LIMITS, join: true }), late]).finally(() =>
    clearTimeout(timer),
  );
}

function unreachable({ databaseUrl }: Config, error: unknown): Finding {
  const reason = messageOf(error);
  if (databaseUrl === undefined) {
    return fault('database', `the embedded database does not open: ${reason}`, 'see data folder and disk above');
  }
  const name = databaseOf(databaseUrl);
  switch (errorCode(error)) {
    case '3D000':
      return fault(
        'database',
        `there is no database "${name}"`,
        `createdb --template=template0 --encoding=UTF8 --locale=C.UTF-8 ${name}`,
      );
    case '28P01':
    case '28000':
      return fault(
        'database',
        `the user or the password in DATABASE_URL is refused: ${reason}`,
        'correct DATABASE_URL',
      );
    default:
      if (isNotLetIn(error)) {
        const message = `PostgreSQL at ${serverOf(databaseUrl)} does not let us in: ${reason}`;
        return fault('database', message, 'change that there, or correct DATABASE_URL');
      }
      if (isForbidden(error)) {
        const message = `PostgreSQL at ${serverOf(databaseUrl)} forbids our user something: ${reason}`;
        return fault('database', message, 'let it own what the service has there, or name who does in DATABASE_URL');
      }
      return fault(
        'database',
        `PostgreSQL at ${serverOf(databaseUrl)} is out of reach: ${reason}`,
        'start it, or correct DATABASE_URL',
      );
  }
}

function skipAll(message: string, checks: readonly string[]): Finding[] {
  return checks.map((check) => skipped(check, message));
}

function counted({ rowCounts }: DataSet): string {
  return ['countries', 'states', 'cities'].map((table) => `${rowCounts[table] ?? 0} ${table}`).join(', ');
}
