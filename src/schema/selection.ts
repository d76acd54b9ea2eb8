/** Which columns an operation asks of a type: SQL reads those and no others. */
import {
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getDirectiveValues,
  getNamedType,
  isObjectType,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { FieldFacts } from './builder.ts';

/**
 * The row properties that the selection below the resolving field reads of `typeName`, through connections and
 * wrappers, with `id` always; fragments are followed, `@include` and `@skip` honoured.
 */
export function selectedColumns(info: GraphQLResolveInfo, typeName: string): string[] {
  const columns = new Set(['id']);
  const type = getNamedType(info.returnType);
  for (const node of info.fieldNodes) {
    if (node.selectionSet) visit(info, node.selectionSet, type, typeName, columns);
  }
  return [...columns].sort();
}

/** True when the resolving field's selection asks for a direct child field of this name. */
export function asksFor(info: GraphQLResolveInfo, fieldName: string): boolean {
  return info.fieldNodes.some((node) => node.selectionSet && has(info, node.selectionSet, fieldName));
}

function has(info: GraphQLResolveInfo, set: SelectionSetNode, fieldName: string): boolean {
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
    const condition = inner.typeCondition?.name.value;
    visit(info, inner.selectionSet, (condition && info.schema.getType(condition)) || type, typeName, columns);
  }
}

function visitField(
  info: GraphQLResolveInfo,
  node: FieldNode,
  type: GraphQLNamedType,
  typeName: string,
  columns: Set<string>,
): void {
  const field = isObjectType(type) ? type.getFields()[node.name.value] : undefined;
  if (!field) return; // __typename, or a field of an interface whose object types bring their own
  if (type.name === typeName) {
    const facts: FieldFacts = field.extensions; // Only facts() writes a field's extensions.
    for (const column of facts.columns ?? []) columns.add(column);
  } else if (node.selectionSet) {
    visit(info, node.selectionSet, getNamedType(field.type), typeName, columns);
  }
}

function isIncluded(info: GraphQLResolveInfo, node: SelectionNode): boolean {
  if (!node.directives || node.directives.length === 0) return true;
  const skip = getDirectiveValues(GraphQLSkipDirective, node, info.variableValues);
  if (skip?.['if'] === true) return false;
  const include = getDirectiveValues(GraphQLIncludeDirective, node, info.variableValues);
  return include?.['if'] !== false;
}
