/** One name as tables have it: with an article, with a word for what it is, or twice, as a name and its code. */

/** Behind a name of an index: "Netherlands, The", and as the United Nations write it. */
const ARTICLES_BEHIND = [', the', ',the', '(the)'] as const;
const ARTICLE = 'the ';
/** Between a name and its code: "US - United States". */
const BETWEEN = [' - ', ' – ', ' — ', ' / '] as const;
/** What stands there without blanks. */
const HYPHENS = ['-', '–', '—'] as const;

/** "The Netherlands" without its article; undefined where there is none. */
export function withoutArticle(text: string): string | undefined {
  const name = text.trim();
  const lower = name.toLowerCase();
  if (lower.startsWith(ARTICLE)) return name.slice(ARTICLE.length);
  const behind = ARTICLES_BEHIND.find((each) => lower.endsWith(each));
  return behind && name.slice(0, -behind.length);
}

/**
 * What stands before and in brackets at the end, or on both sides of a dash or slash, or of a hyphen behind or before a code; undefined where
 * the text is no two of that kind.
 */
export function bothNames(text: string): readonly [string, string] | undefined {
  const name = text.trim();
  const [before = '', inside, ...more] = name.endsWith(')') ? name.slice(0, -1).split('(', 3) : [];
  if (before.trim() !== '' && inside !== undefined && more.length === 0) return [before, inside];
  for (const mark of BETWEEN) {
    const [one = '', other, ...others] = name.split(mark, 3);
    if (other !== undefined && others.length === 0) return [one, other];
  }
  return codeAndName(name);
}

/** A code and a name with nothing but a hyphen between them: "TX-Texas", "52-Toscana". Names have hyphens too, so one side is short. */
function codeAndName(text: string): readonly [string, string] | undefined {
  for (const hyphen of HYPHENS) {
    for (const at of [text.indexOf(hyphen), text.lastIndexOf(hyphen)]) {
      const sides = [text.slice(0, at), text.slice(at + 1)] as const;
      if (at > 0 && sides.some(isCode)) return sides;
    }
  }
  return undefined;
}

function isCode(text: string): boolean {
  return /^(?:[a-z]{2,3}|[0-9]{1,3})$/i.test(text);
}

/** Words by which people say what kind of place they mean, folded. */
export const TYPE_WORDS: ReadonlySet<string> = new Set(
  (
    'the of de du da do di la le del der des city town village municipality commune metropolitan greater capital state ' +
    'province region prefecture county district department governorate oblast territory island islands republic federal ' +
    'kingdom voivodeship canton autonomous community stadt ville ciudad provincia estado departamento provincie г гор город'
  ).split(' '),
);
