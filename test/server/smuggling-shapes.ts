/** Requests with one hidden in their bodies or headers, which two readers could take for two. */

/** The bytes as a function of the id that the hidden request has. */
export type Shape = readonly [what: string, bytesWith: (id: string) => string];

const CRLF = '\r\n';
/** Ways to say `chunked` that a reader may miss, or take for it. */
const CODINGS: readonly string[] = [
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
  'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: identity, chunked',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding:\x0bchunked',
  'Transfer-Encoding: chunked\x00',
  'Transfer-Encoding: "chunked"',
  'Transfer-Encoding: CHUNKED ',
  'Transfer-Encoding:\r\n chunked',
  ' Transfer-Encoding: chunked',
  'X-Other: a\nTransfer-Encoding: chunked',
  'X-Other: a\rTransfer-Encoding: chunked',
  'Transfer_Encoding: chunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: xchunked',
  'Transfer-Encoding:',
];
/** Lengths that are two, or none; `N` is the body's. */
const LENGTHS: readonly string[] = [
  'Content-Length: 0\r\nContent-Length: N',
  'Content-Length: N\r\nContent-Length: 0',
  'Content-Length: 0, N',
  'Content-Length: N, N',
  'Content-Length: +N',
  'Content-Length: -N',
  'Content-Length: 0xN',
  'Content-Length: 0 N',
  'Content-Length:\r\n N',
  'Content-Length : N',
  'Content-Length\x00: N',
  'X-Other: a\nContent-Length: N',
  'Content-Length: 18446744073709551616',
  'Content-Length: 0\r\nX-Other: a\r\n Content-Length: N',
];
/** How a chunk that has the hidden request, of `N` bytes in hexadecimal, may begin, and what may come before it. */
const CHUNKS: readonly string[] = [
  'N;a=b\r\n',
  'N;a="\r\n"\r\n',
  'N;\n',
  'N\n',
  '0xN\r\n',
  '+N\r\n',
  '-N\r\n',
  ' N\r\n',
  'N \r\n',
  '0_N\r\n',
  '1000000000000000N\r\n',
  '2;\nxx\r\nN\r\n',
  '2;\rxx\r\nN\r\n',
  '2\r\nxxN\r\n',
  `N;${'a'.repeat(5_000)}\r\n`,
];

/**
 * What proxies take for two requests, and hand on as two, in words that leave no doubt: lines that end with a bare LF (nginx, haproxy, caddy), folded
 * lines (haproxy, caddy), a length of 2^64 for 0 (haproxy), chunks rather than a length (caddy). The service refuses each of them.
 */
export const TWO_FOR_A_PROXY: readonly string[] = [
  'in a header behind a bare LF',
  'Content-Length: 0\\r\\nX-Other: a\\r\\n Content-Length: N',
  'Content-Length: 18446744073709551616',
  'by length or by Transfer-Encoding: chunked',
  'by length or by Transfer-Encoding:\\tchunked',
  'by length or by Transfer-Encoding: CHUNKED ',
  'by length or by Transfer-Encoding:\\r\\n chunked',
  'by length or by X-Other: a\\nTransfer-Encoding: chunked',
];

