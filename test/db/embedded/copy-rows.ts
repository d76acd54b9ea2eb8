/** COPY FROM STDIN with the plain driver, which has no method for it. */
import type pg from 'pg';

/** Sends the parts as the rows of a COPY; resolves when the database has taken them. */
export function copyRows(client: pg.Client, sql: string, parts: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const copy = {
      submit: (connection: Connection) => connection.query(sql),
      handleCopyInResponse: (connection: Connection) => {
        for (const part of parts) connection.sendCopyFromChunk(Buffer.from(part));
        connection.endCopyFrom();
      },
      handleCommandComplete: () => undefined,
      handleError: reject,
      handleReadyForQuery: () => resolve(),
    };
    // The driver calls these methods on whatever it is given; its types know only its own queries.
    client.query(copy as unknown as pg.Submittable);
  });
}

interface Connection {
  query(sql: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}
