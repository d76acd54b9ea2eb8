/** Whether a postcode may be one of a country, and of which of its subdivisions. */
import type { AddressData } from './address-data.ts';

/** No postcode is longer, with what people write before it. */
const LONGEST_POSTCODE = 20;

const compiled = new Map<string, RegExp>();

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
  const written = text.normalize('NFKC').toUpperCase().replace('〒', '').replaceAll(/\s+/g, ' ').trim();
  const { postcodePrefix = '' } = data;
  const startsIt = (each: string): boolean => each !== '' && written.startsWith(each);
  const sign = SIGNS[iso2];
  const signs = sign === undefined ? [iso2] : [`${sign}-`, `${sign} `, sign, iso2];
  const before =
    [postcodePrefix, `${iso2}-`, `${iso2} `].find(startsIt) ??
    signs.find((each) => startsIt(each) && DIGIT.test(written.charAt(each.length)));
  const bare = before === undefined ? written : written.slice(before.length).replace(LEADING_MARK, '');
  const isMarked = PARTS.test(bare);
  // El Salvador's begin with "CP", which the data does not tell as what stands before them.
  const forms = [bare, written, `${iso2}-${bare}`, `${iso2}${bare}`, `CP ${bare}`].flatMap((form) => [
    form,
    ...(isMarked ? [' ', '-', ''].map((mark) => form.replaceAll(MARKS, mark)) : []),
  ]);
  const isFitting = (form: string): boolean => mayBePostcode(form, data);
  return forms.find(isFitting) ?? parted(bare).find(isFitting) ?? bare;
}

/** With the mark that it was written without: 1100148 is Portugal's 1100-148. */
function parted(bare: string): string[] {
  if (!UNPARTED.test(bare)) return [];
  return [...bare]
    .slice(1)
    .flatMap((_, at) => ['-', ' '].map((mark) => `${bare.slice(0, at + 1)}${mark}${bare.slice(at + 1)}`));
}

const DIGIT = /^\d$/;
const MARKS = /[ -]/g;
const LEADING_MARK = /^[ -]/;
const UNPARTED = /^[A-Z\d]{5,9}$/;
/** Marks stand between parts, of which postcodes have three at most: what has more, or one at its end, is none in another form. */
const PARTS = /^[^ -]+(?:[ -][^ -]+){0,2}$/;

/** True where the country has no postcodes too: nothing is known that speaks against it. */
export function mayBePostcode(postcode: string, { postcodePattern, subdivisions }: AddressData): boolean {
  if (postcodePattern === undefined) return true;
  if (postcode.length > LONGEST_POSTCODE) return false;
  const own = subdivisions.flatMap(({ otherPostcodes }) => otherPostcodes ?? []);
  return fits(`^(?:${postcodePattern})$`, postcode) || own.some((each) => fits(`^(?:${each})$`, postcode));
}

/** Places of the subdivisions that have postcodes which begin so; undefined where the data tells that of none. */
export function subdivisionsWith(postcode: string, { subdivisions }: AddressData): readonly number[] | undefined {
  if (subdivisions.every(({ postcodes }) => postcodes === undefined)) return undefined;
  return [...subdivisions.keys()].filter((at) => {
    const { postcodes, otherPostcodes } = subdivisions[at] ?? {};
    return [postcodes, otherPostcodes].some((each) => each !== undefined && fits(`^(?:${each})`, postcode));
  });
}

/** The patterns are part of the sources, and each was found to be linear (`npm run regexes`). */
function fits(pattern: string, postcode: string): boolean {
  const known = compiled.get(pattern) ?? new RegExp(pattern);
  compiled.set(pattern, known);
  return known.test(postcode.slice(0, LONGEST_POSTCODE));
}
