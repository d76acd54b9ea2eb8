/** Words around names that are none of them: "province of Ontario", "Ontario province", "Kanton Zürich", "Paris in Texas". */
import { fold } from './fold.ts';
import type { PlaceType } from './places.ts';

export interface Worded {
  /** What was typed, without them. */
  readonly rest: string;
  /** What was said that it is; undefined where nothing was. */
  readonly types: readonly PlaceType[] | undefined;
  /** Whether the rest counts as a whole name only: "Kandy District" may be a name with a typo. */
  readonly isWhole: boolean;
  /** Whether nothing but a word for a kind stood before the rest: "Kanton Zürich", but also "Canton Ohio". */
  readonly isApposed: boolean;
}

/** Some cities are states of their own. */
const OF_KINDS: readonly (readonly [words: string, types: readonly PlaceType[]])[] = [
  ['city town village municipality commune capital stadt ville ciudad cidade citta comune', ['city', 'state']],
  [
    'state province region prefecture county district department governorate oblast territory canton voivodeship ' +
      'estado provincia provincie departamento departement bundesland kanton regione',
    ['state'],
  ],
  ['country republic kingdom', ['country']],
];
const KINDS = new Map(OF_KINDS.flatMap(([words, types]) => words.split(' ').map((word) => [word, types] as const)));
const OF = new Set('of de del di do da du des von'.split(' '));
const ARTICLES = new Set('the la el le il die der das'.split(' '));
const THE = 'the';
/** Fewer letters behind such a word are the beginning of a name, or a code: "Ciudad Gua", "the B". */
const LEAST_BEHIND = 4;
const IN = 'in';
/** The words of a longer question are no single name. */
const MOST_WORDS = 12;

/** Ways to leave such words out; none where there are none, or nothing else. */
export function withoutWording(q: string): Worded[] {
  const words = q.trim().split(/\s+/, MOST_WORDS);
  const folded = words.map(fold);
  const found: Worded[] = [];
  const add = (kept: readonly string[], types: Worded['types'], isWhole: boolean, isApposed = false): void => {
    const text = kept.join(' ');
    if (fold(text) !== '') found.push({ rest: text, types, isWhole, isApposed });
  };
  const rest = (from: number): string => folded.slice(from).join(' ');
  const start = ARTICLES.has(folded[0] ?? '') ? 1 : 0;
  const before = KINDS.get(folded[start] ?? '');
  const behind = KINDS.get(folded.at(-1) ?? '');
  if (before !== undefined && OF.has(folded[start + 1] ?? '')) {
    add(words.slice(start + (ARTICLES.has(folded[start + 2] ?? '') ? 3 : 2)), before, false);
  } else if (behind !== undefined) add(words.slice(start, -1), behind, true);
  else if (before !== undefined && rest(start + 1).length >= LEAST_BEHIND)
    add(words.slice(start + 1), before, true, true);
  else if (folded[0] === THE && rest(1).length >= LEAST_BEHIND) add(words.slice(1), undefined, true);
  // Behind a comma it is a code: Indiana's.
  const at = folded.lastIndexOf(IN);
  if (at > 0 && at < words.length - 1 && !q.includes(','))
    add([...words.slice(0, at), ',', ...words.slice(at + 1)], undefined, true);
  return found;
}
