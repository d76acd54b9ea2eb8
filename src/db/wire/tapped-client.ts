/** A connection of the pool that hands the rows of chosen statements over as they came: see {@link diverted}. */
import { EventEmitter } from 'node:events';
import { Client, type ClientConfig, type Connection, Query, type QueryArrayResult } from 'pg';
import { columnOfType, RowBatch } from './row-batch.ts';
import { RowTap } from './row-tap.ts';

/** The rows of a statement that has been answered. */
export interface Diverted {
  /** Throws when the statement was not sent through a {@link TappedClient}. */
  batch<Row extends object>(): RowBatch<Row>;
}

interface Statement {
  readonly messages: Buffer[];
  batch: RowBatch | undefined;
}

// MikroORM and Kysely hand the array of a statement's parameters down to the connection as it is: it is the statement's name.
const statements = new WeakMap<readonly unknown[], Statement>();

/** From now on a statement that is sent with this very array of parameters answers no rows but brings them here. */
export function diverted(params: readonly unknown[]): Diverted {
  const statement: Statement = { messages: [], batch: undefined };
  statements.set(params, statement);
  return {
    batch<Row extends object>() {
      if (!statement.batch) throw new Error('the statement was sent on a connection that is not tapped');
      return statement.batch as RowBatch<Row>; // Whoever wrote the statement names the columns that it selects.
    },
  };
}

type Result = Pick<QueryArrayResult, 'fields'>;

export class TappedClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    const tap = tapOf(this.connection);
    // All overloads are passed on as they are.
    const send = super.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((...args: unknown[]) => {
      const [text, params] = args;
      const statement = typeof text === 'string' && Array.isArray(params) ? statements.get(params) : undefined;
      if (!statement) return send(...args);
      return new Promise((resolve, reject) => {
        const query = new Query(text as string, params as unknown[], (error: Error | undefined, result: Result) => {
          if (error) return reject(error);
          // What is thrown in here would end the process.
          try {
            const columns = result.fields.map(({ name, dataTypeID }) =>
              columnOfType(name, dataTypeID, (type) => this.getTypeParser(type, 'text')),
            );
            statement.batch = RowBatch.of(columns, statement.messages);
            resolve(result);
          } catch (fault) {
            reject(fault);
          }
        });
        const submit = query.submit.bind(query);
        query.submit = (connection) => {
          tap.divert((messages) => statement.messages.push(messages));
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
