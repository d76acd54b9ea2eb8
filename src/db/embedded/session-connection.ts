/** One client's connection to the embedded database: collects its messages into units and queues them. */
import type { Socket } from 'node:net';
import type { SessionQueue } from './session-queue.ts';
import { SessionStatements } from './session-statements.ts';
import {
  copyInResponse,
  errorMessage,
  MessageReader,
  messageType,
  queryMessage,
  queryText,
  readyStatus,
  STARTUP_CODES,
  SYNC,
  startupParameters,
  type TransactionStatus,
  wireMessage,
  withBackendKey,
  withoutCopyInResponse,
} from './wire-messages.ts';

/** The database itself: takes whole messages, returns everything it answered. */
export type Execute = (messages: readonly Buffer[]) => Promise<Buffer>;

export interface SharedSession {
  readonly queue: SessionQueue;
  readonly execute: Execute;
  /** The database's answer to a startup packet; every connection is given a copy. */
  readonly greeting: Buffer;
  readonly database: string;
}

/**
 * What is handed to the database in one go, so that nobody's messages come between: up to a Sync or a simple query
 * ('statement'), up to a Flush ('flush', the unit goes on), a COPY with its rows ('copy'), or an answer that needs no
 * database ('answer').
 */
interface Unit {
  readonly kind: 'statement' | 'flush' | 'copy' | 'answer';
  readonly messages: readonly Buffer[];
}

const HANG_UP_MS = 500;
/** The rows of one COPY wait in memory until they are complete; whoever has more copies in several parts. */
const MAX_COPY_BYTES = 256 * 2 ** 20;
/** More waiting units than this and the socket is not read until some have run. */
const MAX_WAITING_UNITS = 100;
/**
 * Ends a COPY whose rows are not in the unit (one started by a prepared statement): without it PGlite would wait for
 * rows for ever. In every other state the database ignores it.
 */
const COPY_FAIL = wireMessage('f', 'COPY FROM STDIN works as a simple query only');
const COPY_FROM_STDIN = /^\s*copy\b.*\bfrom\s+stdin\b/is;
const BINARY_COPY = /\bbinary\b/i;

let nextNumber = 1;

export class SessionConnection {
  readonly #socket: Socket;
  readonly #session: SharedSession;
  readonly #reader = new MessageReader();
  readonly #number = nextNumber++;
  readonly #statements = new SessionStatements(this.#number);
  #started = false;
  #pending: Buffer[] = [];
  #copy: Buffer[] | undefined;
  #copyBytes = 0;
  #units: Unit[] = [];
  #submitted = false;
  #closed = false;
  #status: TransactionStatus = 'I';
  /** Messages have run since the last ReadyForQuery. */
  #unitOpen = false;

  constructor(socket: Socket, session: SharedSession) {
    this.#socket = socket;
    this.#session = session;
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('drain', () => this.#advance());
    // The close event follows and does the work; without a listener a client's reset would end the process.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#leave());
  }

  /** Tells the client why and hangs up; an open transaction is rolled back. */
  end(sqlState: string, reason: string): void {
    this.#socket.end(errorMessage('FATAL', sqlState, reason));
    // A client that does not read would keep the socket open.
    setTimeout(() => this.#socket.destroy(), HANG_UP_MS).unref();
    this.#leave();
  }

  #read(chunk: Buffer): void {
    try {
      this.#reader.push(chunk);
      for (let message = this.#nextMessage(); message !== undefined; message = this.#nextMessage()) {
        if (this.#started) this.#take(message);
        else this.#start(message);
      }
    } catch (error) {
      this.end('08P01', `The connection sent something that is not the PostgreSQL protocol: ${String(error)}`);
    }
    this.#advance();
  }

  #nextMessage(): Buffer | undefined {
    return this.#closed ? undefined : this.#reader.next(!this.#started);
  }

  #start(packet: Buffer): void {
    const code = packet.length >= 8 ? packet.readInt32BE(4) : 0;
    if (code === STARTUP_CODES.ssl || code === STARTUP_CODES.gssEncryption) {
      this.#socket.write('N');
    } else if (code === STARTUP_CODES.cancel) {
      // The database runs in this very thread: when the request is read, nothing is running that could be cancelled.
      this.#socket.end();
    } else if (code >>> 16 === 3) {
      this.#greet(startupParameters(packet));
    } else {
      this.end('08P01', 'Only version 3 of the PostgreSQL protocol is spoken here.');
    }
  }

