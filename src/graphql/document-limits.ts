/** The limits of a document's shape, checked before validation, which is what a hostile document makes expensive. */
import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
  validate,
} from 'graphql';
import type { GraphqlLimits } from './limits.ts';
import { type RefusalCode, refusal } from './refusals.ts';

export type ShapeLimits = Pick<GraphqlLimits, 'depth' | 'aliases' | 'directives' | 'fields'>;

/** The error that refuses the document's shape; undefined when it keeps every limit. */
export function documentFault(
  schema: GraphQLSchema,
  document: DocumentNode,
  limits: ShapeLimits,
): GraphQLError | undefined {
  if (document.definitions.some((node) => node.kind === Kind.OPERATION_DEFINITION && node.operation !== 'query')) {
    return refusal('OPERATION_RESOLUTION_FAILURE', 'There are queries only, no mutations and no subscriptions.');
  }
  const fields = selectionsOf(document);
  if (fields > limits.fields) {
    return refusal(
      'TOO_MANY_FIELDS',
      `The operation has more than ${limits.fields} fields with its fragments written out.`,
    );
  }
  const [fault] = validate(schema, document, shapeRules(limits), { maxErrors: 1 });
  return fault;
}

function shapeRules({ depth, aliases, directives }: ShapeLimits): ValidationRule[] {
  // An allow-list would let floods of `__typename` pass, and armor's default has it.
  const options = { propagateOnRejection: false, allowList: [], flattenFragments: true };
  const report = (code: RefusalCode, message: string) => ({
    ...options,
    onReject: [(context: ValidationContext | null) => context?.reportError(refusal(code, message))],
  });
  return [
    maxDepthRule({ n: depth, ...report('QUERY_TOO_DEEP', `The operation is nested deeper than ${depth} levels.`) }),
    maxAliasesRule({ n: aliases, ...report('TOO_MANY_ALIASES', `The operation has more than ${aliases} aliases.`) }),
    maxDirectivesRule({
      n: directives,
      ...report('TOO_MANY_DIRECTIVES', `The operation has more than ${directives} directives.`),
    }),
  ];
}

/**
 * Selections of the document's largest operation with its fragments written out. Each fragment is counted once, so the
 * work is linear where the number may be astronomical.
 */
function selectionsOf(document: DocumentNode): number {
  const sets = new Map<string, SelectionSetNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) sets.set(node.name.value, node.selectionSet);
  }
  const known = new Map<string, number>();
  const countFragment = (name: string): number => {
    const before = known.get(name);
    if (before !== undefined) return before;
    known.set(name, 0); // A cycle ends here; validation refuses it.
    const set = sets.get(name);
    const size = set ? count(set) : 0;
    known.set(name, size);
    return size;
  };
  const count = (set: SelectionSetNode): number => {
    let size = 0;
    for (const selection of set.selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) size += 1 + countFragment(selection.name.value);
      else size += 1 + (selection.selectionSet ? count(selection.selectionSet) : 0);
    }
    return size;
  };
  let largest = 0;
  for (const node of document.definitions) {
    if (node.kind === Kind.OPERATION_DEFINITION) largest = Math.max(largest, count(node.selectionSet));
  }
  // Unused fragments are refused by validation, but it looks into them first.
  for (const name of sets.keys()) largest = Math.max(largest, countFragment(name));
  return largest;
}

/** True when any operation or fragment of the document reads the schema: `__schema` or `__type`. */
export function readsSchema(document: DocumentNode): boolean {
  return document.definitions.some((node) => 'selectionSet' in node && selects(node.selectionSet));
}

function selects({ selections }: SelectionSetNode): boolean {
  return selections.some((selection) => {
    if (selection.kind === Kind.FIELD && /^__(schema|type)$/.test(selection.name.value)) return true;
    return (
      selection.kind !== Kind.FRAGMENT_SPREAD && selection.selectionSet !== undefined && selects(selection.selectionSet)
    );
  });
}
