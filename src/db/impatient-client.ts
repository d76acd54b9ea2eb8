/**
 * A connection of the pool whose statements are cancelled when they take too long or nobody waits for them any more, and that
 * is not asked for where a server has just refused one.
 */
import type { Client, ClientConfig } from 'pg';
import { requestCancel } from './cancel-request.ts';
import { isFatal, isSilence } from './faults.ts';
import { noteRefusal, standingRefusal } from './refused-connections.ts';
import { SILENT } from './silence.ts';
import { Statement, TappedClient } from './wire/tapped-client.ts';

/**
 * So long before the driver gives an answer up (`query_timeout`) the server is asked to cancel the statement, in milliseconds.
 * Mostly its own limit came first; behind a pooler it has none.
 */
const CANCEL_MS = 50;

type Told = (error: Error | null | undefined, client?: unknown) => void;

export class ImpatientClient extends TappedClient {
  constructor(config?: string | ClientConfig) {
    super(config);
    const usual = typeof config === 'object' ? config.query_timeout : undefined;
    // All overloads are passed on as they are.
    const send = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((...args: unknown[]) => {
      const [statement] = args;
      const signal = statement instanceof Statement ? statement.signal : undefined;
      // Whoever waited for a free connection may be gone by now.
      if (signal?.aborted) return Promise.reject(signal.reason);
      const sent = send(...args);
      return sent instanceof Promise ? this.#watch(sent, ownTimeout(statement) ?? usual, signal) : sent;
    }) as Client['query'];
    const connect = this.connect.bind(this);
    this.connect = ((told?: Told) => (told ? this.#connect(config, connect, told) : connect())) as Client['connect'];
  }

  /** A pool connects with a callback. */
  #connect(config: string | ClientConfig | undefined, connect: (told: Told) => void, told: Told): void {
    const options = typeof config === 'object' ? config : {};
    const refusal = standingRefusal(options);
    if (refusal) {
      setImmediate(told, refusal);
      return;
    }
    connect((error, client) => {
      if (error) noteRefusal(options, error);
      told(error, client);
    });
  }

  /**
   * The answer, once a cancel request that was sent on its behalf has been dealt with: it must not reach the next statement.
   * The driver gives an answer up and hands the connection back to the pool, where the next statement would wait behind the
   * one that hangs; so this client ends instead, and the pool makes a new one. One that the server has ended ends at once as well: its
   * last word comes before its end, and the statement that is sent again would be given the same connection in between.
   */
  async #watch<T>(sent: Promise<T>, timeout: number | undefined, signal: AbortSignal | undefined): Promise<T> {
    let cancelled: Promise<void> | undefined;
    const cancel = () => {
      cancelled ??= requestCancel(this).then((heard) => (heard ? undefined : this.#end()));
    };
    const timer = timeout === undefined ? undefined : setTimeout(cancel, Math.max(0, timeout - CANCEL_MS));
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await sent;
    } catch (error) {
      if (isSilence(error)) {
        this.emit(SILENT);
        await cancelled; // A pooler passes none on for a client that has gone, and the statement would go on.
      }
      if (isSilence(error) || isFatal(error)) this.#end();
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      await cancelled;
    }
  }

  #end(): void {
    void this.end().catch(() => undefined);
  }
}

/** A statement that is given as an object may bring a limit of its own. */
function ownTimeout(statement: unknown): number | undefined {
  if (typeof statement !== 'object' || statement === null || !('query_timeout' in statement)) return undefined;
  return Number(statement.query_timeout);
}
