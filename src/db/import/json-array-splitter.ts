/**
 * Splits a file that holds one JSON array into its elements while it is being read, so that memory stays flat however
 * long the file is. JSON.parse does the parsing; this only finds where elements begin and end.
 */
import { isUtf8 } from 'node:buffer';
import { ImportError } from './import-error.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const NEWLINE = 0x0a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** No real row comes near this; a string that is never closed would otherwise swallow the rest of the file. */
const LONGEST_ROW_BYTES = 4 * 1024 * 1024;

/** Nor this; whatever walks through a row would run out of stack. */
const DEEPEST = 100;

type Expectation = 'array' | 'value or end' | 'value' | 'rest of value' | 'comma or end' | 'nothing';

export class JsonArraySplitter {
  readonly #file: string;
  #expects: Expectation = 'array';
  #row = 0;
  #line = 1;
  /** Bytes of the file before the chunk at hand. */
  #offset = 0;
  /** Parts of an element that earlier chunks brought, and their length. */
  #parts: Buffer[] = [];
  #partBytes = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #rowOffset = 0;
  #rowLine = 1;

  constructor(file: string) {
    this.#file = file;
  }

  /** The elements that end within this chunk. Throws ImportError at the first byte that can't be part of such a file. */
  push(chunk: Buffer): unknown[] {
    const rows: unknown[] = [];
    let at = this.#offset === 0 && chunk.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
    while (at < chunk.length) {
      if (this.#expects === 'rest of value') {
        const end = this.#endOfValue(chunk, at);
        this.#keep(chunk.subarray(at, end === -1 ? chunk.length : end));
        if (end === -1) break;
        rows.push(this.#parse());
        this.#expects = 'comma or end';
        at = end;
      } else {
        at = this.#between(chunk, at);
      }
    }
    this.#offset += chunk.length;
    return rows;
  }

  /** To be called after the last chunk: throws ImportError when the array was not closed. */
  end(): void {
    if (this.#expects === 'nothing') return;
    if (this.#expects === 'array') throw this.#fault('the file is empty');
    const where = this.#expects === 'rest of value' ? `inside row ${this.#row}` : 'before the closing ]';
    throw this.#fault(`not valid JSON: the file ends ${where} (at byte ${this.#offset})`);
  }

  /** Handles one byte outside of elements; returns where to go on. */
  #between(chunk: Buffer, at: number): number {
    const byte = chunk[at] ?? 0;
    if (byte === NEWLINE) this.#line++;
    if (byte === 0x20 || byte === NEWLINE || byte === 0x0d || byte === 0x09) return at + 1;
    const expects = this.#expects;
    if (expects === 'array') {
      if (byte !== OPEN_ARRAY) throw this.#topLevelFault(byte, at);
      this.#expects = 'value or end';
    } else if (byte === CLOSE_ARRAY && (expects === 'value or end' || expects === 'comma or end')) {
      this.#expects = 'nothing';
    } else if (byte === COMMA && expects === 'comma or end') {
      this.#expects = 'value';
    } else if (expects === 'nothing' || expects === 'comma or end' || byte === COMMA || byte === CLOSE_ARRAY) {
      throw this.#fault(`not valid JSON: unexpected ${shown(byte)} at ${this.#place(this.#offset + at, this.#line)}`);
    } else {
      this.#beginRow(this.#offset + at);
      return at;
    }
    return at + 1;
  }

  #beginRow(offset: number): void {
    this.#expects = 'rest of value';
    this.#row++;
    this.#rowOffset = offset;
    this.#rowLine = this.#line;
    this.#depth = 0;
    this.#inString = false;
    this.#escaped = false;
  }

  /** Index after the element's last byte, or -1 when it goes on in the next chunk. The one hot loop of reading. */
  #endOfValue(chunk: Buffer, from: number): number {
    let depth = this.#depth;
    let inString = this.#inString;
    let end = -1;
    let at = from;
    if (this.#escaped) {
      this.#escaped = false;
      at++;
    }
    for (; at < chunk.length; at++) {
      const byte = chunk[at];
      if (inString) {
        if (byte === BACKSLASH) at++;
        else if (byte === QUOTE) inString = false;
      } else if (byte === QUOTE) {
        inString = true;
      } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        depth++;
        if (depth > DEEPEST) throw this.#rowFault(`nested deeper than ${DEEPEST} levels`);
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        depth--;
        // Below zero it is the array's own end, after an element that is a bare number or word.
        if (depth <= 0) {
          end = depth === 0 ? at + 1 : at;
          break;
        }
      } else if (byte === COMMA && depth === 0) {
        end = at;
        break;
      } else if (byte === NEWLINE) {
        this.#line++;
      }
    }
    this.#escaped = at > chunk.length;
    this.#depth = depth;
    this.#inString = inString;
    return end;
  }

  #keep(part: Buffer): void {
    this.#parts.push(part);
    this.#partBytes += part.length;
    if (this.#partBytes > LONGEST_ROW_BYTES) {
      throw this.#rowFault(`longer than ${LONGEST_ROW_BYTES} bytes, or a text in it is not closed`);
    }
  }

  #parse(): unknown {
    const first = this.#parts[0];
    const bytes = this.#parts.length === 1 && first !== undefined ? first : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#partBytes = 0;
    if (!isUtf8(bytes)) throw this.#rowFault('not valid UTF-8');
    try {
      return JSON.parse(bytes.toString());
    } catch (error) {
      throw this.#rowFault(`not valid JSON: ${error instanceof Error ? error.message : error}`);
    }
  }

  #rowFault(reason: string): ImportError {
    return new ImportError({
      file: this.#file,
      row: this.#row,
      reason: `${reason} (the row starts at ${this.#place(this.#rowOffset, this.#rowLine)})`,
    });
  }

  #topLevelFault(byte: number, at: number): ImportError {
    if (byte === OPEN_OBJECT || byte === QUOTE || /[\dtfn-]/.test(String.fromCharCode(byte))) {
      return this.#fault('the top level is not an array');
    }
    return this.#fault(`not valid JSON: unexpected ${shown(byte)} at ${this.#place(this.#offset + at, this.#line)}`);
  }

  #fault(reason: string): ImportError {
    return new ImportError({ file: this.#file, reason });
  }

  #place(offset: number, line: number): string {
    return `byte ${offset + 1}, line ${line}`;
  }
}

function shown(byte: number): string {
  return byte > 0x20 && byte < 0x7f ? `"${String.fromCharCode(byte)}"` : `byte 0x${byte.toString(16).padStart(2, '0')}`;
}
