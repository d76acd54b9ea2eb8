/** Which texts may be codes of a country's states: two letters in the United States, two digits in Japan. */
import type { Places } from './places.ts';

const LONGEST = 3;
const LETTER = /[A-Za-z]/g;
const DIGIT = /[0-9]/g;

/** Remembers the forms of the countries that it was asked about. */
export class CodeForms {
  readonly #places: Places;
  readonly #known = new Map<number, ReadonlySet<string>>();

  constructor(places: Places) {
    this.#places = places;
  }

  /** Whether a state of the country has a code of this form: of another one it is none of theirs ("KPK" in Pakistan). */
  isOne(text: string, country: number): boolean {
    if (text.length > LONGEST) return false;
    const forms = this.#known.get(country) ?? this.#formsOf(country);
    this.#known.set(country, forms);
    return forms.has(formOf(text));
  }

  #formsOf(country: number): ReadonlySet<string> {
    const { firstState, firstCity, countries, stateCode } = this.#places;
    const forms = new Set<string>();
    for (let state = firstState; state < firstCity; state += 1) {
      const code = countries[state] === country ? stateCode(state) : undefined;
      if (code !== undefined) forms.add(formOf(code));
    }
    return forms;
  }
}

/** Which of the signs are digits and which letters. */
function formOf(code: string): string {
  return code.replaceAll(DIGIT, '0').replaceAll(LETTER, 'A');
}
