/** What node:http cannot read, or did not get in time, is answered as JSON like every other error, and ends the connection. */
import type { Duplex } from 'node:stream';
import { answerOn } from './ended-side.ts';
import { ApiError, errorReply, jsonError, methodNotAllowed } from './errors.ts';
import { endInPeace, rawAnswer, sayFarewell } from './raw-answer.ts';

/** Answers by the code of the error; every other is a malformed request. */
const KNOWN: Readonly<Record<string, { readonly status: number; readonly error: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, error: 'The request line and its headers are too long: 16 KB at most.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, error: 'The extensions of a chunk are too long.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, error: 'The request did not arrive in time.' },
};

/** The beginning of a request line with a method that node:http has never heard of, which is no malformed request. */
const REQUEST_LINE = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,32} \//;

/** What a fault's bytes are when they have come: those of one request behind another are told apart from it by where it stands. */
interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

/**
 * For `clientError` of a server. What came before it on the connection is answered first (RFC 9112, section 9.3.2). A connection that an
 * answer to the same request has begun on, or that is gone, is closed without a word, behind that answer if it is written. `onRefused` is
 * told of each that is refused in words.
 */
export function answerParserError(error: ParserError, socket: Duplex, onRefused: () => void): void {
  stopReading(socket);
  // What comes behind `Connection: close` is for nobody.
  if (error.code === 'HPE_CLOSED_CONNECTION') endInPeace(socket);
  else if (error.code === 'ECONNRESET') socket.destroy();
  else afterAnswers(socket, () => refuse(error, socket, onRefused));
}

function refuse(error: ParserError, socket: Duplex, onRefused: () => void): void {
  if (!socket.writable) return; // An answer before it has ended the connection, or this was told: what cannot be read is late, too.
  const answer = answerOn(socket);
  const isAnswered = answer ? answer.headersSent : isReadOn(socket);
  // What has begun, and is not written to its end, cannot become whole.
  if (answer?.headersSent && !answer.writableEnded) socket.destroy();
  else sayFarewell(socket, isAnswered ? '' : refusalOf(error));
  if (!isAnswered) onRefused();
}

/** From now on what comes is thrown away, and the client's end of its side does not end the connection before what is to be answered. */
function stopReading(socket: Duplex): void {
  socket.removeAllListeners('data').removeAllListeners('end').resume();
}

/** Calls back when all is answered that was read. */
function afterAnswers(socket: Duplex, tell: () => void): void {
  const answer = answerOn(socket);
  if (!answer?.req.complete) tell();
  // The next one's turn has come when this is called back.
  else answer.once('close', () => afterAnswers(socket, tell));
}

/** True where what is read belongs to a request that has its answer: a body that nobody waited for. To be asked where no answer is due. */
function isReadOn(socket: object): boolean {
  const parser: { readonly incoming?: { readonly complete: boolean } | null } | null = Reflect.get(socket, 'parser');
  return parser?.incoming?.complete === false; // Kept here by node:http, until all of it has come.
}

function refusalOf(error: ParserError): string {
  if (isUnknownMethod(error)) return notAllowed();
  const known = KNOWN[error.code ?? ''];
  return rawAnswer(known ? jsonError(known.status, { error: known.error }) : errorReply(new ApiError('malformed')))();
}

function isUnknownMethod({ code, rawPacket, bytesParsed = 0 }: ParserError): boolean {
  if (code !== 'HPE_INVALID_METHOD' || rawPacket === undefined) return false;
  // A method is given up at the first letter that no known one has there, or behind all of a known one's.
  const start = rawPacket.lastIndexOf('\n', Math.max(0, bytesParsed - 1)) + 1;
  return REQUEST_LINE.test(rawPacket.toString('latin1', start, start + 40));
}

/**
 * CONNECT names a host and a port and no path, and of an unknown method nothing but the line was read, so that `Allow` cannot be that of
 * a route: it has every method that any path takes.
 */
const notAllowed = rawAnswer(errorReply(methodNotAllowed('GET, HEAD, POST, OPTIONS')));

/**
 * For `connect` of a server: node:http hands out the connection of a CONNECT, and would close it without a word. It does not look after it
 * any more: its parser may have another connection's next, and who writes hears from here that there is room again.
 */
export function answerConnect(socket: Duplex, onRefused: () => void): void {
  stopReading(socket);
  socket.on('drain', () => answerOn(socket)?.emit('drain'));
  afterAnswers(socket, () => {
    sayFarewell(socket, notAllowed());
    onRefused();
  });
}
