/** The rows of a table as they come: each as the bytes that it is stored as, and of each the values that the indexes are made of. */
import { Column, grown } from './column.ts';

/** What the indexes are made of, but for the translations, which are most of a row and are read from its bytes. */
const KEPT: ReadonlySet<string> = new Set([
  'id',
  'name',
  'native',
  'population',
  'latitude',
  'longitude',
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

export class PackedRows {
  #properties: readonly string[] = [];
  readonly #rows: KeptRow[] = [];
  /** JSON of the values of each row, one behind the other. */
  #bytes = new Uint8Array(0);
  #ends = new Column();
  /** Countries, types and zones are few, and a text of its own in each row. */
  readonly #same = new Map<unknown, unknown>();

  get properties(): readonly string[] {
    return this.#properties;
  }

  /** In the order in which they came; their properties are the entities', as far as the indexes need them. */
  get rows(): readonly unknown[] {
    return this.#rows;
  }

  /** Takes rows as values in the order of `properties`, which are the same for all rows. */
  add(properties: readonly string[], rows: readonly (readonly unknown[])[]): void {
    this.#properties = properties;
    const kept = [...properties.entries()].filter(([, property]) => KEPT.has(property));
    for (const values of rows) {
      const json = JSON.stringify(values);
      const length = Buffer.byteLength(json);
      const start = this.#ends.at(this.#ends.length - 1);
      this.#bytes = grown(this.#bytes, start + length);
      Buffer.from(this.#bytes.buffer, start, length).write(json);
      this.#ends.push(start + length);
      const row = new KeptRow(this, this.#rows.length);
      for (const [at, property] of kept) row[property] = this.#shared(property, values[at]);
      this.#rows.push(row);
    }
  }

  /** The bytes of a row's values as JSON. */
  bytes(row: number): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(row === 0 ? 0 : this.#ends.at(row - 1), this.#ends.at(row));
  }

  /** A value of a row, by its property; undefined where rows have no such property. */
  value(row: number, property: string): unknown {
    const values = JSON.parse(Buffer.from(this.bytes(row)).toString()) as unknown[]; // As `add` wrote it.
    return values[this.#properties.indexOf(property)];
  }

  /** Forgets all rows. */
  clear(): void {
    this.#rows.length = 0;
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

  get translations(): unknown {
    return this.#rows.value(this.#at, 'translations');
  }
}
