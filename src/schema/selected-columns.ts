/** Which columns an operation asks of a type: SQL reads those and no others. */
import { type FieldNode, type GraphQLResolveInfo, getNamedType, isAbstractType, isObjectType } from 'graphql';
import type { FieldFacts } from './builder.ts';
import { argumentsOf, fieldsOf, type Selected } from './walk.ts';

/**
 * The row properties that the selection below the resolving field reads of `typeName`, through connections and
 * wrappers, with `id` always.
 */
export function selectedColumns(info: GraphQLResolveInfo, typeName: string): readonly string[] {
  const known = selected.get(info.fieldNodes);
  if (known?.typeName === typeName) return known.columns;
  const columns = new Set(['id']);
  for (const below of selectionsBelow(info)) addColumns(info, below, typeName, columns);
  const sorted = [...columns].sort();
  selected.set(info.fieldNodes, { typeName, columns: sorted });
  return sorted;
}

// An array of nodes is that of one field in one operation with the same variables, see `createOperationMemo`.
const selected = new WeakMap<
  readonly FieldNode[],
  { readonly typeName: string; readonly columns: readonly string[] }
>();

/** True when the field's selection asks for a direct child field of this name. */
export function asksFor(info: GraphQLResolveInfo, fieldName: string): boolean {
  return selectionsBelow(info).some((below) =>
    [...fieldsOf(info, below)].some(({ node }) => node.name.value === fieldName),
  );
}

function selectionsBelow(info: GraphQLResolveInfo): Selected[] {
  const type = getNamedType(info.returnType);
  return info.fieldNodes.flatMap(({ selectionSet: set }) => (set ? [{ set, type }] : []));
}

function addColumns(info: GraphQLResolveInfo, selection: Selected, typeName: string, columns: Set<string>): void {
  for (const { node, type } of fieldsOf(info, selection)) {
    // Below an interface or union, what is asked of its other types is not asked of this one.
    if (isAbstractType(selection.type) && isObjectType(type) && type.name !== typeName) continue;
    const owner = isAbstractType(type) ? info.schema.getType(typeName) : type;
    const field = isObjectType(owner) ? owner.getFields()[node.name.value] : undefined;
    if (!field) continue; // __typename
    if (owner?.name !== typeName) {
      if (node.selectionSet)
        addColumns(info, { set: node.selectionSet, type: getNamedType(field.type) }, typeName, columns);
      continue;
    }
    const { columns: read = [] }: FieldFacts = field.extensions; // Only facts() writes a field's extensions.
    for (const property of typeof read === 'function' ? read(argumentsOf(info, field, node)) : read) {
      columns.add(property);
    }
  }
}
