/**
 * A statement on its way through the driver (PostgreSQL documentation, "Extended Query"): its rows leave the stream before the driver
 * makes texts of their fields, and what is known of one with a name is not asked again.
 */
import type { Writable } from 'node:stream';
import pg, { type FieldDef, types } from 'pg';
import { SYNC, wireMessage } from '../embedded/wire-messages.ts';
import type { NamedStatements } from './named-statements.ts';
import type { Column } from '../../rows/row-batch.ts';
import type { RowRoom } from './row-room.ts';
import type { RowTap } from './row-tap.ts';

/** The connection that a statement is sent on. */
export interface Wire {
  readonly tap: RowTap;
  readonly named: NamedStatements;
  readonly parserOf: (type: number) => (text: string) => unknown;
}

/** How the driver writes a parameter; it keeps this out of its types. */
const { prepareValue } = (pg as unknown as { readonly utils: { readonly prepareValue: (value: unknown) => unknown } })
  .utils;

/** What a statement was answered with. */
export interface Heard {
  readonly columns: readonly Column[];
  /** DataRow messages, one after the other. */
  readonly rows: readonly Buffer[];
}

/** What the driver takes in the place of a text. */
export class TappedQuery {
  /** The driver puts its time limit around it. */
  callback: (error: Error | null, heard?: Heard) => void;
  readonly #text: string;
  readonly #name: string | undefined;
  readonly #isBinary: boolean;
  readonly #rowRoom: RowRoom | undefined;
  readonly #values: readonly unknown[];
  readonly #wire: Wire;
  readonly #rows: Buffer[] = [];
  #room: Buffer | undefined;
  #columns: readonly Column[] | undefined;

  constructor(
    statement: {
      readonly text: string;
      readonly name: string | undefined;
      readonly isBinary: boolean;
      readonly room: RowRoom | undefined;
    },
    values: readonly unknown[],
    wire: Wire,
    told: TappedQuery['callback'],
  ) {
    this.#text = statement.text;
    this.#name = statement.name;
    this.#isBinary = statement.isBinary;
    this.#rowRoom = statement.room;
    this.#values = values;
    this.#wire = wire;
    this.callback = told;
  }

  /** The driver's call when the connection is free. All is written in one piece: each costs a call of the system. */
  submit({ stream }: { readonly stream: Pick<Writable, 'write'> }): Error | null {
    try {
      const messages = Buffer.concat(this.#messages());
      this.#room = this.#rowRoom?.take();
      this.#wire.tap.divert((rows) => this.#rows.push(rows), this.#room);
      stream.write(messages);
      return null;
    } catch (error) {
      return error as Error; // A value that cannot be written: the driver tells, and goes on.
    }
  }

  #messages(): Buffer[] {
    const name = this.#name ?? '';
    const bind = bindMessage(name, this.#values.map(prepareValue), this.#isBinary ? ALL_BINARY : ALL_TEXT);
    this.#columns = this.#name === undefined ? undefined : this.#wire.named.columnsOf(this.#name);
    if (this.#columns) return [bind, EXECUTE, SYNC];
    return [...this.#inTheWay(), wireMessage('P', name, this.#text, NO_TYPES), bind, DESCRIBE, EXECUTE, SYNC];
  }

  /** Ends the statements that are in the way of a new one. */
  #inTheWay(): Buffer[] {
    if (this.#name === undefined) return [];
    const oldest = this.#wire.named.makeRoom(this.#name);
    // Where it was parsed in vain, or by another before a pooler lent us the connection, the name is taken.
    return [this.#name, ...(oldest === undefined ? [] : [oldest])].map((name) => wireMessage('C', `S${name}`));
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => columnOfType(name, dataTypeID, this.#wire.parserOf));
  }

  handleReadyForQuery(): void {
    if (this.#name !== undefined && this.#columns) this.#wire.named.set(this.#name, this.#columns);
    if (this.#room) this.#rowRoom?.giveBack(this.#room); // From here on the connection writes nothing into it.
    this.callback(null, { columns: this.#columns ?? [], rows: this.#rows });
  }

  handleError(error: Error): void {
    if (this.#name !== undefined) this.#wire.named.fail(this.#name);
    this.callback(error);
  }

  // What else the driver tells says nothing new of a SELECT.
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(connection: { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail('a statement that is read sends no rows');
  }
  handleCopyData(): void {}
}

/** All values are texts, bytes too; `results` are the format codes of the columns. */
function bindMessage(name: string, values: readonly unknown[], results: Buffer): Buffer {
  const parts: (string | Buffer)[] = ['', name, int16(0), int16(values.length)];
  for (const value of values) {
    if (value === null) {
      parts.push(NULL);
      continue;
    }
    const bytes = Buffer.from(Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value));
    const length = Buffer.allocUnsafe(4);
    length.writeInt32BE(bytes.length);
    parts.push(length, bytes);
  }
  return wireMessage('B', ...parts, results);
}

function int16(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

/** No format code means text for all columns, and one stands for each of them (PostgreSQL documentation, "Message Formats", Bind). */
const ALL_TEXT = int16(0);
const ALL_BINARY = Buffer.concat([int16(1), int16(1)]);
const NULL = Buffer.from([0xff, 0xff, 0xff, 0xff]);
/** The server finds out the types of the parameters. */
const NO_TYPES = int16(0);
const DESCRIBE = wireMessage('D', 'P');
const EXECUTE = wireMessage('E', '', Buffer.alloc(4));

/** How a column is read off the wire, by the type (its OID) that PostgreSQL has told of it. */
function columnOfType(name: string, type: number, parserOf: (type: number) => (text: string) => unknown): Column {
  const { INT2, INT4, TEXT, VARCHAR } = types.builtins;
  const kind = type === TEXT || type === VARCHAR ? 'text' : type === INT4 || type === INT2 ? 'integer' : 'other';
  return { name, kind, parse: parserOf(type) };
}
