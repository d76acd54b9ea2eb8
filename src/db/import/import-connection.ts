/** The one connection that an import works on, taken from MikroORM's pool and freed from the limits made for requests. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { PoolClient } from 'pg';
import { LONGEST_SILENCE_MS } from '../orm.ts';

export class ImportConnection {
  readonly #client: PoolClient;
  /** Why it is lost. */
  #lost: Error | undefined;

  private constructor(client: PoolClient) {
    this.#client = client;
    // The statement at hand fails by itself; without a listener the loss of a connection would end the process.
    client.on('error', this.#onError);
  }

  readonly #onError = (error: Error): void => {
    this.#lost ??= error;
  };

  static async open(em: EntityManager): Promise<ImportConnection> {
    const pool = await em.getConnection('write').getNativeClient();
    return new ImportConnection(await pool.connect());
  }

  /** The server's process, as it was told when the connection was made; a pooler makes something up. */
  get processId(): number | null {
    return (this.#client as PoolClient & { readonly processID?: number | null }).processID ?? null;
  }

  /** Runs one statement with `$1…$n` parameters and returns its rows; the caller names the columns it asks for. */
  async rows<Row extends object>(sql: string, params: readonly unknown[] = []): Promise<Row[]> {
    const query = { text: sql, values: [...params], query_timeout: LONGEST_SILENCE_MS };
    const { rows } = await this.#client.query(query).catch((error: unknown) => {
      throw this.#lost ?? error; // Of a lost connection the driver says only that it is.
    });
    // The driver knows no row type: the caller names the columns it selected.
    return rows as Row[];
  }

  /**
   * Runs the statements of `work` in one transaction without the server's time limit. A crash soon after may lose what a
   * 'preparing' one wrote: nobody relies on it before a 'lasting' one was written, and that waits for the disk.
   */
  async transaction<T>(kind: 'preparing' | 'lasting', work: () => Promise<T>): Promise<T> {
    await this.rows('BEGIN');
    try {
      await this.rows('SET LOCAL statement_timeout = 0');
      if (kind === 'preparing') await this.rows('SET LOCAL synchronous_commit = off');
      const result = await work();
      await this.rows('COMMIT');
      return result;
    } catch (error) {
      await this.rows('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  /** Gives the connection back to the pool, or throws it away when it is broken. */
  close(): void {
    this.#client.off('error', this.#onError);
    this.#client.release(this.#lost);
  }
}
