/**
 * The persisted operations behind `/v1`: parsed and hashed once, when the process starts. That they fit the schema is what
 * `test/rest/operations.test.ts` sees to: finding it out takes as long as a tenth of a start.
 */
import { createHash } from 'node:crypto';
import { type DocumentNode, type GraphQLSchema, parse, type SelectionNode, visit } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Plan } from '../auth/plans.ts';
import { createAudience } from './audience.ts';
import type { Route } from './route.ts';

/** A route's document, and what its route says of the answers. */
export interface Operation extends Pick<Route, 'operationId' | 'maxAge' | 'validUntil' | 'personal'> {
  readonly text: string;
  /** SHA-256 of the text in hexadecimal: the id under which it is stored. */
  readonly sha256: string;
  readonly document: DocumentNode;
  /** The document with the record's selection narrowed to these wire names, so that SQL reads no other column. */
  narrowed(fields: readonly string[]): DocumentNode;
  /** The name of those who share the answers of a plan's callers. */
  audience(plan: Plan): string;
}

/** What of a route its operation is made from. */
type Stored = Pick<Route, 'operationId' | 'document' | 'gate' | 'maxAge' | 'validUntil' | 'personal'>;

const NARROWED_KEPT = 200;

/** Compiles each route's document. */
export function compileOperations(routes: readonly Stored[], schema: GraphQLSchema): ReadonlyMap<string, Operation> {
  return new Map(routes.map((route) => [route.operationId, compile(route, schema)]));
}

function compile(route: Stored, schema: GraphQLSchema): Operation {
  const { operationId, document: text, gate, maxAge, validUntil, personal } = route;
  const document = parse(text, { noLocation: true });
  const narrowed = new LRUCache<string, DocumentNode>({ max: NARROWED_KEPT });
  return {
    operationId,
    maxAge,
    ...(validUntil ? { validUntil } : {}),
    ...(personal ? { personal } : {}),
    text,
    sha256: createHash('sha256').update(text).digest('hex'),
    document,
    audience: createAudience(schema, document, gate),
    narrowed(fields) {
      const key = fields.join();
      const known = narrowed.get(key);
      if (known) return known;
      const made = narrow(document, new Set(fields));
      narrowed.set(key, made);
      return made;
    },
  };
}

function narrow(document: DocumentNode, fields: ReadonlySet<string>): DocumentNode {
  return visit(document, {
    SelectionSet(node) {
      if (!node.selections.every(isLeaf)) return undefined;
      return { ...node, selections: node.selections.filter((each) => fields.has(responseKey(each))) };
    },
  });
}

function isLeaf(selection: SelectionNode): boolean {
  return selection.kind === 'Field' && !selection.selectionSet;
}

function responseKey(selection: SelectionNode): string {
  return selection.kind === 'Field' ? (selection.alias ?? selection.name).value : '';
}
