/** The rows of a table as they come: each as the bytes that it is stored as, and of each the values that the indexes are made of. */
import { Column } from './column.ts';
import { type StoredColumn, textOf, writeRow } from './data-row.ts';

/** What the indexes are made of, but for translations, which are most of a row and are read from its bytes, and for points. */
const KEPT: ReadonlySet<string> = new Set([
  'id',
  'name',
  'native',
  'population',
  'iso2',
  'iso3',
  'numericCode',
  'capital',
  'countryCode',
  'iso31662',
  'type',
  'parentId',
  'stateId',
  'timezone',
]);

const NO_DEGREES = new Float64Array(0);

export class PackedRows {
  #columns: readonly StoredColumn[] = [];
  readonly #rows: KeptRow[] = [];
  /** The rows, one behind the other. */
  #bytes = new Uint8Array(0);
  #ends = new Column();
  /** Degrees: as texts they would take more than all else that is kept. */
  #latitudes = new Column(NO_DEGREES);
  #longitudes = new Column(NO_DEGREES);
  /** Countries, types and zones are few, and a text of its own in each row. */
  readonly #same = new Map<unknown, unknown>();

  get columns(): readonly StoredColumn[] {
    return this.#columns;
  }

  /** In the order in which they came; their properties are the entities', as far as the indexes need them. */
  get rows(): readonly unknown[] {
    return this.#rows;
  }

  /** Takes rows as values in the order of `columns`, which are the same for all rows. */
  add(columns: readonly StoredColumn[], rows: readonly (readonly unknown[])[]): void {
    this.#columns = columns;
    const kept = [...columns.entries()].filter(([, { name }]) => KEPT.has(name));
    const placeOf = (wanted: string) => columns.findIndex(({ name }) => name === wanted);
    const [latitude, longitude] = [placeOf('latitude'), placeOf('longitude')];
    for (const values of rows) {
      const { bytes, end } = writeRow(this.#bytes, this.#ends.at(this.#ends.length - 1), values);
      this.#bytes = bytes;
      this.#ends.push(end);
      const row = new KeptRow(this, this.#rows.length);
      for (const [at, { name }] of kept) row[name] = this.#shared(name, values[at]);
      this.#rows.push(row);
      this.#latitudes.push(degrees(values[latitude]));
      this.#longitudes.push(degrees(values[longitude]));
    }
  }

  /** The bytes of a row. */
  bytes(row: number): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(row === 0 ? 0 : this.#ends.at(row - 1), this.#ends.at(row));
  }

  /** What a row has in a column of texts, by its property; undefined where rows have no such property. */
  text(row: number, property: string): string | null | undefined {
    const field = this.#columns.findIndex(({ name }) => name === property);
    return field < 0 ? undefined : textOf(this.#bytes, row === 0 ? 0 : this.#ends.at(row - 1), field);
  }

  latitude(row: number): number {
    return this.#latitudes.at(row);
  }

  longitude(row: number): number {
    return this.#longitudes.at(row);
  }

  /** Forgets all rows. */
  clear(): void {
    this.#rows.length = 0;
    this.#latitudes = new Column(NO_DEGREES);
    this.#longitudes = new Column(NO_DEGREES);
    this.clearBytes();
  }

  /** Forgets the bytes of the rows, and with them their translations. */
  clearBytes(): void {
    this.#bytes = new Uint8Array(0);
    this.#ends = new Column();
  }

  #shared(property: string, value: unknown): unknown {
    if (property !== 'countryCode' && property !== 'type' && property !== 'timezone') return value;
    const known = this.#same.get(value);
    if (known === undefined) this.#same.set(value, value);
    return known ?? value;
  }
}

class KeptRow {
  [property: string]: unknown;
  readonly #rows: PackedRows;
  readonly #at: number;

  constructor(rows: PackedRows, at: number) {
    this.#rows = rows;
    this.#at = at;
  }

  get latitude(): number {
    return this.#rows.latitude(this.#at);
  }

  get longitude(): number {
    return this.#rows.longitude(this.#at);
  }

  get translations(): unknown {
    return this.#rows.text(this.#at, 'translations');
  }
}

/** Of decimal degrees as the source writes them. */
function degrees(text: unknown): number {
  return typeof text === 'string' ? Number(text) : Number.NaN;
}
