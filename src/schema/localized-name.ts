/** Names in other languages, from the JSON text that the data keeps them in. */

export interface Translation {
  readonly language: string;
  readonly name: string;
}

/** The translations of a record in the order of the data; null where there is no such text. */
export function parseTranslations(json: string | null | undefined): Translation[] | null {
  const names = parseObject(json);
  return names && Object.entries(names).flatMap(([language, name]) => (isText(name) ? [{ language, name }] : []));
}

/**
 * The name in a language: under exactly this code in any case, else under its language alone or a variety of it, else
 * the English name.
 */
export function localizedName(english: string, json: string | null | undefined, locale: string): string {
  const names = parseObject(json);
  const wanted = locale.replaceAll('_', '-').toLowerCase();
  const [language = wanted] = wanted.split('-');
  if (!names) return english;
  const entries = Object.entries(names).map(([code, name]) => [code.replaceAll('_', '-').toLowerCase(), name] as const);
  const found =
    entries.find(([code]) => code === wanted) ??
    (language === 'en' ? undefined : entries.find(([code]) => code === language)) ??
    (language === 'en' ? undefined : entries.find(([code]) => code.startsWith(`${language}-`)));
  return isText(found?.[1]) ? found[1] : english;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function parseObject(json: string | null | undefined): Readonly<Record<string, unknown>> | null {
  if (!json) return null;
  const value: unknown = JSON.parse(json);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
