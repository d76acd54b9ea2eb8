/** A connection of the pool that answers the rows of chosen statements as they came: see {@link Statement}. */
import { EventEmitter } from 'node:events';
import { Client, type ClientConfig, type Connection, Query, type QueryArrayResult } from 'pg';
import { columnOfType, RowBatch } from './row-batch.ts';
import { RowTap } from './row-tap.ts';

/** A statement and how it is sent. It goes where the driver takes a text, down to the connection itself. */
export class Statement {
  readonly text: string;
  /** True to be answered with a {@link RowBatch} for its rows. */
  readonly asBatch: boolean;
  /** Cancels the statement when it aborts. */
  readonly signal: AbortSignal | undefined;

  constructor(text: string, { asBatch, signal }: Pick<Statement, 'asBatch' | 'signal'>) {
    this.text = text;
    this.asBatch = asBatch;
    this.signal = signal;
  }
}

type Result = Pick<QueryArrayResult, 'command' | 'rowCount' | 'fields'>;

export class TappedClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    const tap = tapOf(this.connection);
    // All overloads are passed on as they are.
    const send = super.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((...args: unknown[]) => {
      const [statement, params] = args;
      if (!(statement instanceof Statement)) return send(...args);
      if (!statement.asBatch) return send(statement.text, params);
      return new Promise((resolve, reject) => {
        const messages: Buffer[] = [];
        const query = new Query(statement.text, params as unknown[], (error: Error | undefined, result: Result) => {
          if (error) return reject(error);
          // What is thrown in here would end the process.
          try {
            const columns = result.fields.map(({ name, dataTypeID }) =>
              columnOfType(name, dataTypeID, (type) => this.getTypeParser(type, 'text')),
            );
            const { command, rowCount } = result;
            resolve({ command, rowCount, rows: RowBatch.of(columns, messages) });
          } catch (fault) {
            reject(fault);
          }
        });
        const submit = query.submit.bind(query);
        query.submit = (connection) => {
          tap.divert((rows) => messages.push(rows));
          return submit(connection);
        };
        send(query);
      });
    }) as Client['query'];
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
