/**
 * Derives a country's dial code and, in the North American Numbering Plan (NANP), its area codes. The source data writes
 * `phonecode` in several ways and has no area codes; those come from libphonenumber's metadata (contract section 2, E6).
 */
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  Metadata,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { quoted } from './column-values.ts';
import { ValueFault } from './import-error.ts';

export interface DialCodes {
  /** `+` and the ITU country code, e.g. `+44`; null where the source has no phonecode. */
  readonly dial_code: string | null;
  /** The area code of a NANP territory that has just one, e.g. `246`. */
  readonly area_code: string | null;
  /** Every area code of a NANP territory, ascending; empty for the rest of the world. */
  readonly area_codes: readonly string[];
}

const NANP = '1';

/** Exchanges that are in use in every area code of the two countries which have no leading digits of their own. */
const PROBED_EXCHANGES = ['234', '345', '567'];

let areaCodesByCountry: ReadonlyMap<string, readonly string[]> | undefined;

/** Throws ValueFault for a phonecode that no dial code can be read from. */
export function dialCodes(iso2: string, phonecode: string | null): DialCodes {
  const code = phonecode === null ? null : countryCode(iso2, phonecode);
  if (code !== NANP) return { dial_code: code === null ? null : `+${code}`, area_code: null, area_codes: [] };
  areaCodesByCountry ??= collectAreaCodes();
  const codes = areaCodesByCountry.get(iso2) ?? [];
  return { dial_code: '+1', area_code: codes.length === 1 ? (codes[0] ?? null) : null, area_codes: codes };
}

/** `1`, `1-246`, `1721` → `1`; `44-1481` → `44`; `0055` → `55`. */
function countryCode(iso2: string, phonecode: string): string {
  const digits = phonecode.replace(/\D/g, '').replace(/^0+/, '');
  // No other country code begins with 1.
  if (digits.startsWith(NANP)) return NANP;
  const known = isSupportedCountry(iso2) ? getCountryCallingCode(iso2) : undefined;
  if (known !== undefined && digits.startsWith(known)) return known;
  const first = /^\D*0*([1-9]\d{0,3})(?:\D|$)/.exec(phonecode)?.[1];
  if (first === undefined) throw new ValueFault(`no dial code can be read from ${quoted(phonecode)}`);
  return first;
}

function collectAreaCodes(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const territories = nanpTerritories();
  for (let number = 200; number <= 999; number++) {
    const areaCode = String(number);
    const owner = territories.find(({ leading }) => leading.test(areaCode))?.country ?? largeCountryOf(areaCode);
    if (owner !== undefined) found.set(owner, [...(found.get(owner) ?? []), areaCode]);
  }
  return found;
}

/** The NANP members that their leading digits tell apart: all but the USA and Canada. */
function nanpTerritories(): { country: CountryCode; leading: RegExp }[] {
  const metadata = new Metadata();
  return getCountries().flatMap((country) => {
    if (getCountryCallingCode(country) !== NANP) return [];
    metadata.selectNumberingPlan(country);
    const digits = metadata.numberingPlan?.leadingDigits();
    return digits === undefined ? [] : [{ country, leading: new RegExp(`^(?:${digits})$`) }];
  });
}

/** The country whose ordinary subscribers have numbers in this area code: toll-free and service codes belong to nobody. */
function largeCountryOf(areaCode: string): string | undefined {
  for (const exchange of PROBED_EXCHANGES) {
    const number = parsePhoneNumberFromString(`+1${areaCode}${exchange}0123`);
    const type = number?.getType();
    if (type === 'FIXED_LINE' || type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE') return number?.country;
  }
  return undefined;
}