/** Every shape; each of its requests is one of a known key. */
export function shapes(key: string): Shape[] {
  const own = (method: string, target: string, ...headers: string[]) =>
    [`${method} ${target} HTTP/1.1`, 'Host: geo.test', `X-SVCAPI-KEY: ${key}`, ...headers, '', ''].join(CRLF);
  const hidden = (id: string) => own('GET', '/v1/countries/AD', `X-Request-Id: ${id}`);
  const withBody = (headers: readonly string[], body: string, [method, target] = TAKES_A_BODY) =>
    own(method, target, 'Content-Type: application/json', ...headers) + body;
  const told = (text: string) => JSON.stringify(text).slice(1, -1);

  const codings = CODINGS.flatMap((coding): Shape[] => [
    [
      `by length or by ${told(coding)}`,
      (id) => {
        const body = `0\r\n\r\n${hidden(id)}`;
        return withBody([`Content-Length: ${body.length}`, coding], body);
      },
    ],
    [
      `by ${told(coding)} or by length`,
      (id) => {
        const size = `${hidden(id).length.toString(16)}\r\n`;
        return withBody([`Content-Length: ${size.length}`, coding], `${size}${hidden(id)}\r\n0\r\n\r\n`);
      },
    ],
  ]);
  const lengths = LENGTHS.map(
    (length): Shape => [
      told(length),
      (id) => withBody([length.replaceAll('N', String(hidden(id).length))], hidden(id)),
    ],
  );
  const chunks = CHUNKS.map(
    (chunk): Shape => [
      `in a chunk that begins with ${told(chunk).slice(0, 30)}`,
      (id) => {
        const begin = chunk.replaceAll('N', hidden(id).length.toString(16));
        return withBody(['Transfer-Encoding: chunked'], `${begin}${hidden(id)}\r\n0\r\n\r\n`);
      },
    ],
  );
  // By a header that means nothing the rest is a second request, and no hidden one.
  const meant = codings.filter(([what]) => what !== 'by Transfer_Encoding: chunked or by length');
  return [...meant, ...lengths, ...chunks, ...others(own, hidden)];
}

const TAKES_A_BODY: readonly [method: string, target: string] = ['POST', '/graphql'];

type Own = (method: string, target: string, ...headers: string[]) => string;

/** By hosts, methods, versions and expectations. */
function others(own: Own, hidden: (id: string) => string): Shape[] {
  const JP = '/v1/countries/JP';
  const length = (id: string) => `Content-Length: ${hidden(id).length}`;
  return [
    ['in a body on GET', (id) => own('GET', JP, length(id)) + hidden(id)],
    ['in a body on HEAD', (id) => own('HEAD', JP, length(id)) + hidden(id)],
    ['in a body on OPTIONS', (id) => own('OPTIONS', JP, length(id)) + hidden(id)],
    ['in a body where none is taken', (id) => own('POST', JP, length(id)) + hidden(id)],
    ['in a body that is waited for', (id) => own('POST', '/graphql', 'Expect: 100-continue', length(id)) + hidden(id)],
    ['in a body on GET that is waited for', (id) => own('GET', JP, 'Expect: 100-continue', length(id)) + hidden(id)],
    ['in chunks on GET', (id) => `${own('GET', JP, 'Transfer-Encoding: chunked')}${chunked(hidden(id))}`],
    [
      'in chunks of HTTP/1.0',
      (id) => {
        const headers = ['Connection: keep-alive', 'Transfer-Encoding: chunked', length(id)];
        return own('POST', '/graphql', ...headers).replace('HTTP/1.1', 'HTTP/1.0') + chunked(hidden(id));
      },
    ],
    ['in a trailer', (id) => `${own('POST', '/graphql', 'Transfer-Encoding: chunked')}0\r\n${length(id)}\r\n\r\n`],
    ['after two hosts', (id) => own('GET', JP, 'Host: other.test', length(id)) + hidden(id)],
    [
      'after a host in a folded line',
      (id) => own('GET', JP, 'X-Other: a\r\n Host: other.test', length(id)) + hidden(id),
    ],
    ['after the absolute form', (id) => own('GET', `http://other.test${JP}`, length(id)) + hidden(id)],
    [
      'after a change to HTTP/2',
      (id) => own('POST', '/graphql', 'Upgrade: h2c', 'Connection: Upgrade', length(id)) + hidden(id),
    ],
    ['in a header behind a bare LF', (id) => own('GET', JP, `X-Other: a\n\n${hidden(id)}`)],
    ['in a header behind a bare CR', (id) => own('GET', JP, `X-Other: a\r\r${hidden(id)}`)],
    ['in the target', (id) => own('GET', JP + encodeURIComponent(` HTTP/1.1\r\n\r\n${hidden(id)}`))],
  ];
}

function chunked(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
}
