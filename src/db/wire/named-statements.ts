/**
 * Names of statements: what has a name is parsed and described once a connection, and planned a few times, instead of each time that
 * it is sent.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Column } from '../../rows/row-batch.ts';

/** How many names a connection has at most. Each is a plan in the memory of its server process. */
const MOST = 50;

const names = new LRUCache<string, string>({ max: 4 * MOST });

/**
 * The name of a text. It stands for this text and no other in all processes, since poolers lend a connection that still has the names of
 * whoever had it before.
 */
export function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `geo_${createHash('sha256').update(text).digest('base64url')}`;
  names.set(text, name);
  return name;
}

/** The statements that a connection has under their names, and the columns of their rows. */
export class NamedStatements {
  /**
   * By name, the least recently used first. Undefined for a statement that failed: its name may have been taken on the server all the same, and
   * counts, but what columns it has was not told.
   */
  readonly #columns = new Map<string, readonly Column[] | undefined>();

  /** The columns of a statement that is there. */
  columnsOf(name: string): readonly Column[] | undefined {
    const columns = this.#columns.get(name);
    if (columns) this.set(name, columns);
    return columns;
  }

  set(name: string, columns: readonly Column[]): void {
    this.#columns.delete(name);
    this.#columns.set(name, columns);
  }

  fail(name: string): void {
    this.#columns.delete(name);
    this.#columns.set(name, undefined);
  }

  /** Makes room for `name`; returns the one that has to go for it. */
  makeRoom(name: string): string | undefined {
    this.#columns.delete(name);
    if (this.#columns.size < MOST) return undefined;
    const [oldest] = this.#columns.keys();
    if (oldest !== undefined) this.#columns.delete(oldest);
    return oldest;
  }
}

/** Pools whose server, or the pooler before it, does not keep names. They hand their own options to each of their connections. */
const nameless = new WeakSet<object>();

export function keepsNames(options: object): boolean {
  return !nameless.has(options);
}

/** True for the error of a name that was there and is not any more, or no longer stands for the same columns. */
export function isNameLost(error: unknown): boolean {
  return isMissing(error) || codeOf(error) === '0A000'; // "cached plan must not change result type"
}

/** To be called with such an error. Names go where connections are lent to others: from now on the pool does without. */
export function noteLostName(options: object, error: unknown): void {
  if (isMissing(error)) nameless.add(options);
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === '26000'; // invalid_sql_statement_name
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
