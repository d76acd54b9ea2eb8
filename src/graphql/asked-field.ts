/** What logs and metrics call a document of a client's own: by the schema's words, of which there are few, and by none of the client's. */
import { type DocumentNode, getOperationAST, Kind, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';

const SEVERAL = 'several';

/** A document stays as long as it is asked for, and what it asks does not change. */
const known = new WeakMap<OperationDefinitionNode, string>();

/**
 * The one field of Query that an operation of a valid document selects, in a fragment or not and whatever its alias; `several` where there
 * are different ones; empty for one that selects `__typename` alone.
 */
export function askedField(document: DocumentNode, operationName: string | undefined): string {
  const operation = getOperationAST(document, operationName);
  if (!operation) return '';
  let asked = known.get(operation);
  if (asked === undefined) {
    const names = rootFields(document, operation.selectionSet);
    asked = names.size > 1 ? SEVERAL : ([...names][0] ?? '');
    known.set(operation, asked);
  }
  return asked;
}

/** Each fragment is looked at once, however often it is spread. */
function rootFields({ definitions }: DocumentNode, operation: SelectionSetNode): ReadonlySet<string> {
  const names = new Set<string>();
  const spread = new Set<string>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        if (selection.name.value !== '__typename') names.add(selection.name.value);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
      else spread.add(selection.name.value);
    }
  };
  collect(operation);
  // What is added to a set on the way is come to as well.
  for (const name of spread) {
    for (const node of definitions) {
      if (node.kind === Kind.FRAGMENT_DEFINITION && node.name.value === name) collect(node.selectionSet);
    }
  }
  return names;
}
