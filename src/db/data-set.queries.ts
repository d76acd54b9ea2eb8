/** Which data set is current, and what the service keeps of it in memory. */
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  againstRowSecurity,
  grantsOf,
  HAS_TABLES,
  hidesRows,
  IS_FILTERED,
  MAY_NOT_BE_READ,
  READABLE_DATA_SETS,
} from './data-set.entity.ts';
import { DataSetGoneError } from './faults.ts';
import { TABLES } from './import/data-set-source.ts';
import { read } from './read.ts';
import { columnsOf } from './tables.ts';

/** The codes of one country: the smallest thing that tells its ISO2, ISO3 and id forms to be the same. */
export interface CountryCodes {
  readonly id: number;
  readonly iso2: string;
  readonly iso3: string;
}

/** One loaded data set. A request takes the current one when it starts and reads nothing else. */
export interface DataSet {
  readonly id: number;
  /** Checksum of the rows: equal data has an equal version in every process and on every machine. */
  readonly version: string;
  /**
   * Tells what was read of it from what was read of equal data before it was loaded, or while the database lacked some: what is kept in memory
   * goes by it.
   */
  readonly edition: string;
  /** The PostgreSQL schema that holds its rows. */
  readonly schema: string;
  readonly source: string;
  /** The source's own version; null where it names none. */
  readonly sourceVersion: string | null;
  /** The source's own date as `2026-07-29`; null where it names none. */
  readonly sourceDate: string | null;
  readonly activatedAt: string;
  readonly rowCounts: Readonly<Record<string, number>>;
  /** Every country under its ISO2, ISO3 and decimal id. */
  readonly countryCodes: ReadonlyMap<string, CountryCodes>;
  /** Its indexes for finding places; undefined while there are none: then the database is asked. */
  readonly findIndex?: SharedArrayBuffer | undefined;
  /** Tells these indexes from those that are stored in their place later. */
  readonly indexStamp?: string | undefined;
  /** How many cities GeoNames' names and sizes were joined to, which is done with the indexes. */
  readonly geonamesRows?: number | undefined;
}

type DataSetRow = Omit<DataSet, 'edition' | 'schema' | 'countryCodes' | 'findIndex' | 'indexStamp' | 'geonamesRows'>;

export interface FoundDataSet extends Pick<DataSet, 'id' | 'version'> {
  /** False where the server never had the data set of before: it is another one. */
  readonly isSuccessor: boolean;
  /** False where its schema or tables are gone, or hidden from the user. */
  readonly isReadable: boolean;
  /** True where row security hides keys from the user. */
  readonly areKeysHidden: boolean;
  /** False where the table of keys is gone, or the user sees another one before that which is with the register. */
  readonly areKeysOurs: boolean;
}

/**
 * Which data set is current; undefined when none is loaded. Before 0.4.27 two databases gave their data sets the same ids, so it takes both id
 * and version to tell whether two are one: a primary may be another server than a moment ago. `before` is the id of the one in service until now.
 */
export async function findCurrentDataSet(em: EntityManager, before?: number): Promise<FoundDataSet | undefined> {
  const rows = await read<FoundDataSet>(
    em,
    `SELECT id, checksum AS version, EXISTS (SELECT FROM data_sets AS earlier WHERE earlier.id = $1) AS "isSuccessor",
            EXISTS (SELECT FROM pg_namespace WHERE nspname = 'geo_' || data_sets.id AND ${HAS_TABLES} AND NOT ${MAY_NOT_BE_READ}) AS "isReadable",
            coalesce(${hidesRows("to_regclass('api_keys')")}, false) AS "areKeysHidden",
            to_regclass('api_keys') IS NOT NULL AND NOT EXISTS (
              SELECT FROM pg_class AS other JOIN pg_class AS register USING (relnamespace)
               WHERE register.oid = to_regclass('data_sets') AND other.relname = 'api_keys' AND other.oid <> to_regclass('api_keys')) AS "areKeysOurs"
       FROM data_sets WHERE activated_at IS NOT NULL ORDER BY activated_at DESC, id DESC LIMIT 1`,
    [before ?? null],
  );
  return rows[0];
}

/** A data set is there and cannot be served; the message says why to whoever asks. */
export abstract class DataSetRefusedError extends Error {
  /** What to do about it, for an administrator's eyes. */
  abstract readonly advice: string | undefined;
}