  #greet(parameters: ReadonlyMap<string, string>): void {
    const database = parameters.get('database') ?? parameters.get('user') ?? '';
    if (database !== this.#session.database) {
      this.end('3D000', `database "${database}" does not exist`);
      return;
    }
    this.#started = true;
    this.#socket.write(withBackendKey(this.#session.greeting, this.#number));
  }

  #take(message: Buffer): void {
    const type = messageType(message);
    if (type === 'X') this.#socket.end();
    else if (this.#copy !== undefined) this.#takeCopy(this.#copy, type, message);
    else if (type === 'Q') this.#takeQuery(message);
    else if (type === 'S') this.#queueUnit('statement', message);
    else if (type === 'H') this.#queueUnit('flush', message);
    else if ('PBDEC'.includes(type)) this.#pending.push(this.#statements.renamed(message));
    // CopyData, CopyDone and CopyFail outside of a COPY are ignored, as the protocol says.
    else if (!'dcf'.includes(type)) this.end('08P01', `The message type "${type}" is not supported here.`);
  }

  #takeQuery(message: Buffer): void {
    const sql = queryText(message);
    if (!COPY_FROM_STDIN.test(sql)) {
      this.#queueUnit('statement', message);
      return;
    }
    // PGlite reads a unit as a whole, so the rows are asked for and gathered before the statement runs.
    this.#copy = [message];
    this.#copyBytes = 0;
    this.#units.push({ kind: 'answer', messages: [copyInResponse(BINARY_COPY.test(sql))] });
  }

  #takeCopy(rows: Buffer[], type: string, message: Buffer): void {
    if (!'dcf'.includes(type)) return;
    rows.push(message);
    this.#copyBytes += message.length;
    if (this.#copyBytes > MAX_COPY_BYTES) this.end('54000', 'One COPY takes 256 MB at most: send it in parts.');
    if (type === 'd') return;
    this.#copy = undefined;
    this.#units.push({ kind: 'copy', messages: rows });
  }

  #queueUnit(kind: 'statement' | 'flush', last: Buffer): void {
    this.#units.push({ kind, messages: [...this.#pending, last] });
    this.#pending = [];
  }

  #advance(): void {
    if (this.#units.length > MAX_WAITING_UNITS) this.#socket.pause();
    else if (this.#socket.isPaused()) this.#socket.resume();
    // A client that does not read its answers gets no further ones: they would pile up in memory.
    if (this.#submitted || this.#closed || this.#socket.writableNeedDrain) return;
    const unit = this.#units.shift();
    if (unit === undefined) return;
    this.#submitted = true;
    this.#session.queue.submit(this, () => this.#run(unit));
  }

  async #run(unit: Unit): Promise<boolean> {
    const answer = await this.#answer(unit);
    this.#submitted = false;
    if (!this.#closed) this.#socket.write(answer);
    this.#advance();
    return this.#status !== 'I' || this.#unitOpen;
  }

  async #answer({ kind, messages }: Unit): Promise<Buffer> {
    if (kind === 'answer') return Buffer.concat(messages);
    this.#statements.note(messages);
    const answer = await this.#session.execute([...messages, COPY_FAIL]);
    if (kind === 'flush') {
      this.#unitOpen = true;
      return answer;
    }
    return this.#finished(kind === 'copy' ? withoutCopyInResponse(answer) : answer);
  }

  /** Notes the transaction status that a unit ended with. */
  async #finished(answer: Buffer): Promise<Buffer> {
    // A COPY within the extended protocol swallows the Sync of its unit: one more ends it.
    const rest = readyStatus(answer) === undefined ? await this.#session.execute([SYNC]) : Buffer.alloc(0);
    const whole = rest.length === 0 ? answer : Buffer.concat([answer, rest]);
    const status = readyStatus(whole);
    if (status === undefined) throw new Error('the engine stopped in the middle of a statement');
    this.#status = status;
    this.#unitOpen = false;
    return whole;
  }

  #leave(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#units = [];
    this.#session.queue.replaceUnits(this, () => this.#cleanUp());
  }

  /** Leaves the session as a new connection expects it: no transaction, none of this client's prepared statements. */
  async #cleanUp(): Promise<boolean> {
    if (this.#unitOpen) {
      // A Sync alone would commit what the unit did so far; after an error it rolls back.
      const wrong = wireMessage('P', '', 'connection lost', Buffer.alloc(2));
      await this.#finished(await this.#session.execute([wrong, SYNC]));
    }
    if (this.#status !== 'I') await this.#finished(await this.#session.execute([queryMessage('ROLLBACK')]));
    const closes = this.#statements.closes();
    if (closes.length > 0) await this.#finished(await this.#session.execute([...closes, SYNC]));
    return false;
  }
}
