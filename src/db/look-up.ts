/** Look-ups by a key of several parts, many keys with one statement. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { HeldRows } from './held-rows.ts';
import { readAgain } from './read.ts';

/** One kind of look-up. Loaders batch the keys of one request. */
export interface LookUp<Key, Found> {
  /** Tells it from the other look-ups. */
  readonly name: string;
  /** What has each key, in their order, with these properties; null where nothing has it. */
  find(
    em: EntityManager,
    schema: string,
    keys: readonly Key[],
    properties: readonly string[],
    signal?: AbortSignal,
  ): Promise<(Found | null)[]>;
  /** The same from memory, where it can be found there. */
  held?(rows: HeldRows, key: Key, properties: readonly string[]): Found | null | undefined;
}

/** A part of the keys: its values in their order. */
export interface KeyPart {
  readonly name: string;
  readonly type: 'int' | 'text';
  readonly values: readonly (string | number)[];
}

/**
 * Runs `one`, a SELECT of at most one row, for each key in one statement. It names the parts of its key `asked.…`; keys have at
 * least one part.
 */
export async function findEach<Found extends object>(
  em: EntityManager,
  parts: readonly KeyPart[],
  one: string,
  signal?: AbortSignal,
): Promise<(Found | null)[]> {
  const [only] = parts;
  if (only?.values.length === 1) {
    // Planned once for all: of arrays the plan would depend on their length.
    const key = parts.map(({ name, type }, index) => `$${index + 1}::${type} AS ${name}`).join(', ');
    const sql = `SELECT found.* FROM (SELECT ${key}) AS asked CROSS JOIN LATERAL (${one}) AS found`;
    const values = parts.map(({ values: [value] }) => value);
    return [(await readAgain<Found>(em, sql, values, signal))[0] ?? null];
  }
  const arrays = parts.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
  const names = parts.map(({ name }) => name).join(', ');
  const rows = await readAgain<Found & { readonly __place: number }>(
    em,
    `SELECT asked.place::int AS "__place", found.* FROM unnest(${arrays}) WITH ORDINALITY AS asked (${names}, place)
      CROSS JOIN LATERAL (${one}) AS found`,
    parts.map(({ values }) => values),
    signal,
  );
  const found = new Map(rows.map((row) => [row.__place, row]));
  return Array.from(parts[0]?.values ?? [], (_value, index) => found.get(index + 1) ?? null);
}
