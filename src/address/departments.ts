/** France's postcodes begin with the number of the department, which is its code in ISO 3166-2. The address data does not say so. */
import type { PlaceIndex } from '../find/place-index.ts';
import { statesOf } from './states-of-addresses.ts';

export const WITH_DEPARTMENTS = 'FR';

/** Codes of the departments, where they are not the first two digits: Corsica's two, and Paris as ISO 3166-2 has it since 2020. */
const OTHER_CODES: Readonly<Record<string, readonly string[]>> = {
  20: ['2A', '2B'],
  75: ['75', '75C'],
};
/** A data set may have regions as well, or alone; departments overseas are countries of their own. */
const DEPARTMENT = /^\d[\dAB]C?$/;

/** Numbers of the states that a postcode, as `barePostcode` gives it, may be of, and of all that are told apart so. */
export function departmentsWith(
  { places }: PlaceIndex,
  country: number,
  postcode: string,
): { readonly states: ReadonlySet<number>; readonly told: ReadonlySet<number> } {
  const first = postcode.slice(0, 2);
  const codes = OTHER_CODES[first] ?? [first];
  const codeOf = (state: number): string => places.stateCode(state) ?? '';
  const departments = statesOf(places, country).filter((state) => DEPARTMENT.test(codeOf(state)));
  const having = departments.filter((state) => codes.includes(codeOf(state)));
  return { states: new Set(having), told: new Set(departments) };
}