/** A data set lacks columns that this program reads: a migration added them, and could not bring the data set along. */
class DataSetOutdatedError extends DataSetRefusedError {
  override name = 'DataSetOutdatedError';
  readonly advice = undefined;
  /** `columns` as `cities.name`; none where all are lacking. */
  constructor(version: string, columns: readonly string[]) {
    const some =
      columns.length === 0
        ? 'all its tables'
        : columns.length > 3
          ? `${columns.slice(0, 3).join(', ')} and ${columns.length - 3} more`
          : columns.join(', ');
    super(
      `data set ${version.slice(0, 12)} lacks ${some}, which this version reads: load it anew (geo import --from FOLDER, or geo import --default)`,
    );
  }
}

/** Names are as SQL takes them. */
interface Forbidden {
  readonly owner: string;
  readonly user: string;
  readonly isFiltered: boolean;
}

/** A data set is another role's, which has not granted it to that of the service. */
class DataSetForbiddenError extends DataSetRefusedError {
  override name = 'DataSetForbiddenError';
  readonly advice: string;
  constructor(version: string, schema: string, { owner, user, isFiltered }: Forbidden) {
    super(`data set ${version.slice(0, 12)} may not be read by the user of DATABASE_URL: geo doctor says what to do`);
    this.advice = isFiltered
      ? `row security hides rows of it; ${againstRowSecurity(user)}`
      : `as ${owner === user ? '' : `${owner} or `}a superuser: ${grantsOf(schema, user)}`;
  }
}

/** Reads a data set's record and its countries' codes. Throws DataSetRefusedError where it cannot be served. */
export async function loadDataSet(em: EntityManager, id: number): Promise<DataSet> {
  const schema = `geo_${id}`;
  const [record] = await read<DataSetRow>(
    em,
    `SELECT id, checksum AS version, source, source_version AS "sourceVersion", source_date::text AS "sourceDate", activated_at AS "activatedAt",
            row_counts AS "rowCounts" FROM data_sets WHERE id = $1`,
    [id],
  );
  if (!record) throw new DataSetGoneError(id);
  const lacking = await lackingColumns(em, id, schema);
  if (lacking) throw new DataSetOutdatedError(record.version, lacking);
  const [forbidden] = await read<Forbidden>(em, FORBIDDEN, [schema]);
  if (forbidden) throw new DataSetForbiddenError(record.version, schema, forbidden);
  const countries = await read<CountryCodes>(em, `SELECT id, iso2, iso3 FROM ${schema}.countries`, []);
  const countryCodes = new Map<string, CountryCodes>();
  for (const country of countries) {
    for (const form of [country.iso2, country.iso3, String(country.id)]) countryCodes.set(form, country);
  }
  return inNewEdition({ ...record, edition: '', schema, countryCodes });
}

let editions = 0;

/** The same data set, of which nothing that is kept in memory is known. */
export function inNewEdition(dataSet: DataSet): DataSet {
  editions += 1;
  return Object.freeze({ ...dataSet, edition: String(editions) });
}

const FORBIDDEN = `
  SELECT quote_ident(rolname) AS owner, quote_ident(current_user) AS "user", ${IS_FILTERED} AS "isFiltered"
    FROM pg_namespace JOIN pg_roles ON pg_roles.oid = nspowner WHERE nspname = $1 AND ${MAY_NOT_BE_READ}`;

/** What the tables of a data set lack of the columns that this program reads, as `countries.iso2`; none where there are no tables, undefined where they lack nothing. Whoever named the data set may have asked another server. */
async function lackingColumns(em: EntityManager, id: number, schema: string): Promise<string[] | undefined> {
  const [found] = await read<{ isReadable: boolean; columns: string[] }>(
    em,
    // A server may quote all names, those of types too (`quote_all_identifiers`).
    `SELECT $1::int IN (${READABLE_DATA_SETS}) AS "isReadable",
            ARRAY(SELECT concat(relname, '.', attname, ' ', translate(format_type(atttypid, NULL), '"', ''))
                    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
                   WHERE relnamespace = to_regnamespace($2) AND relname = ANY($3) AND attnum > 0 AND NOT attisdropped) AS columns`,
    [id, schema, TABLES],
  );
  if (!found?.isReadable) throw new DataSetGoneError(id);
  if (found.columns.length === 0) return [];
  const typesThere = new Map(found.columns.map((column) => column.split(/ (.*)/, 2) as [name: string, type: string]));
  const lacking = TABLES.flatMap((table) =>
    columnsOf(table).flatMap(({ name, type }) => {
      const own = typesThere.get(`${table}.${name}`);
      if (own === type) return [];
      return own === undefined ? `${table}.${name}` : `${table}.${name} as ${type} (it is ${own})`;
    }),
  );
  return lacking.length === 0 ? undefined : lacking;
}
