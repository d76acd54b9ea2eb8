/** Ids that are unique among all records of all types, and the interface of what has one. */
import { builder } from './builder.ts';

export interface NodeKey {
  readonly typeName: string;
  readonly id: number;
}

/** What `Node` fields are resolved from: a row that says which type it is of. */
export interface NodeRow {
  readonly __typename: string;
}

export const Node = builder.interfaceRef<object>('Node').implement({
  description: 'Any record that has an id among all records.',
  fields: (t) => ({
    nodeId: t.id({ description: 'Names the record among all records of all types; for `node`.' }),
  }),
  // Only `node` answers the interface itself, and it says the type.
  resolveType: (row) => (row as NodeRow).__typename,
});

/** The opaque id of a record. */
export function encodeNodeId(typeName: string, id: number): string {
  return Buffer.from(`${typeName}:${id}`).toString('base64url');
}

/** What an opaque id names; undefined for a text that is none. */
export function decodeNodeId(nodeId: string): NodeKey | undefined {
  if (nodeId.length > 60) return undefined;
  const [, typeName, digits] =
    /^([A-Z][A-Za-z]*):([1-9][0-9]{0,9})$/.exec(Buffer.from(nodeId, 'base64url').toString()) ?? [];
  const id = Number(digits);
  return typeName && id < 2 ** 31 ? { typeName, id } : undefined;
}
