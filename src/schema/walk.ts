/** The one walk over what an operation selects: fragments are followed, `@include` and `@skip` honoured. */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLNamedType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  type InlineFragmentNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Arguments } from './needs.ts';

/** What it takes to read a selection. `GraphQLResolveInfo` is one. */
export interface Scope {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** Coerced to their types. */
  readonly variableValues: Record<string, unknown>;
}

/** The scope of a document's operations. */
export function scopeOf(schema: GraphQLSchema, document: DocumentNode, variableValues: Record<string, unknown>): Scope {
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments[node.name.value] = node;
  }
  return { schema, fragments, variableValues };
}

/** A selection of fields on a type. */
export interface Selected {
  readonly set: SelectionSetNode;
  readonly type: GraphQLNamedType;
}

/** The fields and fragments of a selection that are included. */
export function included(scope: Scope, { selections }: SelectionSetNode): readonly SelectionNode[] {
  return selections.filter((node) => isIncluded(scope, node));
}

/** What an inline fragment, or a fragment's definition, selects where `type` is selected of. */
export function ofFragment(
  { schema }: Scope,
  fragment: InlineFragmentNode | FragmentDefinitionNode,
  type: GraphQLNamedType,
): Selected {
  const condition = fragment.typeCondition && schema.getType(fragment.typeCondition.name.value);
  return { set: fragment.selectionSet, type: condition ?? type };
}

/** Every field of a selection, with the type that it is asked of. */
export function* fieldsOf(
  scope: Scope,
  { set, type }: Selected,
): Generator<{ readonly node: FieldNode; readonly type: GraphQLNamedType }, void> {
  for (const node of included(scope, set)) {
    if (node.kind === Kind.FIELD) {
      yield { node, type };
      continue;
    }
    const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : scope.fragments[node.name.value];
    if (fragment) yield* fieldsOf(scope, ofFragment(scope, fragment, type));
  }
}

/** The arguments of a field; none where they are at fault, since then execution answers an error and no value. */
export function argumentsOf(scope: Scope, field: GraphQLField<unknown, unknown>, node: FieldNode): Arguments {
  try {
    return getArgumentValues(field, node, scope.variableValues);
  } catch {
    return {};
  }
}

function isIncluded({ variableValues }: Scope, node: SelectionNode): boolean {
  if (!node.directives || node.directives.length === 0) return true;
  if (getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.['if'] === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.['if'] !== false;
}
