/** Refuses a whole over-reaching operation once, before it runs, naming each field and the plan that unlocks it. */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLNamedType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  getOperationAST,
  getVariableValues,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Caller } from './caller.ts';
import { type Gate, isAtLeast, type LowestPlan, lowestPlanOf, type Tier, tierIncludes } from './plans.ts';

/** A field that the caller's plan does not unlock. */
export interface OverReach {
  /** `Type.field`. */
  readonly field: string;
  /** The lowest plan that unlocks it. */
  readonly plan: LowestPlan;
  /** The gated feature, where it is a gate and not a tier that refuses. */
  readonly feature?: string;
}

interface Walk {
  readonly schema: GraphQLSchema;
  readonly caller: Caller;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly found: Map<string, OverReach>;
  readonly visited: Set<string>;
}

/** The extensions that the guard reads of a field. */
interface GuardedExtensions {
  readonly tier?: Tier;
  readonly gates?: (args: Readonly<Record<string, unknown>>) => readonly Gate[];
}

/**
 * Every field of the operation that the caller's plan does not unlock; fragments are followed and `@include` and `@skip`
 * honoured. It depends on the caller, so it runs at execution: validation results are cached by document.
 */
export function findOverReach(
  schema: GraphQLSchema,
  document: DocumentNode,
  caller: Caller,
  options: { readonly operationName?: string | null; readonly variableValues?: Readonly<Record<string, unknown>> } = {},
): OverReach[] {
  const operation = getOperationAST(document, options.operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) return [];
  const coerced = getVariableValues(schema, operation.variableDefinitions ?? [], { ...options.variableValues });
  if (!coerced.coerced) return []; // Execution refuses the variables with a better message.
  const walk: Walk = {
    schema,
    caller,
    fragments: new Map(
      document.definitions.flatMap((node) =>
        node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
      ),
    ),
    variables: coerced.coerced,
    found: new Map(),
    visited: new Set(),
  };
  visitSelections(walk, operation.selectionSet, root);
  return [...walk.found.values()];
}

/** The error that refuses an over-reaching operation. */
export function overReachError(overReach: readonly OverReach[]): GraphQLError {
  const fields = overReach.map(({ field, plan }) => `${field} (${plan})`).join(', ');
  return new GraphQLError(`Your plan does not include: ${fields}.`, {
    extensions: { code: 'FORBIDDEN', fields: overReach, http: { status: 403 } },
  });
}

function visitSelections(walk: Walk, set: SelectionSetNode, type: GraphQLNamedType): void {
  for (const selection of set.selections) {
    if (!isIncluded(walk, selection)) continue;
    if (selection.kind === Kind.FIELD) {
      const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[selection.name.value] : undefined;
      if (!field) continue; // __typename and introspection
      checkField(walk, type.name, field, () => getArgumentValues(field, selection, walk.variables));
      if (selection.selectionSet) visitSelections(walk, selection.selectionSet, getNamedType(field.type));
      continue;
    }
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      const condition = selection.typeCondition?.name.value;
      visitSelections(walk, selection.selectionSet, (condition && walk.schema.getType(condition)) || type);
      continue;
    }
    visitFragment(walk, selection.name.value);
  }
}

function visitFragment(walk: Walk, name: string): void {
  // What a fragment selects does not depend on where it is spread, so each is walked once.
  if (walk.visited.has(name)) return;
  walk.visited.add(name);
  const fragment = walk.fragments.get(name);
  const type = fragment && walk.schema.getType(fragment.typeCondition.name.value);
  if (fragment && type) visitSelections(walk, fragment.selectionSet, type);
}

function checkField(
  { caller, found }: Walk,
  typeName: string,
  field: GraphQLField<unknown, unknown>,
  args: () => Readonly<Record<string, unknown>>,
): void {
  const { tier, gates }: GuardedExtensions = field.extensions;
  const name = `${typeName}.${field.name}`;
  if (tier && !tierIncludes(caller.tier, tier)) found.set(name, { field: name, plan: lowestPlanOf(tier) });
  for (const { plan, feature } of gates?.(args()) ?? []) {
    if (!isAtLeast(caller.plan, plan)) found.set(`${name} ${feature}`, { field: name, plan, feature });
  }
}

function isIncluded({ variables }: Walk, node: SelectionNode): boolean {
  if (!node.directives || node.directives.length === 0) return true;
  const skip = getDirectiveValues(GraphQLSkipDirective, node, variables);
  if (skip?.['if'] === true) return false;
  const include = getDirectiveValues(GraphQLIncludeDirective, node, variables);
  return include?.['if'] !== false;
}
