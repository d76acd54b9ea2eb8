/** Frames and builds the PostgreSQL wire messages (protocol 3.0) that the embedded database's socket needs; no I/O. */

const STARTUP_HEADER_BYTES = 4;
const HEADER_BYTES = 5;
const READY_BYTES = 6;
/** Larger than any statement of the service; keeps a broken client from filling the memory. */
const MAX_MESSAGE_BYTES = 256 * 2 ** 20;

/** The codes that stand where a startup packet has its protocol version. */
export const STARTUP_CODES = { cancel: 80877102, ssl: 80877103, gssEncryption: 80877104 } as const;

/** What the last ReadyForQuery said: idle, inside a transaction, inside a failed transaction. */
export type TransactionStatus = 'I' | 'T' | 'E';

/** Cuts a client's byte stream into messages. */
export class MessageReader {
  #head = Buffer.alloc(0);
  #rest: Buffer[] = [];
  #bytes = 0;

  push(chunk: Buffer): void {
    this.#rest.push(chunk);
    this.#bytes += chunk.length;
  }

  /** The next whole message, header included, or undefined; a startup packet has no type byte. Throws on a senseless length. */
  next(startup: boolean): Buffer | undefined {
    const header = startup ? STARTUP_HEADER_BYTES : HEADER_BYTES;
    if (!this.#gather(header)) return undefined;
    const typeBytes = header - STARTUP_HEADER_BYTES;
    const length = typeBytes + this.#head.readInt32BE(typeBytes);
    if (length < header || length > MAX_MESSAGE_BYTES)
      throw new RangeError(`a message of ${length} bytes is not accepted`);
    if (!this.#gather(length)) return undefined;
    const message = this.#head.subarray(0, length);
    this.#head = this.#head.subarray(length);
    this.#bytes -= length;
    return message;
  }

  /** Joins chunks only once enough bytes are there, so a long message is copied once rather than once per chunk. */
  #gather(bytes: number): boolean {
    if (this.#bytes < bytes) return false;
    if (this.#head.length < bytes) {
      this.#head = Buffer.concat([this.#head, ...this.#rest]);
      this.#rest = [];
    }
    return true;
  }
}

/** The type letter of a framed message. */
export function messageType(message: Buffer): string {
  return String.fromCharCode(message[0] ?? 0);
}

/** Builds a message of either direction. */
export function wireMessage(type: string, ...parts: readonly (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : part)));
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(type, 'latin1');
  header.writeInt32BE(body.length + STARTUP_HEADER_BYTES, 1);
  return Buffer.concat([header, body]);
}

export const SYNC = wireMessage('S');

/** A simple query. */
export function queryMessage(sql: string): Buffer {
  return wireMessage('Q', sql);
}

/** The SQL of a simple query. */
export function queryText(message: Buffer): string {
  return cstring(message, HEADER_BYTES).text;
}

/** The error message a server sends (PostgreSQL documentation, 54.8). */
export function errorMessage(severity: 'ERROR' | 'FATAL', sqlState: string, text: string): Buffer {
  return wireMessage('E', `S${severity}`, `V${severity}`, `C${sqlState}`, `M${text}`, Buffer.alloc(1));
}

/** Says "send the rows now"; the column count is left at 0, drivers do not look at it. */
export function copyInResponse(binary: boolean): Buffer {
  return wireMessage('G', Buffer.from([binary ? 1 : 0, 0, 0]));
}

/** A startup packet for the given parameters. */
export function startupPacket(parameters: Readonly<Record<string, string>>): Buffer {
  const pairs = Object.entries(parameters).flatMap(([name, value]) => [`${name}\0`, `${value}\0`]);
  const body = Buffer.concat([Buffer.from([0, 3, 0, 0]), Buffer.from(`${pairs.join('')}\0`)]);
  const length = Buffer.alloc(STARTUP_HEADER_BYTES);
  length.writeInt32BE(body.length + STARTUP_HEADER_BYTES);
  return Buffer.concat([length, body]);
}

/** The parameters of a startup packet. */
export function startupParameters(packet: Buffer): Map<string, string> {
  const parameters = new Map<string, string>();
  let offset = 2 * STARTUP_HEADER_BYTES;
  while (offset < packet.length && packet[offset] !== 0) {
    const name = cstring(packet, offset);
    const value = cstring(packet, name.end);
    parameters.set(name.text, value.text);
    offset = value.end;
  }
  return parameters;
}

/** A server's answer to a startup packet, with the given number as the secret part of the backend's key. */
export function withBackendKey(greeting: Buffer, key: number): Buffer {
  const copy = Buffer.from(greeting);
  for (let at = 0; at + HEADER_BYTES <= copy.length; at += 1 + copy.readInt32BE(at + 1)) {
    if (copy[at] === 0x4b) copy.writeInt32BE(key, at + HEADER_BYTES + 4);
  }
  return copy;
}

/** The status in the ReadyForQuery that ends an answer, or undefined when the answer does not end with one. */
export function readyStatus(answer: Buffer): TransactionStatus | undefined {
  const start = answer.length - READY_BYTES;
  if (start < 0 || answer[start] !== 0x5a || answer.readInt32BE(start + 1) !== READY_BYTES - 1) return undefined;
  const status = String.fromCharCode(answer[start + HEADER_BYTES] ?? 0);
  return status === 'I' || status === 'T' || status === 'E' ? status : undefined;
}

/** An answer without its CopyInResponse. */
export function withoutCopyInResponse(answer: Buffer): Buffer {
  for (let at = 0; at + HEADER_BYTES <= answer.length; ) {
    const end = at + 1 + answer.readInt32BE(at + 1);
    if (answer[at] === 0x47) return Buffer.concat([answer.subarray(0, at), answer.subarray(end)]);
    at = end;
  }
  return answer;
}

/**
 * A Parse, Bind, Describe or Close message with its prepared statement renamed. The unnamed statement and every other
 * message come back as they are.
 */
export function withStatementName(message: Buffer, rename: (name: string) => string): Buffer {
  const start = statementNameOffset(message);
  if (start === undefined || message[start] === 0) return message;
  const { text, end } = cstring(message, start);
  return wireMessage(messageType(message), message.subarray(HEADER_BYTES, start), rename(text), message.subarray(end));
}

/** The prepared statement that a Parse, Bind, Describe or Close message names; undefined for the unnamed one and other messages. */
export function statementName(message: Buffer): string | undefined {
  const start = statementNameOffset(message);
  return start === undefined || message[start] === 0 ? undefined : cstring(message, start).text;
}

function statementNameOffset(message: Buffer): number | undefined {
  switch (messageType(message)) {
    case 'P':
      return HEADER_BYTES;
    case 'B':
      return cstring(message, HEADER_BYTES).end;
    case 'C':
    case 'D':
      return message[HEADER_BYTES] === 0x53 ? HEADER_BYTES + 1 : undefined;
    default:
      return undefined;
  }
}

function cstring(buffer: Buffer, start: number): { readonly text: string; readonly end: number } {
  const end = buffer.indexOf(0, start);
  if (end < 0) throw new RangeError('a text without its end was sent');
  return { text: buffer.toString('utf8', start, end), end: end + 1 };
}
