/**
 * Cursors of lists: a row's place in one order, as opaque text. A place is made of the row's values and its id, so it
 * holds whatever is added or removed elsewhere, in the next data set too.
 */
import type { Keyset, Order } from '../db/ordering.ts';
import { badInput } from './bad-input.ts';

const VERSION = 1;
const MOST_LETTERS = 2000;
const DECIMAL = /^[+-]?\d{1,40}(\.\d{1,60})?(E[+-]?\d{1,2})?$/i;
const MAX_INT = 2 ** 31 - 1;

/** The cursor of a row; the row has the properties of the order and its id. */
export function encodeCursor(row: Readonly<Record<string, unknown>>, orders: readonly Order[]): string {
  const values = orders.map(({ property }) => row[property] ?? null);
  return Buffer.from(JSON.stringify([VERSION, signature(orders), ...values, row['id']])).toString('base64url');
}

/** The place that a cursor names; throws BAD_USER_INPUT, naming the argument, for what is no cursor of this order. */
export function decodeCursor(cursor: string, orders: readonly Order[], argument: string): Keyset {
  const parts = parse(cursor);
  if (parts?.[0] !== VERSION) throw badInput(`${argument} is not a cursor`);
  const [, signed, ...values] = parts;
  const id = values.pop();
  if (signed !== signature(orders)) throw badInput(`${argument} is a cursor of another order`);
  if (!isId(id) || values.length !== orders.length || !orders.every((order, at) => fits(values[at], order))) {
    throw badInput(`${argument} is not a cursor`);
  }
  return { values: values as (string | number | null)[], id }; // fits() looked at each of them.
}

/** Changes with the keys and directions: a cursor means nothing in another order. */
function signature(orders: readonly Order[]): string {
  return orders.map(({ property, direction }) => `${property} ${direction}`).join();
}

function parse(cursor: string): unknown[] | undefined {
  if (cursor.length > MOST_LETTERS || !/^[A-Za-z0-9_-]+$/.test(cursor)) return undefined;
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : undefined;
  } catch {
    return undefined;
  }
}

function fits(value: unknown, { property, comparison }: Order): boolean {
  if (value === null) return property !== 'id' && property !== 'name';
  if (property === 'id') return isId(value);
  if (comparison === 'number') return Number.isFinite(value);
  if (typeof value !== 'string') return false;
  return comparison === 'decimal' ? DECIMAL.test(value) : !value.includes('\0');
}

function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_INT;
}
