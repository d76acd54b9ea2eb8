/** Words around names that are none of them: "province of Ontario", "Ontario province", "Kanton Zürich", "Paris in Texas". */
import { fold } from './fold.ts';
import { isTitle, type Kind, kindOfHyphen, kindOfSign, kindsOfWords } from './kinds.ts';

export interface Worded {
  /** What was typed, without them. */
  readonly rest: string;
  /** What was said that it is; undefined where nothing was. */
  readonly kind: Kind | undefined;
  /** Whether the rest counts as a whole name only: "Kandy District" may be a name with a typo. */
  readonly isWhole: boolean;
  /** Whether nothing but a word for a kind stood before the rest: "Kanton Zürich", but also "Canton Ohio". */
  readonly isApposed: boolean;
}

const OF = new Set('of de del di do da du des von'.split(' '));
const VIETNAMESE = /^đ/i;
const ARTICLES = new Set('the la el le il die der das'.split(' '));
const THE = 'the';
/** Fewer letters behind such a word are the beginning of a name, or a code: "Ciudad Gua", "the B". */
const LEAST_BEHIND = 4;
/** "г. Уфа" */
const LEAST_BEHIND_TITLE = 2;
const IN = 'in';
/** The words of a longer question are no single name. */
const MOST_WORDS = 12;

/** Ways to leave such words out; none where there are none, or nothing else. `kinds` are those that the data has, folded. */
export function withoutWording(q: string, kinds: ReadonlySet<string>): Worded[] {
  const words = q.trim().split(/\s+/, MOST_WORDS);
  const folded = words.map(fold);
  const found: Worded[] = [];
  const add = (kept: readonly string[], kind: Worded['kind'], isWhole: boolean, isApposed = false): void => {
    const text = kept.join(' ');
    if (fold(text) !== '') found.push({ rest: text, kind, isWhole, isApposed });
  };
  const rest = (from: number): string => folded.slice(from).join(' ');
  const start = ARTICLES.has(folded[0] ?? '') ? 1 : 0;
  const { before, behind } = kindsOfWords(folded.slice(start), kinds);
  const name = start + (before?.words ?? 0);
  // Đà Nẵng has no preposition.
  if (before !== undefined && OF.has(folded[name] ?? '') && !VIETNAMESE.test(words[name] ?? '')) {
    add(words.slice(name + (ARTICLES.has(folded[name + 1] ?? '') ? 2 : 1)), before.kind, false);
  } else if (behind !== undefined) {
    // "La Paz department", but also "the Ontario province".
    for (const from of folded[0] === THE ? [0, 1] : [0]) add(words.slice(from, -behind.words), behind.kind, true);
  } else if (before !== undefined && rest(name).length >= (isTitle(before.kind) ? LEAST_BEHIND_TITLE : LEAST_BEHIND))
    add(words.slice(name), before.kind, true, true);
  else if (folded[0] === THE && rest(1).length >= LEAST_BEHIND) add(words.slice(1), undefined, true);
  // Behind a comma it is a code: Indiana's.
  const at = folded.lastIndexOf(IN);
  if (at > 0 && at < words.length - 1 && !q.includes(','))
    add([...words.slice(0, at), ',', ...words.slice(at + 1)], undefined, true);
  const [word = ''] = words;
  const signed = words.length === 1 ? (kindOfSign(folded[0] ?? '') ?? kindOfHyphen(word)) : undefined;
  if (signed !== undefined) add([signed.rest], signed.kind, true);
  return found;
}
