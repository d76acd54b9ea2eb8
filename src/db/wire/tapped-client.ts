/** A connection of the pool for statements that are read: see {@link Statement}. */
import { EventEmitter } from 'node:events';
import { Client, type ClientConfig, type Connection } from 'pg';
import { isNameLost, keepsNames, NamedStatements, noteLostName } from './named-statements.ts';
import { RowBatch } from '../../rows/row-batch.ts';
import type { RowRoom } from './row-room.ts';
import { RowTap } from './row-tap.ts';
import { type Heard, TappedQuery, type Wire } from './tapped-query.ts';

/** A statement and how it is sent. It goes where the driver takes a text, down to the connection itself. */
export class Statement {
  readonly text: string;
  /** Under which the server is to keep it; without one it is parsed and planned each time. */
  readonly name: string | undefined;
  /** True to be answered with a {@link RowBatch} for its rows. */
  readonly asBatch: boolean;
  /** True to have fields as the server stores them, and not as texts. */
  readonly isBinary: boolean;
  /** Where its row is put together. */
  readonly room: RowRoom | undefined;
  /** Cancels the statement when it aborts. */
  readonly signal: AbortSignal | undefined;

  constructor(
    text: string,
    { name, asBatch = false, isBinary = false, room, signal }: Partial<Omit<Statement, 'text'>> = {},
  ) {
    this.text = text;
    this.name = name;
    this.asBatch = asBatch;
    this.isBinary = isBinary;
    this.room = room;
    this.signal = signal;
  }
}

export class TappedClient extends Client {
  readonly #wire: Wire;
  /** Those of the pool, which it shares with its other connections. */
  readonly #options: object;

  constructor(config?: string | ClientConfig) {
    super(config);
    this.#options = typeof config === 'object' ? config : this;
    this.#wire = {
      tap: tapOf(this.connection),
      named: new NamedStatements(),
      parserOf: (type) => this.getTypeParser(type, 'text'),
    };
    // All overloads are passed on as they are.
    const send = super.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((...args: unknown[]) => {
      const [statement, values] = args;
      return statement instanceof Statement ? this.#read(send, statement, (values ?? []) as unknown[]) : send(...args);
    }) as Client['query'];
  }

  async #read(send: (query: TappedQuery) => unknown, statement: Statement, values: readonly unknown[]) {
    const ask = (name: string | undefined) =>
      new Promise<Heard>((resolve, reject) => {
        const told: TappedQuery['callback'] = (error, heard) => (heard ? resolve(heard) : reject(error));
        send(new TappedQuery({ ...statement, name }, values, this.#wire, told));
      });
    const name = keepsNames(this.#options) ? statement.name : undefined;
    const { columns, rows } = await ask(name).catch((error: unknown) => {
      if (name === undefined || !isNameLost(error)) throw error;
      noteLostName(this.#options, error);
      return ask(undefined);
    });
    const batch = RowBatch.of(columns, rows);
    // As the driver answers whoever asks a connection.
    return { command: 'SELECT', rowCount: batch.length, rows: statement.asBatch ? batch : batch.toRows() };
  }
}

/** The driver listens to the stream, and to the one that TLS makes of it, in a method of its connection. */
interface Listening {
  attachListeners(stream: Stream): void;
}

interface Stream {
  on(event: string, listener: (chunk: Buffer) => void): unknown;
}

function tapOf(connection: Connection): RowTap {
  const received = new EventEmitter();
  const tap = new RowTap((bytes) => received.emit('data', bytes));
  const listening = connection as Connection & Listening;
  const attach = listening.attachListeners.bind(connection);
  listening.attachListeners = (stream) => {
    stream.on('data', (chunk: Buffer) => tap.receive(chunk));
    stream.on('end', () => received.emit('end'));
    attach(received);
  };
  return tap;
}
