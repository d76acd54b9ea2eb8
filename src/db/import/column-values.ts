/** Turns one value of a source row into what its column holds, or throws ValueFault saying why it can't. */
import { ValueFault } from './import-error.ts';

export type ColumnValue = string | number | null | readonly string[];

const LARGEST_INTEGER = 2 ** 31 - 1;
/** Nothing that anybody could see; U+2800 is a pattern of Braille without dots. */
const BLANK = /^[\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]*$/u;
const DECIMAL = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/;

/** Text of any kind; an empty text counts as none. */
export function text(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value !== 'string') throw new ValueFault(`expected text, found ${kindOf(value)}`);
  if (value.includes('\0')) throw new ValueFault('holds a NUL character');
  if (!value.isWellFormed()) throw new ValueFault('holds a lone surrogate, so it is not Unicode text');
  return value;
}

/** Text that matches a pattern, described for the operator as `rule`. */
export function patterned(pattern: RegExp, rule: string): (value: unknown) => string | null {
  return (value) => {
    const held = text(value);
    if (held !== null && !pattern.test(held)) throw new ValueFault(`${quoted(held)} is not ${rule}`);
    return held;
  };
}

/** An integer, which some tools make of a code that is all digits, becomes text again. */
export function digits(read: (value: unknown) => string | null): (value: unknown) => string | null {
  return (value) => read(Number.isSafeInteger(value) ? String(value) : value);
}

/** An ISO 3166-1 numeric code, padded to its three digits. */
export function numericCode(value: unknown): string | null {
  return digits(patterned(/^[0-9]{1,3}$/, 'one to three digits'))(value)?.padStart(3, '0') ?? null;
}

export function required<T>(read: (value: unknown) => T | null): (value: unknown) => T {
  return (value) => {
    const held = read(value);
    if (held === null) throw new ValueFault('is missing');
    if (typeof held === 'string' && BLANK.test(held)) throw new ValueFault('holds nothing but blanks');
    return held;
  };
}

/** An integer from `least` to 2^31-1, as a number or as digits in a text (the source writes both). */
export function integerFrom(least: number): (value: unknown) => number | null {
  return (value) => {
    if (value === null || value === undefined || value === '') return null;
    const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isInteger(number)) {
      throw new ValueFault(`${quoted(value)} is not an integer`);
    }
    if (number < least || number > LARGEST_INTEGER) {
      throw new ValueFault(`${quoted(value)} is not between ${least} and ${LARGEST_INTEGER}`);
    }
    return number;
  };
}

/** A number that is not negative, as a number or as decimal text. */
export function amount(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null;
  const number = typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 0) {
    throw new ValueFault(`${quoted(value)} is not a number from 0 up`);
  }
  return number;
}

/** A decimal number within ±`limit` degrees, kept as the very text of the source ('0E-8' stays so). */
export function degrees(limit: number): (value: unknown) => string | null {
  return (value) => {
    if (value === null || value === undefined || value === '') return null;
    const held = typeof value === 'number' ? String(value) : value;
    if (typeof held !== 'string' || !DECIMAL.test(held))
      throw new ValueFault(`${quoted(value)} is not a decimal number`);
    if (Math.abs(Number(held)) > limit) throw new ValueFault(`${quoted(value)} is not between -${limit} and ${limit}`);
    return held;
  };
}

/** An object of texts (`translations`) as compact JSON text; the source may hold it as a value or as JSON text. */
export function textsByKey(value: unknown): string | null {
  const held = jsonValue(value);
  if (held === null) return null;
  // PHP writes an empty object as an empty array.
  if (Array.isArray(held) && held.length === 0) return '{}';
  if (typeof held !== 'object' || Array.isArray(held))
    throw new ValueFault(`expected an object, found ${kindOf(held)}`);
  for (const [key, item] of Object.entries(held)) {
    // As in a column null is none.
    if (typeof item !== 'string' && item !== null)
      throw new ValueFault(`${quoted(key)}: expected text, found ${kindOf(item)}`);
  }
  return compactJson(held);
}

/** An array of objects (`timezones`) as compact JSON text; the source may hold it as a value or as JSON text. */
export function objectList(value: unknown): string | null {
  const held = jsonValue(value);
  if (held === null) return null;
  if (!Array.isArray(held)) throw new ValueFault(`expected an array, found ${kindOf(held)}`);
  for (const [index, item] of held.entries()) {
    if (typeof item !== 'object' || item === null || Array.isArray(item))
      throw new ValueFault(`entry ${index + 1}: expected an object, found ${kindOf(item)}`);
  }
  return compactJson(held);
}

function jsonValue(value: unknown): unknown {
  if (value === undefined || value === '') return null;
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    throw new ValueFault(`${quoted(value)} is not JSON text`);
  }
}

function compactJson(value: object): string {
  const json = JSON.stringify(value);
  // NUL and lone surrogates come out as escapes, so only then is a closer look needed.
  if (json.includes('\\u')) checkTexts(value);
  return json;
}

function checkTexts(value: unknown): void {
  if (typeof value === 'string') text(value);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      text(key);
      checkTexts(item);
    }
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** The value as an operator would search for it in the file, shortened. */
export function quoted(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value);
  return json.length > 60 ? `${json.slice(0, 57)}…` : json;
}
