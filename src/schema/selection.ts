/** Which columns an operation asks of a type: SQL reads those and no others. */
import {
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  isAbstractType,
  isObjectType,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { FieldFacts } from './builder.ts';

/**
 * The row properties that the selection below the resolving field reads of `typeName`, through connections and
 * wrappers, with `id` always; fragments are followed, `@include` and `@skip` honoured.
 */
export function selectedColumns(info: GraphQLResolveInfo, typeName: string): readonly string[] {
  const known = selected.get(info.fieldNodes);
  if (known?.typeName === typeName) return known.columns;
  const columns = [...columnsBelow(info, typeName)].sort();
  selected.set(info.fieldNodes, { typeName, columns });
  return columns;
}

// An array of nodes is that of one field in one operation with the same variables, see `createOperationMemo`.
const selected = new WeakMap<
  readonly FieldNode[],
  { readonly typeName: string; readonly columns: readonly string[] }
>();

function columnsBelow(info: GraphQLResolveInfo, typeName: string): Set<string> {
  const columns = new Set(['id']);
  const type = getNamedType(info.returnType);
  for (const node of info.fieldNodes) {
    if (node.selectionSet) visit(info, node.selectionSet, type, typeName, columns);
  }
  return columns;
}

/** What a field selects, and what it takes to read it. */
export type Selection = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments' | 'variableValues'>;

/** True when the field's selection asks for a direct child field of this name. */
export function asksFor(info: Selection, fieldName: string): boolean {
  return info.fieldNodes.some((node) => node.selectionSet && has(info, node.selectionSet, fieldName));
}

function has(info: Selection, set: SelectionSetNode, fieldName: string): boolean {
  return set.selections.some((selection) => {
    if (!isIncluded(info, selection)) return false;
    if (selection.kind === 'Field') return selection.name.value === fieldName;
    const inner = selection.kind === 'InlineFragment' ? selection : info.fragments[selection.name.value];
    return inner !== undefined && has(info, inner.selectionSet, fieldName);
  });
}

function visit(
  info: GraphQLResolveInfo,
  set: SelectionSetNode,
  type: GraphQLNamedType,
  typeName: string,
  columns: Set<string>,
): void {
  for (const selection of set.selections) {
    if (!isIncluded(info, selection)) continue;
    if (selection.kind === 'Field') {
      visitField(info, selection, type, typeName, columns);
      continue;
    }
    const inner = selection.kind === 'InlineFragment' ? selection : info.fragments[selection.name.value];
    if (!inner) continue;
    const condition = inner.typeCondition && info.schema.getType(inner.typeCondition.name.value);
    // Below an interface or union, what is asked of its other types is not asked of this one.
    if (isAbstractType(type) && isObjectType(condition) && condition.name !== typeName) continue;
    visit(info, inner.selectionSet, condition ?? type, typeName, columns);
  }
}

function visitField(
  info: GraphQLResolveInfo,
  node: FieldNode,
  type: GraphQLNamedType,
  typeName: string,
  columns: Set<string>,
): void {
  const owner = isAbstractType(type) ? info.schema.getType(typeName) : type;
  const field = isObjectType(owner) ? owner.getFields()[node.name.value] : undefined;
  if (!field) return; // __typename
  if (owner?.name === typeName) {
    const facts: FieldFacts = field.extensions; // Only facts() writes a field's extensions.
    const read = facts.columns ?? [];
    const properties = typeof read === 'function' ? read(getArgumentValues(field, node, info.variableValues)) : read;
    for (const property of properties) columns.add(property);
  } else if (node.selectionSet) {
    visit(info, node.selectionSet, getNamedType(field.type), typeName, columns);
  }
}

function isIncluded(info: Selection, node: SelectionNode): boolean {
  if (!node.directives || node.directives.length === 0) return true;
  const skip = getDirectiveValues(GraphQLSkipDirective, node, info.variableValues);
  if (skip?.['if'] === true) return false;
  const include = getDirectiveValues(GraphQLIncludeDirective, node, info.variableValues);
  return include?.['if'] !== false;
}
