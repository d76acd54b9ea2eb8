/** Bodies in chunks that two readers could understand differently. */
import { CHUNKED, ODD, type Shape, told } from './smuggling-request.ts';

/** Of a body's bytes, in which `{}` is the hidden request, `N` its length, and `ID` its id. */
const body = (bytes: string, status: number | null = 400): Shape => [
  told(bytes),
  ({ head, hidden, hiddenId }) =>
    head([CHUNKED]) +
    bytes
      .replaceAll('N', hidden.length.toString(16))
      .replaceAll('ID', hiddenId)
      .replace('{}', () => hidden),
  status,
];
/** Of how the chunk begins that has the hidden request. */
const begun = (begin: string, status?: null) => body(`${begin}{}\r\n0\r\n\r\n`, status);

const SIZES = [
  ...'0xN 0XN +N -N 0N N.0 .N Nh xN $N #N 0_N N_ _N (N) g ffffffff 100000000 7fffffffffffffff'.split(' '),
  ...['', "'N'", 'N N', 'N,N', 'N, N', '1000000000000000N', 'ffffffffffffffffN', 'f'.repeat(400), 'f'.repeat(16)],
  ...[`1${'0'.repeat(16)}`, `${'0'.repeat(20)}N`, `${'0'.repeat(1_000)}N`],
];
const EXTENSIONS = [
  ...[';;', '; ', ' ;', ';a', ';a=', ';=b', ';a=b', ';a=b;', ';a=b=c', ';a b', ';a=b c', ' ; a = b', '\t;\ta\t=\tb'],
  ...[';a="b"', ';a="b', ';a="b"c', ';a="\\"', ';a="\\"b"', ';a="b;c"', ';a="\t"', ';a="\n"', ';a="\r"', ';a="\r\n"'],
  ...[';"a"=b', ';a=b\nc', ';a=b\rc', ';a=b\r\n\tc'],
  ...[`;${'a'.repeat(5_000)}`, ';a'.repeat(2_000)],
];
/** What may be taken for the end of a line. */
const ENDS = ['\n', '\r', '\n\r', '\r\r', '\n\n', ''];

export const chunks: readonly Shape[] = [
  ...SIZES.map((size) => begun(`${size}\r\n`)),
  ...EXTENSIONS.map((extension) => begun(`N${extension}\r\n`)),
  // Too long to be read: a busy service comes to that before it has looked at the head, and says 413.
  begun(`N;${'a'.repeat(20_000)}\r\n`, null),
  ...ENDS.flatMap((end) => [
    begun(`N${end}`),
    begun(`N;${end}`),
    begun(`N;a=b${end}`),
    // By one reader a line ends here, and data or a size follows.
    begun(`2;${end}xx\r\nN\r\n`),
    begun(`2${end}xx\r\nN\r\n`),
    begun(`2\r\nxx${end}N\r\n`),
    body(`N\r\n{}${end}0\r\n\r\n`),
    body(`N\r\n{}\r\n0\r\n${end}`),
  ]),
  begun('2\r\nxxx\r\nN\r\n'),
  body('N\r\n{}x\r\n0\r\n\r\n'),
  body('N\r\n{}\r\n'),
];

export const oddChunks: readonly Shape[] = ODD.flatMap((odd) => [
  begun(`${odd}N\r\n`),
  begun(`N${odd}\r\n`),
  begun(`N;${odd}a=b\r\n`),
  begun(`N;a${odd}=b\r\n`),
]);

/** Chunks of nothing to a lenient reader: a strict one does not come to what is behind them. */
const LAST = [
  ...['', '+0', '-0', '0x0', '0x', '0_0', '00_', '0.0', '.0', '0h', '"0"', '\t0', '\v0', '0\0', '0\v', '0\x7f', '0,'],
  ...['0:', '0=', '0 0', 'g', '0\n', '0\r', '0;\n', '0;\r', '0;a\n', '0;a\r', '0;a="\n"', '0;\0'],
];
/** Trailers to a lenient reader, likewise. */
const TRAILERS = [
  ...['{}', '\n{}', '\r{}', '\r\r\n{}', 'X: a\n\n{}', 'X: a\r\r{}', 'X: a\n\r\n{}', 'X: a\r\n\n{}', 'X: a\r\r\n\r\n{}'],
  ...['X\r\n\r\n{}', ' X: a\r\n\r\n{}', 'X : a\r\n\r\n{}', 'X\0: a\r\n\r\n{}', 'X: \0\r\n\r\n{}', ': a\r\n\r\n{}'],
  ...['X: a\r\n b\r\n\r\n{}', '\0\r\n\r\n{}', 'Content-Length: N\n\r\n{}', 'Transfer-Encoding\r\n\r\n{}'],
];
/** Trailers to everybody; what they say must not become the request's. */
const GOOD_TRAILERS = ['Content-Length: N', 'X-Request-Id: ID', 'x-request-id:ID', 'X-Other: a\r\nX-Request-Id: ID'];

export const lastChunks: readonly Shape[] = [
  ...LAST.map((last) => body(`${last}\r\n\r\n{}`)),
  ...TRAILERS.map((trailer) => body(`0\r\n${trailer}`)),
  ...GOOD_TRAILERS.map((trailer) => body(`0\r\n${trailer}\r\n\r\n`)),
];
