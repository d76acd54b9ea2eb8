/** Parsers of parameters that places are found by: points, lists of types and countries, languages. */
import { degrees, numberWithin } from '../schema/degrees.ts';
import { ParameterFault, type QueryParameter } from './route.ts';

const TYPES = ['city', 'state', 'country'] as const;
/** More codes than there are countries say nothing. */
const LONGEST_LIST = 1000;

export interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** A coordinate in degrees, from `-most` to `most`. */
export function coordinate(doc: string, most: number, example: string): QueryParameter<number> {
  return {
    doc,
    schema: { type: 'number', minimum: -most, maximum: most },
    example,
    required: true,
    parse(text, name) {
      if (text === undefined) throw new ParameterFault(`${name}: is required`);
      const value = degrees(text, most);
      if (value === undefined) throw new ParameterFault(`${name}: must be a number from ${-most} to ${most}`);
      return value;
    },
  };
}

/** A distance of a point in kilometres, from 0 to `most`, written as coordinates may be. */
export function kilometres(doc: string, most: number, fallback: number): QueryParameter<number> {
  return {
    doc,
    schema: { type: 'number', minimum: 0, maximum: most, default: fallback },
    parse(text, name) {
      const value = text === undefined ? fallback : numberWithin(text, 0, most);
      if (value === undefined) throw new ParameterFault(`${name}: must be a number from 0 to ${most}`);
      return value;
    },
  };
}

/** An optional point, `lat,lng`. */
export const nearPoint: QueryParameter<Point | undefined> = {
  doc: 'A point, `lat,lng` in degrees: places near it gain.',
  schema: { type: 'string' },
  example: '48.1,11.6',
  parse(text, name) {
    if (text === undefined) return undefined;
    const [first = '', second = '', ...rest] = text.split(',', 3);
    const [lat, lng] = [degrees(first, 90), degrees(second, 180)];
    if (lat === undefined || lng === undefined || rest.length > 0) {
      throw new ParameterFault(`${name}: must be lat,lng: from -90 to 90 and from -180 to 180 (e.g. 48.1,11.6)`);
    }
    return { lat, lng };
  },
};

/** Some of the types of places; undefined for all. */
export const placeTypes: QueryParameter<readonly string[] | undefined> = {
  doc: 'Only places of these types, comma-separated: city, state, country.',
  schema: { type: 'string' },
  example: 'city,state',
  parse(text, name) {
    if (text === undefined) return undefined;
    const asked = listed(text);
    if (asked.length === 0 || !asked.every((type) => TYPES.some((each) => each === type))) {
      throw new ParameterFault(`${name}: must be any of: ${TYPES.join(', ')}`);
    }
    return TYPES.filter((type) => asked.includes(type));
  },
};

/** Some countries, upper-cased, each once; undefined for all. */
export const countryList: QueryParameter<readonly string[] | undefined> = {
  doc: 'Only places of these countries: ISO 3166-1 alpha-2 codes in any case, comma-separated.',
  schema: { type: 'string' },
  example: 'JP',
  parse(text, name) {
    if (text === undefined) return undefined;
    const codes = text.length > LONGEST_LIST ? [] : listed(text);
    if (codes.length === 0 || !codes.every((code) => /^[A-Za-z]{2}$/.test(code))) {
      throw new ParameterFault(`${name}: must be a list of ISO 3166-1 alpha-2 codes (e.g. DE,AT,CH)`);
    }
    return [...new Set(codes.map((code) => code.toUpperCase()))].sort();
  },
};

/** A language, as names have one. */
export const language: QueryParameter<string | undefined> = {
  doc: 'Language of names and labels, BCP 47; English where the data has none in it.',
  schema: { type: 'string' },
  example: 'de',
  parse(text, name) {
    if (text === undefined) return undefined;
    if (!/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}$/.test(text)) {
      throw new ParameterFault(`${name}: must be a BCP 47 language tag (e.g. de, pt-BR)`);
    }
    return text.replaceAll('_', '-').toLowerCase();
  },
};

function listed(text: string): string[] {
  return text.split(',').map((each) => each.trim());
}
