/**
 * What people call countries beside the names that a data set has: the English ones of CLDR ("Czechia", "UK"), which Node.js brings
 * along, and abbreviations and former names that it has for nobody ("UAE", "Burma").
 */

const STYLES = (['long', 'short'] as const).map(
  (style) => new Intl.DisplayNames('en', { type: 'region', style, fallback: 'none' }),
);

/** By ISO 3166-1 alpha-2. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE', 'Emirates'],
  CD: ['DRC', 'DR Congo', 'Zaire'],
  CG: ['Republic of the Congo'],
  CI: ['Ivory Coast'],
  CV: ['Cabo Verde'],
  CZ: ['Czech Republic'],
  GB: ['Great Britain', 'Britain'],
  KP: ['DPRK'],
  KR: ['ROK', 'Republic of Korea'],
  LK: ['Ceylon'],
  MK: ['Macedonia', 'FYROM'],
  MM: ['Burma'],
  NL: ['Holland'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
  TR: ['Turkey'],
  US: ['U.S.A.', 'USA', 'America'],
  VA: ['Vatican', 'Holy See'],
};

/** Names of a country that its record may lack; none for what is no code of a country. */
export function usualNames(iso2: string): readonly string[] {
  if (!/^[A-Z]{2}$/.test(iso2)) return [];
  return [...STYLES.flatMap((style) => style.of(iso2) ?? []), ...(OTHERS[iso2] ?? [])];
}
