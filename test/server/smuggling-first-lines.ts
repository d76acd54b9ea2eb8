/** First lines that two readers could understand differently. */
import { byChunks, byLength, CHUNKED, CRLF, type Pair, type Shape, told } from './smuggling-request.ts';

const VERSIONS = [
  ...'HTTP HTTP/ HTTP/1 HTTP/1. HTTP/.1 HTTP/0.9 HTTP/1.2 HTTP/1.9 HTTP/2 HTTP/2.0 HTTP/3.0 HTTP/9.9'.split(' '),
  ...'HTTP/11 HTTP/1.10 HTTP/1.01 HTTP/01.1 HTTP/1.1.1 HTTP/1,1 HTTP/-1.1 HTTP/+1.1 HTTP/0x1.1 HTTP/1.1x'.split(' '),
  ...'http/1.1 Http/1.1 HTTPS/1.1 HTP/1.1 ICE/1.1'.split(' '),
  ...['', 'HTTP 1.1', 'HTTP /1.1', 'HTTP/ 1.1', '\tHTTP/1.1', 'HTTP/1.1 ', 'HTTP/1.1\t', 'HTTP/1.1 HTTP/1.1'],
];
const OLD = { version: 'HTTP/1.0' };
const KEPT = 'Connection: keep-alive';
/** As if the body were the line with the chunk's size. */
const ofSize = ({ hidden }: Pair) => `Content-Length: ${hidden.length.toString(16).length + CRLF.length}`;

export const versions: readonly Shape[] = [
  ...VERSIONS.flatMap((version): Shape[] => {
    const status = version === 'HTTP/2.0' ? 505 : 400;
    return [
      [`in the body, ${told(version)}`, (pair) => byLength(pair, [], { version }), status],
      [`behind ${told(version)}`, ({ head, hidden }) => head([], { version }) + hidden, status],
    ];
  }),
  ['behind a line of HTTP/0.9', ({ method, target, hidden }) => `${method} ${target}${CRLF}${hidden}`],
  ['behind a head of HTTP/0.9', ({ method, target, hidden }) => `${method} ${target}${CRLF}${CRLF}${hidden}`],
  ['in the body, two spaces', (pair) => byLength(pair, [], { version: ' HTTP/1.1' })],
  ['in the body, RTSP/1.0', (pair) => byLength(pair, [], { version: 'RTSP/1.0' })],
  ['in the body, HTTP/1.0', (pair) => byLength(pair, [], OLD)],
  ['in the body, HTTP/1.0, kept', (pair) => byLength(pair, [KEPT], OLD)],
  ['in the body, HTTP/1.0, no host', (pair) => byLength(pair, [], { ...OLD, host: '' })],
  ['in chunks, HTTP/1.0', (pair) => byChunks(pair, [], OLD)],
  ['in chunks, HTTP/1.0, kept', (pair) => byChunks(pair, [KEPT], OLD)],
  ['in the body or in chunks, HTTP/1.0', (pair) => byLength(pair, [KEPT, CHUNKED], OLD)],
  ['in chunks or behind the first size, HTTP/1.0', (pair) => byChunks(pair, [KEPT, ofSize(pair)], OLD)],
];

/** Where `M` is the method. */
const METHODS = [
  ...[' M', '\tM', '\vM', '\0M', '\nM', '\rM', '\r\nM', '\r\n\r\nM', '\r\n M', '\xffM', '"M"', 'M/', 'M,M', 'M M'],
  ...['M\t', 'M\v', 'M\0', 'M ', 'M\r', 'M\n', 'M\r\n '],
];
const UNKNOWN_METHODS = ['XM', 'MX', 'M-'];
/** They may have bodies, and the connection may go on. */
const OTHER_METHODS = ['OPTIONS', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'CONNECT', 'PROPFIND', 'SOURCE'];

const byMethod = (what: string, method: (usual: string) => string, status: number | null): Shape[] => [
  [`in the body, ${what}`, (pair) => byLength(pair, [], { method: method(pair.method) }), status],
  [`in chunks, ${what}`, (pair) => byChunks(pair, [], { method: method(pair.method) }), status],
];

export const methods: readonly Shape[] = [
  ...METHODS.flatMap((form) => byMethod(told(form), (usual) => form.replaceAll('M', usual), 400)),
  ...UNKNOWN_METHODS.flatMap((form) => byMethod(form, (usual) => form.replace('M', usual), 405)),
  ...byMethod('in small letters', (usual) => usual.toLowerCase(), 405),
  ...['HEAD', 'PRI'].flatMap((name) => byMethod(`${name} in its place`, () => name, 400)),
  ...OTHER_METHODS.flatMap((name) => byMethod(`${name} in its place`, () => name, null)),
];

/** Where the first `T` is the target. */
const TARGETS = [
  ...['', '*', '?', '#', 'x', '\\', '\tT', '\vT', '\0T', 'T\t', 'T\v', 'T\0', 'T\x7f', 'T\xff', 'T\n', 'T\r', 'T\r\n'],
  ...['T x', 'T#x', 'T?x', 'T?x y', 'T;x', 'T\\x', 'T/..', 'T%0d%0a', 'T%20HTTP/1.1%0d%0aX:', '/v1/countries/US'],
  ...['http://other.test', 'http://other.testT', 'http://geo.test:99999T', 'https://geo.testT', '//other.testT'],
  ...['other.testT', '@other.testT', 'other.test:80', `T?${'a'.repeat(10_000)}`],
];

export const targets: readonly Shape[] = [
  ...TARGETS.map(
    (form): Shape => [
      `in the body, ${told(form)}`,
      (pair) => byLength(pair, [], { target: form.replace('T', pair.target) }),
    ],
  ),
  // It is a target like any other.
  ['in the target', ({ head, hidden, target }) => head([], { target: target + encodeURIComponent(hidden) }), null],
];
