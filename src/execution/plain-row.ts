/** Rows that are answered as they stand, and the errors of values: what an execution needs of no resolver. */
import { type GraphQLResolveInfo, locatedError } from 'graphql';
import { BatchRow } from '../rows/row-batch.ts';
import type { Execution, SelectedField, Selection, Shape } from './selection.ts';

export type ResultObject = Record<string, unknown>;
export type Path = GraphQLResolveInfo['path'];

/** The `key`th item of the list at `path`, an object whose fields are all properties of its row, or constants. */
export function plainItem(
  execution: Execution,
  selected: SelectedField,
  item: Shape,
  rows: Selection,
  row: unknown,
  path: Path,
  key: number,
): ResultObject | null {
  try {
    return completeRow(execution, rows, row, path, key);
  } catch (error) {
    return failedAt(execution, selected, error, { prev: path, key, typename: undefined }, item.isNullable);
  }
}

/** Its path, the `key`th of a list, is made only for an error. */
function completeRow(
  execution: Execution,
  { fields, blank }: Selection,
  row: unknown,
  list: Path,
  key: number,
): ResultObject {
  const object = blank();
  for (const field of fields) {
    object[field.key] =
      field.constant ?? plainValue(execution, field, (row as ResultObject)[field.property ?? ''], list, key);
  }
  return object;
}

/** The value of a field that is a property of the row at `path`, or at the `key`th place of the list there. */
export function plainValue(
  execution: Execution,
  selected: SelectedField,
  value: unknown,
  path: Path | undefined,
  key?: number,
): unknown {
  const { leaf, isNullable } = selected.shape;
  if (typeof value === 'string' && leaf?.name === 'String') return value;
  if (typeof value === 'number' && leaf?.name === 'Int' && (value | 0) === value) return value;
  if ((value === null || value === undefined) && isNullable) return null;
  try {
    if (value === null || value === undefined) throw nullError(selected);
    return serialized(leaf, value);
  } catch (error) {
    const at = key === undefined ? path : { prev: path, key, typename: undefined };
    return failed(execution, selected, error, pathOf(selected, at));
  }
}

export function serialized(leaf: Shape['leaf'], value: unknown): unknown {
  const result = leaf?.serialize(value);
  if (result !== null && result !== undefined) return result;
  throw new Error(
    `Expected \`${leaf?.name}.serialize(${String(value)})\` to return non-nullable value, returned: ${result}`,
  );
}

export function isRow(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return !(value instanceof Promise || value instanceof Error || value instanceof BatchRow);
}

export function pathOf({ key, parentType }: SelectedField, prev: Path | undefined): Path {
  return { prev, key, typename: parentType.name };
}

export function nullError({ parentType, field }: SelectedField): Error {
  return new Error(`Cannot return null for non-nullable field ${parentType.name}.${field.name}.`);
}

export function failed(execution: Execution, selected: SelectedField, error: unknown, path: Path): null {
  return failedAt(execution, selected, error, path, selected.shape.isNullable);
}

/**
 * The error is the result's and the value null; or, where null may not be, it is the parent's. That of an operation which is over is not told
 * at each of its places: there may be a hundred thousand, and nobody reads them.
 */
export function failedAt(
  execution: Execution,
  selected: SelectedField,
  raw: unknown,
  path: Path,
  nullable: boolean,
): null {
  if (execution.context.signal?.aborted) throw raw;
  const error = locatedError(raw, selected.nodes, pathKeys(path));
  if (!nullable) throw error;
  execution.errors.push(error);
  return null;
}

function pathKeys(path: Path): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at: Path | undefined = path; at; at = at.prev) keys.push(at.key);
  return keys.reverse();
}
