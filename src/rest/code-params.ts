/** Parsers of the parameters that hold codes or a telephone number (contract, section 4). */
import { CODE_FORMS } from '../schema/country-code.ts';
import { ParameterFault, type QueryParameter } from './route.ts';

/** A form of a country's ISO 3166-1 code. */
export type CodeForm = keyof typeof CODE_FORMS;

const DOCS = {
  iso2: 'ISO 3166-1 alpha-2 code',
  iso3: 'ISO 3166-1 alpha-3 code',
  numeric: 'ISO 3166-1 numeric code, leading zeros or not',
} as const satisfies Record<CodeForm, string>;
const FORM_NAMES = ['iso2', 'iso3', 'numeric'] as const satisfies readonly CodeForm[];

/** A code of one form: upper case, numeric ones padded to three digits, so that `4` and `004` are one cache entry. */
export function countryCodeOf(form: CodeForm): QueryParameter<string | undefined> {
  const { pattern, rule } = CODE_FORMS[form];
  return {
    doc: `${DOCS[form]}. Give exactly one of ${FORM_NAMES.join(', ')}.`,
    schema: { type: 'string', pattern: pattern.source },
    ...(form === 'iso2' ? { example: 'AF' } : {}),
    parse(text, name) {
      if (text === undefined) return undefined;
      if (!pattern.test(text)) throw new ParameterFault(`${name}: must be ${rule}`);
      return form === 'numeric' ? text.padStart(3, '0') : text.toUpperCase();
    },
  };
}

/** The required name of a form. */
export function codeForm(doc: string, example: CodeForm): QueryParameter<CodeForm> {
  return {
    doc,
    schema: { type: 'string', enum: FORM_NAMES },
    example,
    required: true,
    parse(text, name) {
      const form = FORM_NAMES.find((each) => each === text);
      if (!form) throw new ParameterFault(`${name}: must be one of: ${FORM_NAMES.join(', ')}`);
      return form;
    },
  };
}

/** A required code whose form another parameter names: kept as it was sent, for the answer repeats it. */
export const codeValue: QueryParameter<string> = {
  doc: 'The code to convert, in the form that `from` names; letters in any case.',
  schema: { type: 'string', pattern: '^(?:[A-Za-z]{2,3}|[0-9]{1,3})$' },
  example: 'AF',
  required: true,
  parse: (text) => text ?? '',
};

export function hasForm(value: string, form: CodeForm): boolean {
  return CODE_FORMS[form].pattern.test(value);
}

/** An optional ISO 4217 code in any case, upper-cased. */
export const currencyCode: QueryParameter<string | undefined> = {
  doc: 'Only countries with this currency: ISO 4217 code, in any case.',
  schema: { type: 'string', pattern: '^[A-Za-z]{3}$' },
  example: 'EUR',
  parse(text) {
    if (text === undefined) return undefined;
    if (!/^[A-Za-z]{3}$/.test(text)) {
      throw new ParameterFault('Invalid currency code. Must be a 3-letter ISO 4217 code (e.g., USD, EUR).', true);
    }
    return text.toUpperCase();
  },
};

/** A required telephone number; becomes `+` and digits. Blanks, hyphens, dots and parentheses between digits are dropped. */
export const phoneNumber: QueryParameter<string> = {
  doc: 'Number in E.164 format: `+` (also unencoded) and 5 to 15 digits; blanks, `-`, `.`, `(` and `)` are ignored.',
  schema: { type: 'string' },
  example: '+14155552671',
  required: true,
  parse(text, name) {
    if (text === undefined || text === '') {
      throw new ParameterFault(`Missing required query parameter: ${name}`, true);
    }
    // An unencoded + arrives as a blank.
    const number = text.replace(/^ +\+?/, '+');
    if (!number.startsWith('+')) {
      throw new ParameterFault('Phone number must be in E.164 format starting with + (e.g., +14155552671).', true);
    }
    const digits = number.slice(1).replace(/[ .()-]/g, '');
    if (!/^[0-9]{5,15}$/.test(digits)) {
      throw new ParameterFault('Invalid phone number. Must contain 5-15 digits after the +.', true);
    }
    return `+${digits}`;
  },
};
