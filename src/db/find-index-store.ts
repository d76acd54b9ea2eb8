/** Stores the indexes of a data set while they are built. The bytes are another room's business. */
import type { ImportConnection } from './import/import-connection.ts';

/** Stands in the column `made_for` until all parts are stored: nobody reads indexes that are made for this. */
const UNFINISHED = 'unfinished';

// Says in which circumstances an index is good: with the version of its format, and with what the database takes for letters and their
// lower case, which depends on its locale and on PostgreSQL's release. Where any of it is another, the index is built anew.
export const MADE_FOR = `(
  SELECT concat_ws(' ', $1::int, datctype, to_jsonb(own)->>'datlocprovider', to_jsonb(own)->>'datcollversion',
                   current_setting('server_version_num')::int / 10000)
    FROM pg_database AS own WHERE datname = current_database())`;

/** Keeps what is built, piece by piece, each before the next one is made. */
export interface BuiltStore {
  /** Bytes of the indexes that follow those before; the first ones follow `BuiltIndex.head`. They are there until it resolves. */
  addPart(bytes: Uint8Array): Promise<void>;
  /** What GeoNames knows of some cities: JSON of an array of `{ cityId, geonamesId, population, names }`, in UTF-8. It is there until it resolves, too. */
  addGeonames(json: Uint8Array): Promise<void>;
}

/**
 * Stores each part in a statement of its own, and not all in one transaction: while one is open, the embedded database answers nobody
 * else. So that nobody reads half of the indexes, parts are marked as unfinished until all are there; the head, which says what there is,
 * comes last.
 */
export class IndexStore implements BuiltStore {
  readonly #connection: ImportConnection;
  readonly #schema: string;
  readonly #beat: () => Promise<void>;
  #parts = 0;

  constructor(connection: ImportConnection, schema: string, beat: () => Promise<void>) {
    this.#connection = connection;
    this.#schema = schema;
    this.#beat = beat;
  }

  /** Drops what a build left behind that failed or was interrupted. */
  async dropUnfinished(): Promise<void> {
    await this.#connection.rows(`DELETE FROM ${this.#schema}.find_index WHERE made_for = $1`, [UNFINISHED]);
  }

  async addPart(bytes: Uint8Array): Promise<void> {
    this.#parts += 1;
    await this.#insert(this.#parts, bytes);
  }

  async addGeonames(json: Uint8Array): Promise<void> {
    await this.#connection.rows(
      `INSERT INTO ${this.#schema}.geonames (city_id, geonames_id, population, names)
       SELECT "cityId", "geonamesId", population, ARRAY(SELECT json_array_elements_text(names))
         FROM json_to_recordset($1) AS given ("cityId" int, "geonamesId" int, population int, names json)
       ON CONFLICT (city_id) DO UPDATE
         SET geonames_id = excluded.geonames_id, population = excluded.population, names = excluded.names`,
      [asParameter(json)],
    );
    await this.#beat();
  }

  /** From now on the indexes are those of the data set. */
  async finish(head: Uint8Array, format: number): Promise<void> {
    await this.#insert(0, head);
    const table = `${this.#schema}.find_index`;
    await this.#connection.transaction('lasting', async () => {
      await this.#connection.rows(`DELETE FROM ${table} WHERE made_for = ${MADE_FOR}`, [format]);
      await this.#connection.rows(`UPDATE ${table} SET made_for = ${MADE_FOR} WHERE made_for = $2`, [
        format,
        UNFINISHED,
      ]);
    });
  }

  async #insert(part: number, bytes: Uint8Array): Promise<void> {
    const sql = `INSERT INTO ${this.#schema}.find_index VALUES ($1, $2, $3)`;
    await this.#connection.rows(sql, [UNFINISHED, part, asParameter(bytes)]);
    await this.#beat();
  }
}

/** The driver sends bytes as they are if they are a Buffer. */
function asParameter(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
