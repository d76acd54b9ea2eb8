/** Small parsers of parameters; each knows its rule's exact text (contract, sections 1, 2 and 3). */
import { gate } from '../auth/plans.ts';
import { findCountryCodes } from '../schema/country-code.ts';
import { ParameterFault, type PathParameter, type QueryParameter } from './route.ts';

const MAX_INT = 2_147_483_647;

/** A country by ISO2, ISO3 or id; becomes its ISO2, so that all forms of one country are one cache entry. */
export const ciso: PathParameter<string> = {
  doc: 'ISO 3166-1 alpha-2 code, alpha-3 code, or numeric country id; codes in any case.',
  schema: { type: 'string' },
  example: 'JP',
  parse: (text, dataSet) => findCountryCodes(dataSet, text)?.iso2,
};

/** A state code within its country, in any case. */
export const stateCode: PathParameter<string> = {
  doc: 'State code without the country prefix, in any case.',
  schema: { type: 'string' },
  example: 'CA',
  // Beyond ASCII, upper case can be another text: `ß` is no way to write `SS`.
  parse: (text) => (/^[\x21-\x7e]{1,10}$/.test(text) ? text.toUpperCase() : undefined),
};

/** A positive integer id. */
export function recordId(doc: string, example: string): PathParameter<number> {
  return {
    doc,
    schema: { type: 'integer', minimum: 1 },
    example,
    parse(text) {
      const id = Number(/^0*([1-9][0-9]{0,9})$/.exec(text)?.[1]);
      return id <= MAX_INT ? id : undefined;
    },
  };
}

/** Searched text: trimmed, NFC, counted in code points. */
function searchText(text: string, name: string, least = 2): string {
  const query = text.trim().normalize('NFC');
  const length = [...query.slice(0, 400)].length;
  if (length < least)
    throw new ParameterFault(`${name}: Search query must be at least ${least} character${least === 1 ? '' : 's'}`);
  if (length > 100) throw new ParameterFault(`${name}: Search query must be at most 100 characters`);
  return query;
}

/** What somebody wrote of a place: up to 200 characters, trimmed; undefined for nothing. */
export function placeText(doc: string, example: string): QueryParameter<string | undefined> {
  return {
    doc,
    schema: { type: 'string', maxLength: 200 },
    example,
    parse(text, name) {
      const written = text?.trim() ?? '';
      if (written.length > 200) throw new ParameterFault(`${name}: must be at most 200 characters`);
      return written === '' ? undefined : written;
    },
  };
}

/** A parameter that need not be sent, or is sent empty as forms do: undefined then. */
export function optional<T>({ required: _required, ...parameter }: QueryParameter<T>): QueryParameter<T | undefined> {
  return {
    ...parameter,
    parse: (text, name) => (text === undefined || text.trim() === '' ? undefined : parameter.parse(text, name)),
  };
}

/** The `q` of fuzzy search. */
export const fuzzyQuery: QueryParameter<string> = {
  doc: 'What to search for: 2 to 100 characters, in any case and script.',
  schema: { type: 'string', minLength: 2, maxLength: 100 },
  example: 'Tokio',
  required: true,
  parse(text, name) {
    if (text === undefined) throw new ParameterFault(`${name}: is required`);
    return searchText(text, name);
  },
};

/** The `q` of suggestions: what somebody has typed so far. */
export const typedQuery: QueryParameter<string> = {
  doc: 'What was typed so far: 1 to 100 characters, in any case and script; `Paris, TX` says where it lies.',
  schema: { type: 'string', minLength: 1, maxLength: 100 },
  example: 'Tokio',
  required: true,
  parse(text, name) {
    if (text === undefined) throw new ParameterFault(`${name}: is required`);
    return searchText(text, name, 1);
  },
};

/** The `q` of lists: a literal part of the name or native name. */
export const listQuery: QueryParameter<string | undefined> = {
  doc: 'A literal, case-insensitive part of the name or native name, 2 to 100 characters (Supporter and above).',
  schema: { type: 'string', minLength: 2, maxLength: 100 },
  gate: gate('inlineSearch'),
  parse: (text, name) => (text === undefined ? undefined : searchText(text, name)),
};

