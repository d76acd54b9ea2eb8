/** Splits a request target into path segments and query parameters; percent-decoding happens once, as strict UTF-8. */

export interface Target {
  /** Segments below `/`, decoded once; undefined where that cannot be done. A trailing slash adds none. */
  readonly segments: readonly (string | undefined)[];
  /** The raw query, without `?`. */
  readonly query: string;
}

/** Scheme and authority of a target that has them (RFC 9112, section 3.2.2). */
export const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)/i;

export function splitTarget(target: string): Target {
  const hash = target.indexOf('#');
  const clean = hash === -1 ? target : target.slice(0, hash);
  const mark = clean.indexOf('?');
  const path = mark === -1 ? clean : clean.slice(0, mark);
  const segments = path.split('/').slice(1);
  if (segments.length > 1 && segments.at(-1) === '') segments.pop();
  return { segments: segments.map(decodeOnce), query: mark === -1 ? '' : clean.slice(mark + 1) };
}

/** Decodes one segment or value; undefined for an ill-formed escape, bytes that are not UTF-8, or a NUL. */
export function decodeOnce(text: string): string | undefined {
  const decoded = text.includes('%') ? percentDecoded(text) : text;
  return decoded === undefined || decoded.includes('\0') || !decoded.isWellFormed() ? undefined : decoded;
}

function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const NO_PARAMETERS: ReadonlyMap<string, readonly string[]> = new Map();

/** The values of each parameter in order; `+` is a blank. Undefined when any name or value is malformed. */
export function parseQuery(query: string): ReadonlyMap<string, readonly string[]> | undefined {
  if (query === '') return NO_PARAMETERS;
  const parameters = new Map<string, string[]>();
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decodeOnce((equals === -1 ? pair : pair.slice(0, equals)).replaceAll('+', ' '));
    const value = decodeOnce(equals === -1 ? '' : pair.slice(equals + 1).replaceAll('+', ' '));
    if (name === undefined || value === undefined) return undefined;
    const values = parameters.get(name);
    if (values) values.push(value);
    else parameters.set(name, [value]);
  }
  return parameters;
}
