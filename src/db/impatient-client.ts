/** A connection of the pool that ends when a statement's answer does not come in time. */
import type { Client, ClientConfig } from 'pg';
import { isSilence } from './faults.ts';
import { TappedClient } from './wire/tapped-client.ts';

/**
 * The driver gives an answer up after `query_timeout` and hands the connection back to the pool, where the next statement
 * would wait behind the one that hangs. This client ends instead, and the pool makes a new one.
 */
export class ImpatientClient extends TappedClient {
  constructor(config?: string | ClientConfig) {
    super(config);
    // All overloads are passed on as they are.
    const send = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((...args: unknown[]) => {
      const sent = send(...args);
      if (sent instanceof Promise) sent.catch((error: unknown) => this.#endAfter(error));
      return sent;
    }) as Client['query'];
  }

  #endAfter(error: unknown): void {
    if (isSilence(error)) void this.end().catch(() => undefined);
  }
}
