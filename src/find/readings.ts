/** What may be meant by what was typed: all of it a name, a name with a postcode, a name in kana. */
import { withoutArticle } from './cell-forms.ts';
import { contextsOf, type Splitting } from './contexts.ts';
import { abbreviated, fold } from './fold.ts';
import { romanised } from './kana.ts';
import type { Kind } from './kinds.ts';
import type { Names } from './names.ts';
import type { Places } from './places.ts';
import { spelledOut, stopsSpaced } from './shortened.ts';
import { partsBySigns } from './signs.ts';
import { findText, textsFrom } from './text-range.ts';
import { withoutPostcode } from './typed-postcode.ts';
import { type Worded, withoutWording } from './wordings.ts';

export interface Reading {
  /** As it is written. */
  readonly q: string;
  /** Folded, and that with abbreviations. */
  readonly texts: readonly string[];
  readonly splittings: readonly Splitting[];
  readonly postcode: string | undefined;
  /** The number of the country that it has to lie in. */
  readonly country: number | undefined;
  /** What it has to be; undefined for anything. */
  readonly kind: Kind | undefined;
  /** Whether names count that were typed whole only. */
  readonly isWhole: boolean;
  /** What it loses against what was typed as a whole. */
  readonly worth: number;
}

const WITHOUT_POSTCODE = -0.3;
const WITHOUT_WORDING = -0.3;
/** Names of places begin with such words, too, or are such words: "Provincia de Junín", "Canton Ohio". */
const BEHIND_KIND = -1;
/** That it is no city outweighs how much likelier one is meant: "Washington State". */
const NO_CITY = 4.5;
const IN_KANA = -0.3;
const COUNTRY: Kind = { types: ['country'], names: [] };

/** As it stands first; none for what is no text. */
export function readingsOf(places: Places, names: Names, q: string): Reading[] {
  const whole = fold(q);
  if (whole === '') return [];
  const read = (text: string, worth: number, more: Partial<Reading> = {}): Reading => {
    const splittings = contextsOf(places, names, text);
    const plain = { postcode: undefined, country: undefined, kind: undefined, isWhole: false };
    return { q: text, texts: textsOf(fold(text)), splittings, ...plain, worth, ...more };
  };
  const plain = read(q, 0);
  // "6 de Octubre" is a name.
  if (findText(names, whole) !== undefined) return [plain];
  const bare = begins(names, whole) ? undefined : withoutArticle(q);
  const spaced = partsBySigns(q)?.join(' ') ?? stopsSpaced(q);
  return [
    plain,
    ...withoutPostcode(q).map(({ rest, postcode }) => read(rest, WITHOUT_POSTCODE, { postcode })),
    ...[...new Set([q, stopsSpaced(q)])]
      .flatMap((each) => wordingsOf(places, names, each))
      // "Ville Mari" is Ville-Marie, of which somebody has typed so much, and not Mary in Turkmenistan.
      .filter(({ isApposed }) => !isApposed || !begins(names, whole))
      .map((worded) => {
        const { rest, kind, isWhole } = worded;
        const more = { kind, isWhole, ...(isLast(worded) && { splittings: [] }) };
        return read(rest, worthOf(worded), more);
      }),
    // "the USA"
    ...(bare === undefined ? [] : [read(bare, 0, { kind: COUNTRY, isWhole: true, splittings: [] })]),
    ...inKana(places, q),
    ...(spaced === q || begins(names, whole) ? [] : [read(spaced, 0)]),
    ...wholeWordsOf(names, q).map((text) => read(text, WITHOUT_WORDING)),
    ...wholeWordsBefore(places, names, q).map((text) => read(text, WITHOUT_WORDING)),
  ];
}

/** Ways to leave words out of what stands before the first comma, unless that is a name, and out of each part behind it. */
function wordingsOf(places: Places, names: Names, q: string): Worded[] {
  const [head = '', ...tail] = q.split(',');
  const behind = tail.map((part) => withoutWording(part, places.kinds).find(({ kind }) => kind)?.rest ?? part);
  const own = findText(names, fold(head)) === undefined ? withoutWording(head, places.kinds) : [];
  const found = own.map((worded) => ({ ...worded, rest: [worded.rest, ...behind].join(',') }));
  if (behind.every((part, at) => part === tail[at])) return found;
  return [...found, { rest: [head, ...behind].join(','), kind: undefined, isWhole: true, isApposed: false }];
}

/** With a first word that is short as a whole one, where just that may become a name. */
function wholeWordsOf(names: Names, q: string): string[] {
  const headOf = (text: string): string => abbreviated(fold(text.split(',', 1)[0] ?? ''));
  return begins(names, headOf(q)) ? [] : spelledOut(q).filter((text) => begins(names, headOf(text)));
}

/** The same where what says where the place lies follows without a comma: "sta fe argentina", "w. palm beach fl". */
function wholeWordsBefore(places: Places, names: Names, q: string): string[] {
  if (q.includes(',') || begins(names, fold(q))) return [];
  const isNamed = ({ head }: Splitting): boolean => findText(names, head) !== undefined;
  return spelledOut(q).filter((text) => contextsOf(places, names, text).some(isNamed));
}

/** Whether a state's or country's kind ends it, with no comma before: what stands there is one name ("… Czech Republic" is none). */
function isLast({ rest, kind, isWhole, isApposed }: Worded): boolean {
  return kind !== undefined && !kind.types.includes('city') && isWhole && !isApposed && !rest.includes(',');
}

function worthOf({ kind, isWhole, isApposed }: Worded): number {
  if (kind === undefined) return WITHOUT_WORDING;
  return isWhole && !isApposed && !kind.types.includes('city') ? NO_CITY : BEHIND_KIND;
}

/** Whether it is the beginning of a name. */
function begins(names: Names, text: string): boolean {
  const { from, to } = textsFrom(names, text);
  return from < to;
}

function inKana(places: Places, q: string): Reading[] {
  const japan = places.country('JP');
  const latin = romanised(q);
  if (japan === undefined || latin === undefined) return [];
  const plain = { splittings: [], postcode: undefined, kind: undefined, isWhole: false };
  return [{ q: latin, texts: [fold(latin)], ...plain, country: japan, worth: IN_KANA }];
}

function textsOf(folded: string): string[] {
  return [...new Set([folded, abbreviated(folded)])];
}
