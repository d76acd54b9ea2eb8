/** Whether a postcode may be one of a country, and of which of its subdivisions. */
import type { AddressData } from './address-data.ts';

/** No postcode is longer, with what people write before it. */
const LONGEST_POSTCODE = 20;

/** Patterns are many, and asked of each country that a batch of rows may mean. */
const compiled = new WeakMap<AddressData, Patterns>();

interface Patterns {
  /** Whether letters may be in them at all: before digits alone nobody need look for the country's code. */
  readonly hasLetters: boolean;
  /** What its postcodes look like, any of these. */
  readonly whole: readonly RegExp[];
  /** What those of each subdivision begin with; none where the data tells nothing of it. */
  readonly starts: readonly (readonly RegExp[])[];
}

/** What stands before postcodes on letters from abroad where that is not the country's code: the sign of its cars. */
const SIGNS: Readonly<Record<string, string>> = {
  ...{ AT: 'A', BE: 'B', DE: 'D', EE: 'EST', ES: 'E', FI: 'FIN', FR: 'F', HU: 'H', IT: 'I', LI: 'FL' },
  ...{ LU: 'L', NO: 'N', PT: 'P', SE: 'S', SI: 'SLO', SM: 'RSM' },
};

/**
 * The postcode as the patterns have it: in capitals, with the country's code before it or without, and with the mark between its parts that
 * they have. Where it fits in no form, without what stands before it.
 */
export function barePostcode(text: string, iso2: string, data: AddressData): string {
  const written = writtenPostcode(text);
  const { postcodePrefix = '' } = data;
  const startsIt = (each: string): boolean => each !== '' && written.startsWith(each);
  const sign = SIGNS[iso2];
  const signs = sign === undefined ? [iso2] : [`${sign}-`, `${sign} `, sign, iso2];
  const before =
    [postcodePrefix, `${iso2}-`, `${iso2} `].find(startsIt) ??
    signs.find((each) => startsIt(each) && DIGIT.test(written.charAt(each.length)));
  const bare = before === undefined ? written : written.slice(before.length).replace(LEADING_MARK, '');
  const { hasLetters } = patternsOf(data);
  const isMarked = PARTS.test(bare);
  // El Salvador's begin with "CP", which the data does not tell as what stands before them.
  const isFitting = (form: string): boolean => mayBePostcode(form, data);
  if (isFitting(bare)) return bare;
  const whole = hasLetters ? [bare, written, `${iso2}-${bare}`, `${iso2}${bare}`, `CP ${bare}`] : [bare, written];
  const forms = whole.flatMap((form) =>
    isMarked && MARK.test(form) ? [form, ...[' ', '-', ''].map((mark) => form.replaceAll(MARKS, mark))] : [form],
  );
  return [...new Set(forms)].find(isFitting) ?? parted(bare).find(isFitting) ?? bare;
}

/** In capitals, with single blanks; of what was written so it is the same again. */
function writtenPostcode(text: string): string {
  if (WRITTEN.test(text)) return text;
  return text.normalize('NFKC').toUpperCase().replace('〒', '').replaceAll(/\s+/g, ' ').trim();
}

/** With the mark that it was written without: 1100148 is Portugal's 1100-148. */
function parted(bare: string): string[] {
  if (!UNPARTED.test(bare)) return [];
  return [...bare]
    .slice(1)
    .flatMap((_, at) => ['-', ' '].map((mark) => `${bare.slice(0, at + 1)}${mark}${bare.slice(at + 1)}`));
}

const DIGIT = /^\d$/;
const CAPITAL = /[A-Z]/;
const WRITTEN = /^[A-Z\d]+(?:[ -][A-Z\d]+)*$/;
const MARK = /[ -]/;
const MARKS = /[ -]/g;
const LEADING_MARK = /^[ -]/;
const UNPARTED = /^[A-Z\d]{5,9}$/;
/** Marks stand between parts, of which postcodes have three at most: what has more, or one at its end, is none in another form. */
const PARTS = /^[^ -]+(?:[ -][^ -]+){0,2}$/;

/** True where the country has no postcodes too: nothing is known that speaks against it. */
export function mayBePostcode(postcode: string, data: AddressData): boolean {
  if (data.postcodePattern === undefined) return true;
  return postcode.length <= LONGEST_POSTCODE && patternsOf(data).whole.some((pattern) => pattern.test(postcode));
}

/** Places of the subdivisions that have postcodes which begin so; undefined where the data tells that of none. */
export function subdivisionsWith(postcode: string, data: AddressData): readonly number[] | undefined {
  if (data.subdivisions.every(({ postcodes }) => postcodes === undefined)) return undefined;
  const text = postcode.slice(0, LONGEST_POSTCODE);
  return patternsOf(data).starts.flatMap((patterns, at) => (patterns.some((each) => each.test(text)) ? [at] : []));
}

/** The patterns are part of the sources, and each was found to be linear (`npm run regexes`). */
function patternsOf(data: AddressData): Patterns {
  const known = compiled.get(data);
  if (known !== undefined) return known;
  const { postcodePattern, subdivisions } = data;
  const own = subdivisions.flatMap(({ otherPostcodes }) => otherPostcodes ?? []);
  const given = (pattern: string | undefined): string[] => (pattern === undefined ? [] : [pattern]);
  const all = [...given(postcodePattern), ...own];
  const made = {
    hasLetters: all.some((pattern) => CAPITAL.test(pattern)),
    whole: all.map((pattern) => new RegExp(`^(?:${pattern})$`)),
    starts: subdivisions.map(({ postcodes, otherPostcodes }) =>
      [...given(postcodes), ...given(otherPostcodes)].map((pattern) => new RegExp(`^(?:${pattern})`)),
    ),
  };
  compiled.set(data, made);
  return made;
}
