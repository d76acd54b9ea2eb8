/** Heads that end, name a host, or end the connection, in ways that two readers could understand differently. */
import { byChunks, byLength, CRLF, type Shape, told } from './smuggling-request.ts';

const ENDS = [CRLF, '\n', '\r', '\r\r\n', '\n\r', '\0\r\n', '\v\r\n'];
/** Each once: some are the same together. */
const TWO_ENDS = new Set(ENDS.flatMap((one) => ENDS.map((other) => one + other)));
/** Where in the head lines end. */
const LINES = { 'the first line': 0, 'the host': 1, 'the type': 4, 'the empty line': 6 };

function endedBy(text: string, line: number, end: string): string {
  const lines = text.split(CRLF);
  return lines.slice(0, line + 1).join(CRLF) + end + lines.slice(line + 1).join(CRLF);
}

export const ends: readonly Shape[] = [
  ...[...TWO_ENDS]
    .filter((two) => two !== CRLF + CRLF)
    .map((two): Shape => [`behind ${told(two)}`, ({ head, hidden }) => head([`X-Other: a${two}${hidden}`])]),
  ...Object.entries(LINES).flatMap(([name, line]) =>
    ENDS.filter((end) => end !== CRLF).map(
      (end): Shape => [`${name} ends with ${told(end)}`, (pair) => endedBy(byLength(pair), line, end)],
    ),
  ),
];

/** Beside a good one they are two, before it or behind. */
const SECOND_HOSTS = [
  ...['Host: other.test', 'host: other.test', 'HOST:geo.test', 'Host:', 'Host : other.test', 'Host\0: other.test'],
  ...[' Host: other.test', '\tHost: other.test'],
  ...['X: a\nHost: other.test', 'X: a\rHost: other.test', 'X: a\r\n Host: other.test'],
];
const HOSTS = [
  ...['', 'Host:', 'Host: ,', 'Host: geo.test, geo.test', 'Host: geo.test other.test', 'Host: "geo.test"'],
  ...['/x', '?x', '#x', '\\x', '\xff', '%00', ':99999', ':a', '\r\n x'].map((rest) => `Host: geo.test${rest}`),
  ...['Host: a@geo.test', 'Host: [::1', 'Host: <geo.test>', 'Host:\r\n geo.test', 'Host geo.test', 'Host; geo.test'],
  ...['Host : geo.test', 'Host\t: geo.test', 'Host\0: geo.test', ' Host: geo.test', '\tHost: geo.test'],
  ...['Hosts: geo.test', 'X-Forwarded-Host: geo.test', 'Host: geo.test\r\nHost: geo.test'],
  ...SECOND_HOSTS.flatMap((line) => [`Host: geo.test\r\n${line}`, `${line}\r\nHost: geo.test`]),
];

export const hosts: readonly Shape[] = HOSTS.map((host) => [
  `in the body, ${told(host) || 'no host'}`,
  (pair) => byLength(pair, [], { host }),
]);
/** The connection ends with the refusal: what comes behind these is for nobody. */
export const behindHosts: readonly Shape[] = HOSTS.map((host) => [
  `behind ${told(host) || 'no host'}`,
  ({ head, hidden }) => head([], { host }) + hidden,
]);

const WEBSOCKET = 'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==';
/** What stands in the head of a good body. */
const BESIDES = [
  ...['X-Other: a', 'Expect: 100-continue', 'Expect: 100-Continue ', 'Connection: close', 'Connection: keep-alive'],
  ...['Connection: Content-Length', 'Connection: Transfer-Encoding', 'Connection: close, Content-Length'],
  ...['Connection: Host', 'Connection: Upgrade\r\nUpgrade: h2c', `Connection: Upgrade\r\n${WEBSOCKET}`],
  ...['Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk', 'Sec-WebSocket-Key1: 1'],
  ...['Proxy-Connection: keep-alive', 'Keep-Alive: timeout=5', 'Content-Encoding: gzip', 'TE: trailers', 'TE: chunked'],
  ...['Trailer: Content-Length', 'Content-Type: multipart/form-data', 'X-HTTP-Method-Override: GET'],
  ...['Range: bytes=0-1', 'Content-Range: bytes 0-1/2', 'Max-Forwards: 0', 'X-Original-URL: /livez'],
  ...['X-Forwarded-Host: other.test', 'Forwarded: host=a', 'If-None-Match: *', 'Content-Length-: 0'],
];

export const bodies: readonly Shape[] = BESIDES.flatMap((line): Shape[] => [
  [`in the body, ${told(line)}`, (pair) => byLength(pair, [line])],
  [`in chunks, ${told(line)}`, (pair) => byChunks(pair, [line])],
]);

const LAST = [
  ...['close', 'CLOSE', 'close, keep-alive', 'keep-alive, close', 'Upgrade\r\nUpgrade: h2c', `Upgrade\r\n${WEBSOCKET}`],
  ...['keep-alive\r\nConnection: close', 'close\r\nConnection: keep-alive'],
];

/** The sender has the connection end with the answer, and what comes behind is for nobody. */
export const lasts: readonly Shape[] = LAST.map((value) => [
  `behind Connection: ${told(value)}`,
  ({ head, hidden }) => head([`Connection: ${value}`]) + hidden,
  200,
]);
