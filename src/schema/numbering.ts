/** Whose a telephone number is: the longest dial code, then what tells apart the countries that share it; pure. */
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max';
import type { DialCodeRow } from '../db/dial-code.queries.ts';

/** Country codes of the ITU have at most three digits; sources write up to four. */
const LONGEST_DIAL_CODE = 4;
const NANP = '1';

export interface Numbering {
  /** The dial code of a country by ISO2. */
  byCountry(iso2: string): DialCodeRow | undefined;
  /** The country of a number given as digits, country code first; undefined when none has such a dial code. */
  ownerOf(digits: string): DialCodeRow | undefined;
  /**
   * True where a number may be one of a country: of those that share its dial code, as far as nothing tells them apart.
   * Undefined when no country has such a dial code.
   */
  mayBeOf(iso2: string, digits: string): boolean | undefined;
}

/** Which dial codes the world's numbers have, from the dial codes of a data set. */
export function numberingOf(rows: readonly DialCodeRow[]): Numbering {
  const byDialCode = Map.groupBy(rows, ({ dialCode }) => dialCode.slice(1));
  const byIso2 = new Map(rows.map((row) => [row.iso2, row]));
  function sharingOf(digits: string): Sharing | undefined {
    for (let length = LONGEST_DIAL_CODE; length > 0; length--) {
      const code = digits.slice(0, length);
      const rows = byDialCode.get(code);
      if (rows) return { code, rows };
    }
    return undefined;
  }
  return {
    byCountry: (iso2) => byIso2.get(iso2),
    ownerOf(digits) {
      const sharing = sharingOf(digits);
      return sharing && chooseOwner(sharing.rows, sharing.code, digits);
    },
    mayBeOf(iso2, digits) {
      const sharing = sharingOf(digits);
      return sharing && mayBe(sharing, iso2, digits);
    },
  };
}

/** A dial code and the countries that have it. */
interface Sharing {
  readonly code: string;
  readonly rows: readonly DialCodeRow[];
}

function mayBe({ code, rows }: Sharing, iso2: string, digits: string): boolean {
  const isAmongIts = code !== NANP && isSupportedCountry(iso2) && countriesOf(code).includes(iso2);
  // The Vatican's numbers are a range of Italy's: its own dial code, which data sets have, is in no use.
  if (!rows.some((row) => row.iso2 === iso2)) return isAmongIts && isNumberOf(iso2, digits);
  if (rows.length === 1) return true;
  if (code === NANP) {
    const owner = byAreaCode(rows, code, digits);
    return owner === undefined || owner.iso2 === iso2;
  }
  if (!isSupportedCountry(iso2)) return true;
  const number = parsePhoneNumberFromString(`+${digits}`);
  return !number?.isValid() || isNumberOf(iso2, digits);
}

function isNumberOf(iso2: CountryCode, digits: string): boolean {
  const number = parsePhoneNumberFromString(`+${digits}`);
  if (number === undefined) return false;
  // Ranges overlap (mobile numbers of Åland are Finland's too), and only the first country's is named.
  number.country = iso2;
  return number.isValid();
}

function byAreaCode(sharing: readonly DialCodeRow[], code: string, digits: string): DialCodeRow | undefined {
  const areaCode = digits.slice(code.length, code.length + 3);
  return sharing.find(({ areaCodes }) => areaCodes.includes(areaCode));
}

/** Of several countries: the North American one with the area code, else the one whose ranges fit, else the main one. */
function chooseOwner(sharing: readonly DialCodeRow[], code: string, digits: string): DialCodeRow | undefined {
  if (sharing.length === 1) return sharing[0];
  const known =
    code === NANP
      ? byAreaCode(sharing, code, digits)
      : byIso2(sharing, parsePhoneNumberFromString(`+${digits}`)?.country);
  return known ?? byIso2(sharing, mainCountryOf(code)) ?? sharing[0];
}

function byIso2(rows: readonly DialCodeRow[], iso2: string | undefined): DialCodeRow | undefined {
  return rows.find((row) => row.iso2 === iso2);
}

/** The country that a shared code is called by, `GB` for 44 and `US` for 1: the metadata lists it first. */
function mainCountryOf(code: string): string | undefined {
  return countriesOf(code)[0];
}

function countriesOf(code: string): readonly string[] {
  const countries: Readonly<Record<string, readonly string[]>> = metadata.country_calling_codes;
  return countries[code] ?? [];
}
