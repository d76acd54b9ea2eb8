/** International dial codes; the importer settled each country's `dial_code` and NANP area codes. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { read } from './read.ts';

export interface DialCodeRow {
  readonly dialCode: string;
  /** Null unless the territory has exactly one fixed area code. */
  readonly areaCode: string | null;
  /** Every area code of a North American territory; empty for the rest of the world. */
  readonly areaCodes: readonly string[];
  readonly iso2: string;
  readonly iso3: string;
}

const COLUMNS = 'dial_code AS "dialCode", area_code AS "areaCode", area_codes AS "areaCodes", iso2, iso3';

/**
 * Dial codes ordered by ISO2: all of them, or those of one code given as digits without leading zeros. Four digits
 * beginning with 1 are the dial code +1 and an area code (contract, section 2, E6).
 */
export function listDialCodes(
  em: EntityManager,
  schema: string,
  digits: string | undefined,
  signal?: AbortSignal,
): Promise<DialCodeRow[]> {
  if (digits === undefined) {
    const all = `SELECT ${COLUMNS} FROM ${schema}.countries WHERE dial_code IS NOT NULL ORDER BY iso2 COLLATE "C"`;
    return read(em, all, [], signal);
  }
  return read(
    em,
    `SELECT ${COLUMNS} FROM ${schema}.countries
      WHERE dial_code = $1 OR (dial_code = '+1' AND $2 = ANY(area_codes)) ORDER BY iso2 COLLATE "C"`,
    [`+${digits}`, /^1\d{3}$/.test(digits) ? digits.slice(1) : ''],
    signal,
  );
}
