/** One number for the contents of a data set: the same for the same rows, in whatever order and form they came. */
import { createHash, hash } from 'node:crypto';
import { TABLES, type TableName } from './data-set-source.ts';

const LANES = 8;

export class DataSetChecksum {
  readonly #sums: Record<TableName, Uint32Array> = {
    regions: new Uint32Array(LANES),
    subregions: new Uint32Array(LANES),
    countries: new Uint32Array(LANES),
    states: new Uint32Array(LANES),
    cities: new Uint32Array(LANES),
  };
  readonly #counts: Record<TableName, number> = { regions: 0, subregions: 0, countries: 0, states: 0, cities: 0 };

  /** Adds one row, given as canonical JSON text. */
  add(table: TableName, rowJson: string): void {
    const digest = hash('sha256', rowJson, 'buffer');
    const sums = this.#sums[table];
    // Adding up the rows' hashes makes their order not matter; a Uint32Array wraps around by itself.
    for (let lane = 0; lane < LANES; lane++) sums[lane] = (sums[lane] ?? 0) + digest.readUInt32LE(lane * 4);
    this.#counts[table]++;
  }

  /** Rows added so far. */
  counts(): Record<TableName, number> {
    return { ...this.#counts };
  }

  /** SHA-256 in hexadecimal. */
  digest(): string {
    const total = createHash('sha256');
    for (const table of TABLES) total.update(`${table} ${this.#counts[table]} ${this.#sums[table].join(' ')}\n`);
    return total.digest('hex');
  }
}
