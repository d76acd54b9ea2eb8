/** Gathers every name of a place with what kind of name it is. */

/** Kinds of names, as bits of a mask; the bits from {@link FIRST_LANGUAGE} on are languages. */
export const NAME = 1;
export const NATIVE = 2;
export const ALTERNATE = 4;
export const CODE = 8;
export const FIRST_LANGUAGE = 4;
/** As of airports and railways, which stand among GeoNames' alternate names. */
const ABBREVIATION = /^[A-Z]{2,4}$/;
/** Languages beyond these have no bit: what is in them is an alternate name, and kept in `Kinds.rare`. */
export const MOST_LANGUAGE_BITS = 28;

/** All languages, those that the most translations are in first. */
export function languagesOf(rows: Iterable<{ readonly translations: string | null }>): string[] {
  const counts = new Map<string, number>();
  for (const { translations } of rows) {
    for (const language of Object.keys(parsed(translations))) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts]
    .sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
    .map(([language]) => language);
}

/** What the names of a row are taken from. */
interface Named {
  readonly name: string;
  readonly native: string | null;
  readonly translations: string | null;
}

export interface Kinds {
  readonly mask: number;
  /** Places in the list of languages of those without a bit. */
  readonly rare: readonly number[];
}

/** Names as they are written → their kinds. `codes` find a place and never name it; `others` are names of other sources. */
export function namesOf(
  row: Named,
  codes: readonly (string | null | undefined)[],
  languages: ReadonlyMap<string, number>,
  others: readonly string[] = [],
): Map<string, Kinds> {
  const names = new Map<string, Kinds>();
  const add = (name: string | null | undefined, mask: number, ...rare: number[]): void => {
    const text = name?.trim();
    if (!text) return;
    const known = names.get(text);
    names.set(text, known === undefined ? { mask, rare } : { mask: known.mask | mask, rare: [...known.rare, ...rare] });
  };
  add(row.name, NAME);
  add(row.native, NATIVE);
  for (const name of namesInOne(row.name)) add(name, NATIVE);
  for (const [language, name] of Object.entries(parsed(row.translations))) {
    const place = languages.get(language);
    if (place === undefined) add(name, ALTERNATE);
    else if (place < MOST_LANGUAGE_BITS) add(name, 2 ** (FIRST_LANGUAGE + place));
    else add(name, ALTERNATE, place);
  }
  for (const name of others) add(name, ABBREVIATION.test(name) ? CODE : ALTERNATE);
  for (const code of codes) add(code, CODE);
  return names;
}

/** The names, and others that are of no kind: typed whole they count, as a beginning or with a typo hardly. */
export function withOthers(names: ReadonlyMap<string, Kinds>, others: readonly string[]): ReadonlyMap<string, Kinds> {
  const added = others.filter((name) => !names.has(name));
  return new Map([...names, ...added.map((name) => [name, { mask: 0, rare: [] }] as const)]);
}

function parsed(translations: string | null): Readonly<Record<string, string>> {
  if (translations === null) return {};
  // The importer lets nothing in but objects of texts, and of nulls, which are none.
  const held = JSON.parse(translations) as Readonly<Record<string, string | null>>;
  return Object.fromEntries(
    Object.entries(held).flatMap(([language, name]) => (name === null ? [] : [[language, name]])),
  );
}

/** The names of a place that is called by two, in two languages or for two towns: "Biel/Bienne". Between blanks a slash stands before a part. */
function namesInOne(name: string): readonly string[] {
  const [one, other, more] = name.split('/', 3);
  return one && other && more === undefined && !/\s/.test(name) ? [one, other] : [];
}
