/** One name as tables have it: with an article, with a word for what it is, or twice, as a name and its code. */

/** Behind a name of an index: "Netherlands, The", and as the United Nations write it. */
const ARTICLES_BEHIND = [', the', ',the', '(the)'] as const;
const ARTICLE = 'the ';
/** Between a name and its code: "US - United States". Names have what the others are made of, too: there one side is short. */
const BETWEEN = [' - ', ' – ', ' — ', '/', ',', ': '] as const;
const BETWEEN_CODE = ['-', '–', '—', '_', ':'] as const;
const BRACKETS = ['()', '[]'] as const;

/** "The Netherlands" without its article; undefined where there is none. */
export function withoutArticle(text: string): string | undefined {
  const name = text.trim();
  const lower = name.toLowerCase();
  if (lower.startsWith(ARTICLE)) return name.slice(ARTICLE.length);
  const behind = ARTICLES_BEHIND.find((each) => lower.endsWith(each));
  return behind && name.slice(0, -behind.length);
}

/** Of names of cities, as indexes have them behind: "Coruña, A", "Palmas (Las)". In lower case. */
const CITY_ARTICLES: ReadonlySet<string> = new Set(
  "a as o os el la los las les le l' il lo gli i die der das de den het es sa els the".split(' '),
);

/** "A Coruña" of "Coruña, A" and "Coruña (A)"; undefined where no article stands there. */
export function articleFirst(text: string): string | undefined {
  const name = text.trim();
  const isInBrackets = name.endsWith(')');
  const at = name.lastIndexOf(isInBrackets ? '(' : ',');
  const article = name.slice(at + 1, isInBrackets ? -1 : undefined).trim();
  const rest = name.slice(0, at).trim();
  // "Union, LA" is in Louisiana, "UNION, LA" may be either.
  const isCode = article.length > 1 && isWrittenAsCode(article) && rest !== rest.toUpperCase();
  if (at <= 0 || isCode || !CITY_ARTICLES.has(article.toLowerCase().replace('’', "'"))) return undefined;
  return /['’]$/.test(article) ? article + rest : `${article} ${rest}`;
}

/**
 * The ways to read a text as two names: what stands beside brackets and in them, and on both sides of a dash, slash, comma or colon, or of a
 * hyphen or blank behind or before a code.
 */
export function bothNames(text: string): readonly (readonly [string, string])[] {
  const name = text.trim();
  const pairs = [
    ...BRACKETS.flatMap((brackets) => bracketed(name, brackets)),
    ...BETWEEN.flatMap((mark) => parted(name, mark)),
    ...BETWEEN_CODE.flatMap((mark) => parted(name, mark)).filter((sides) => sides.some(isCode)),
    ...parted(name, ' ').filter((sides) => sides.some(isWrittenAsCode)),
  ];
  return pairs.filter((sides) => sides.every((side) => side.trim() !== ''));
}

/** "Texas (TX)", "(TX) Texas". */
function bracketed(name: string, [open = '', close = '']: string): readonly (readonly [string, string])[] {
  const [before = '', behind, ...more] = name.split(open, 3);
  const [inside = '', after, ...rest] = (behind ?? '').split(close, 3);
  const isOne = after !== undefined && more.length === 0 && rest.length === 0;
  return isOne && (before === '' || after === '') ? [[before + after, inside]] : [];
}

/** At the first such mark, and at the last. */
function parted(name: string, mark: string): readonly (readonly [string, string])[] {
  const ends = [...new Set([name.indexOf(mark), name.lastIndexOf(mark)])].filter((at) => at > 0);
  return ends.map((at) => [name.slice(0, at), name.slice(at + mark.length)]);
}

function isCode(text: string): boolean {
  return /^(?:[a-z]{2,3}|[0-9]{1,3})$/i.test(text);
}

/** "La Rioja" begins with no code. */
function isWrittenAsCode(text: string): boolean {
  return isCode(text) && text === text.toUpperCase();
}

/** Words by which people say what kind of place they mean, folded. */
export const TYPE_WORDS: ReadonlySet<string> = new Set(
  (
    'the of de du da do di la le del der des city town village municipality commune metropolitan greater capital state ' +
    'province region prefecture county district department governorate oblast territory island islands republic federal ' +
    'kingdom voivodeship canton autonomous community stadt ville ciudad provincia estado departamento provincie г гор город'
  ).split(' '),
);
