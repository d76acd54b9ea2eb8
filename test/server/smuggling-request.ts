/** A request, and another one to hide in it: what the shapes of smuggling are made of. */

export const CRLF = '\r\n';
/** What hides asks for another country than the request that it hides in. */
const [OPEN, HIDDEN] = ['/v1/countries/JP', '/v1/countries/AD'];

/** What of a head can be otherwise; `host` is a whole line, several, or none. */
interface Start {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  readonly host: string;
}

/** What a shape is made of: each of its requests is one of a known key. */
export interface Pair {
  readonly method: string;
  readonly target: string;
  /** The head of the request that is in the open, with these lines at its end. */
  head(lines: readonly string[], start?: Partial<Start>): string;
  /** The request that hides, and the id that tells its answer from others. */
  readonly hidden: string;
  readonly hiddenId: string;
}

/**
 * The bytes, a character for each, as a function of what they are made of; and the status by which the service itself ends the connection of a
 * GET, if that is not 400, or null where it need not end.
 */
export type Shape = readonly [what: string, bytesOf: (pair: Pair) => string, status?: number | null];

/** @param id of the request in the open */
export function pairOf(method: string, key: string, id: string): Pair {
  const hiddenId = `${id}-hidden`;
  const usual = {
    method,
    target: method === 'POST' ? '/graphql' : OPEN,
    version: 'HTTP/1.1',
    host: 'Host: geo.test',
  };
  const text = ({ host, ...start }: Start, own: string, lines: readonly string[]) => {
    const first = `${start.method} ${start.target} ${start.version}`;
    const hosts = host === '' ? [] : [host];
    return [first, ...hosts, `X-SVCAPI-KEY: ${key}`, `X-Request-Id: ${own}`, ...lines, '', ''].join(CRLF);
  };
  return {
    method,
    target: usual.target,
    head: (lines, start) => text({ ...usual, ...start }, id, ['Content-Type: application/json', ...lines]),
    hidden: text({ ...usual, method: 'GET', target: HIDDEN }, hiddenId, []),
    hiddenId,
  };
}

/** The hidden request in a body of its length. */
export function byLength({ head, hidden }: Pair, lines: readonly string[] = [], start?: Partial<Start>): string {
  return head([...lines, `Content-Length: ${hidden.length}`], start) + hidden;
}

export const CHUNKED = 'Transfer-Encoding: chunked';

/** The hidden request in a chunk of its length. */
export function byChunks({ head, hidden }: Pair, lines: readonly string[] = [], start?: Partial<Start>): string {
  return head([...lines, CHUNKED], start) + chunked(hidden);
}

export function chunked(text: string): string {
  return [text.length.toString(16), text, '0', '', ''].join(CRLF);
}

/** What stands in for a space, ends a word or a line, or is passed over, for one reader and not for another. */
export const ODD: readonly string[] = [...'\t\v\f\0\x1b\x7f\xa0\xff,;"=\\\r\n'.split(''), ...['\r\n ', '\r\r\n']];

/** A field with something odd at each of its places. */
export function oddFields(name: string, value: string): string[] {
  const half = name.indexOf('-');
  const all = ODD.flatMap((odd) => [
    `${odd}${name}: ${value}`,
    `${name.slice(0, half)}${odd}${name.slice(half)}: ${value}`,
    `${name}${odd}: ${value}`,
    `${name}:${odd}${value}`,
    `${name}: ${value}${odd}`,
  ]);
  // An empty line ends the head as it should, and what comes behind it hides from nobody.
  return all.filter((line) => !line.startsWith(CRLF));
}

/** As it is written in a source, and not all of what is long. */
export function told(text: string): string {
  const whole = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/[\x7f-\xff]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16)}`);
  return whole.length > 100 ? `${whole.slice(0, 40)}… (${text.length} bytes)` : whole;
}
