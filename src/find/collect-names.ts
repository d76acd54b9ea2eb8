/** Gathers every name of a place with what kind of name it is. */
import type { GeonamesPlace } from './geonames.ts';

/** Kinds of names, as bits of a mask; the bits from {@link FIRST_LANGUAGE} on are languages. */
export const NAME = 1;
export const NATIVE = 2;
export const ALTERNATE = 4;
export const CODE = 8;
export const FIRST_LANGUAGE = 4;
/** Codes of airports and railways stand among GeoNames' alternate names. */
const AIRPORT = /^[A-Z]{2,4}$/;
const MOST_LANGUAGES = 28;

/** Languages in the order of their bits: those that the most translations are in. */
export function languagesOf(rows: Iterable<{ readonly translations: string | null }>): string[] {
  const counts = new Map<string, number>();
  for (const { translations } of rows) {
    for (const language of Object.keys(parsed(translations))) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts]
    .sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
    .slice(0, MOST_LANGUAGES)
    .map(([language]) => language);
}

/** What the names of a row are taken from. */
interface Named {
  readonly name: string;
  readonly native: string | null;
  readonly translations: string | null;
}

/** Names as they are written → mask. `codes` find a place and never name it. */
export function namesOf(
  row: Named,
  codes: readonly (string | null | undefined)[],
  languages: ReadonlyMap<string, number>,
  geonames?: GeonamesPlace,
): Map<string, number> {
  const names = new Map<string, number>();
  const add = (name: string | null | undefined, mask: number): void => {
    const text = name?.trim();
    if (text) names.set(text, (names.get(text) ?? 0) | mask);
  };
  add(row.name, NAME);
  add(row.native, NATIVE);
  for (const [language, name] of Object.entries(parsed(row.translations))) {
    const bit = languages.get(language);
    add(name, bit === undefined ? ALTERNATE : 2 ** (FIRST_LANGUAGE + bit));
  }
  if (geonames !== undefined)
    for (const name of [geonames.name, ...geonames.alternateNames]) add(name, AIRPORT.test(name) ? CODE : ALTERNATE);
  for (const code of codes) add(code, CODE);
  return names;
}

function parsed(translations: string | null): Readonly<Record<string, string>> {
  // The importer lets nothing in but objects of texts.
  return translations === null ? {} : (JSON.parse(translations) as Record<string, string>);
}
