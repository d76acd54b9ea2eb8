/** Tells a postcode from the name that it was typed with: "Springfield IL 62704", "1012 AB Amsterdam". */
import { fold } from './fold.ts';

/** From 0 to 1: how well a postcode fits a place, by its number. */
export type PostcodeFit = (postcode: string, place: number) => number;

export interface WithPostcode {
  /** What was typed, without the postcode. */
  readonly rest: string;
  readonly postcode: string;
}

const SEPARATORS = /([\s,;]+)/;
const PART = /^〒?[\p{L}\p{N}-]{1,10}$/u;
const DIGIT = /\p{Nd}/gu;
const LETTERS = /^[A-Za-z]{2}$/;
/** Fewer digits may be a number in a name, unless they are the unfinished end of what was typed. */
const LEAST_DIGITS = 3;
const LONGEST = 10;
/** As British postcodes begin, and Canadian ones: SW1A, M1, K1A; or the whole of one without its blank. */
const DISTRICT = /^[A-Z]{1,2}[0-9][A-Z0-9]?(?:[0-9][A-Z]{2})?$/i;

/** Every way to take the first postcode out; none where there is none, or nothing else. Few digits at the end may be an unfinished one. */
export function withoutPostcode(q: string, mayBeUnfinished = true): WithPostcode[] {
  // Words stand at even places, what separates them at odd ones.
  const parts = q.normalize('NFKC').trim().split(SEPARATORS);
  const { from, to } = postcodeIn(parts, mayBeUnfinished) ?? {};
  if (from === undefined || to === undefined) return [];
  // Two letters may be the end of a postcode, or a state.
  const ends = LETTERS.test(parts[to + 1] ?? '') ? [to, to + 2] : [to];
  return ends
    .map((end) => ({
      rest: [...parts.slice(0, from), ...parts.slice(end)].join(''),
      postcode: written(parts, from, end),
    }))
    .filter(({ rest }) => fold(rest) !== '');
}

/** The first run of parts with digits that is no number in a name. */
function postcodeIn(parts: readonly string[], mayBeUnfinished: boolean): { from: number; to: number } | undefined {
  for (let from = 0; from < parts.length; from += 2) {
    if (!isPart(parts[from] ?? '')) continue;
    let to = from + 1;
    // "Hauptstr. 5, 10115 Berlin"
    while (isBlank(parts[to]) && isPart(parts[to + 1] ?? '') && written(parts, from, to + 2).length <= LONGEST) to += 2;
    const digits = written(parts, from, to).match(DIGIT)?.length ?? 0;
    const isUnfinished = mayBeUnfinished && to >= parts.length;
    if (digits >= LEAST_DIGITS || isUnfinished || DISTRICT.test(parts[from] ?? '')) return { from, to };
    from = to - 1;
  }
  return undefined;
}

function isBlank(separator = ''): boolean {
  return separator.trim() === '';
}

function isPart(text: string): boolean {
  return PART.test(text) && text.search(DIGIT) !== -1;
}

function written(parts: readonly string[], from: number, to: number): string {
  return parts
    .slice(from, to)
    .join('')
    .replaceAll(/[\s,;]+/g, ' ');
}