/** One of a few words. */
export function oneOf<const T extends string>(doc: string, values: readonly T[], fallback: T): QueryParameter<T> {
  return {
    doc,
    schema: { type: 'string', enum: values, default: fallback },
    parse(text, name) {
      if (text === undefined) return fallback;
      const value = values.find((each) => each === text);
      if (value === undefined) throw new ParameterFault(`${name}: must be one of: ${values.join(', ')}`);
      return value;
    },
  };
}

/** A whole number within bounds. */
export function integer(doc: string, min: number, max: number, fallback: number): QueryParameter<number> {
  return {
    doc,
    schema: { type: 'integer', minimum: min, maximum: max, default: fallback },
    parse(text, name) {
      if (text === undefined) return fallback;
      const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
      if (!(value >= min && value <= max))
        throw new ParameterFault(`${name}: must be an integer from ${min} to ${max}`);
      return value;
    },
  };
}

/** A decimal number within bounds, written without an exponent. */
export function decimal(doc: string, min: number, max: number, fallback: number): QueryParameter<number> {
  return {
    doc,
    schema: { type: 'number', minimum: min, maximum: max, default: fallback },
    parse(text, name) {
      if (text === undefined) return fallback;
      const value = /^(?:[0-9]{1,9}(?:\.[0-9]{0,20})?|\.[0-9]{1,20})$/.test(text) ? Number(text) : Number.NaN;
      if (!(value >= min && value <= max)) throw new ParameterFault(`${name}: must be a number from ${min} to ${max}`);
      return value;
    },
  };
}

/** An optional ISO 3166-1 alpha-2 code in any case, upper-cased. */
export const countryFilter: QueryParameter<string | undefined> = {
  doc: 'Only results of this country: ISO 3166-1 alpha-2 code, in any case. Not with `type=country`.',
  schema: { type: 'string', pattern: '^[A-Za-z]{2}$' },
  parse(text, name) {
    if (text === undefined) return undefined;
    if (!/^[A-Za-z]{2}$/.test(text)) throw new ParameterFault(`${name}: must be an ISO 3166-1 alpha-2 code`);
    return text.toUpperCase();
  },
};

/** A required ISO 3166-2 code in any case, upper-cased (specification, E2). */
export const subdivisionCode: QueryParameter<string> = {
  doc: 'ISO 3166-2 code: two letters, hyphen, one to three letters or digits; in any case.',
  schema: { type: 'string', pattern: '^[A-Za-z]{2}-[A-Za-z0-9]{1,3}$' },
  example: 'US-CA',
  required: true,
  parse(text, name) {
    if (text === undefined || text === '') throw new ParameterFault(`${name}: is required (e.g. iso=US-CA)`);
    if (!/^[A-Za-z]{2}-[A-Za-z0-9]{1,3}$/.test(text)) {
      throw new ParameterFault(`${name}: must be an ISO 3166-2 code (e.g. US-CA)`);
    }
    return text.toUpperCase();
  },
};

/** A dial code; becomes its digits without leading zeros, so that `+91`, `91` and `0091` are one cache entry. */
export const dialCode: QueryParameter<string | undefined> = {
  doc: 'Only countries with this dial code: 1 to 4 digits, with or without `+`, leading zeros ignored.',
  schema: { type: 'string' },
  example: '44',
  parse(text) {
    if (text === undefined) return undefined;
    // An unencoded + arrives as a blank.
    const bare = text.trim().replace(/^\+/, '').trim();
    if (bare === '') {
      throw new ParameterFault('Invalid dial code. Provide a non-empty value (e.g., +1, 44).', true);
    }
    const digits = /^0*([1-9][0-9]{0,3})$/.exec(bare)?.[1];
    if (digits === undefined) {
      throw new ParameterFault('Invalid dial code format. Expected digits (e.g., 91, 1, 44).', true);
    }
    return digits;
  },
};
