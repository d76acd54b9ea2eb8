/** What may be meant by what was typed: all of it a name, a name with a postcode, a name in kana. */
import { contextsOf, type Splitting } from './contexts.ts';
import { abbreviated, fold } from './fold.ts';
import { romanised } from './kana.ts';
import type { Names } from './names.ts';
import type { Places } from './places.ts';
import { findText } from './text-range.ts';
import { withoutPostcode } from './typed-postcode.ts';

export interface Reading {
  /** As it is written. */
  readonly q: string;
  /** Folded, and that with abbreviations. */
  readonly texts: readonly string[];
  readonly splittings: readonly Splitting[];
  readonly postcode: string | undefined;
  /** The number of the country that it has to lie in. */
  readonly country: number | undefined;
  /** What it loses against what was typed as a whole. */
  readonly worth: number;
}

const WITHOUT_POSTCODE = -0.3;
const IN_KANA = -0.3;

/** As it stands first; none for what is no text. */
export function readingsOf(places: Places, names: Names, q: string): Reading[] {
  const whole = fold(q);
  if (whole === '') return [];
  const splittings = contextsOf(places, names, q);
  const plain = { q, texts: textsOf(whole), splittings, postcode: undefined, country: undefined, worth: 0 };
  // "6 de Octubre" is a name.
  if (findText(names, whole) !== undefined) return [plain];
  const withPostcode = withoutPostcode(q).map(({ rest, postcode }) => ({
    q: rest,
    texts: textsOf(fold(rest)),
    splittings: contextsOf(places, names, rest),
    postcode,
    country: undefined,
    worth: WITHOUT_POSTCODE,
  }));
  return [plain, ...withPostcode, ...inKana(places, q)];
}

function inKana(places: Places, q: string): Reading[] {
  const japan = places.country('JP');
  const latin = romanised(q);
  if (japan === undefined || latin === undefined) return [];
  return [{ q: latin, texts: [fold(latin)], splittings: [], postcode: undefined, country: japan, worth: IN_KANA }];
}

function textsOf(folded: string): string[] {
  return [...new Set([folded, abbreviated(folded)])];
}
