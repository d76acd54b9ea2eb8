/** Refuses a whole over-reaching operation once, before it runs, naming each field and the plan that unlocks it. */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  getOperationAST,
  getVariableValues,
  isAbstractType,
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
  /** Told the types whose fields the operation selects. */
  readonly onType?: (type: GraphQLObjectType) => void;
}

/** The extensions that the guard reads of a field. */
interface GuardedExtensions {
  readonly tier?: Tier;
  readonly gates?: (args: Readonly<Record<string, unknown>>) => readonly Gate[];
  /** Fields that the arguments read without selecting them. */
  readonly reads?: (
    args: Readonly<Record<string, unknown>>,
  ) => readonly { readonly field: string; readonly tier: Tier }[];
}

/** What tells one operation of a document from the others, and its variables as the client sent them. */
export interface OperationChoice {
  readonly operationName?: string | null | undefined;
  readonly variableValues?: Readonly<Record<string, unknown>> | null | undefined;
}

/**
 * Every field of the operation that the caller's plan does not unlock; fragments are followed and `@include` and `@skip`
 * honoured. It depends on the caller, so it runs at execution: validation results are cached by document.
 */
export function findOverReach(
  schema: GraphQLSchema,
  document: DocumentNode,
  caller: Caller,
  choice: OperationChoice = {},
): OverReach[] {
  const found = new Map<string, OverReach>();
  walkOperation(schema, document, choice, { caller, found });
  return [...found.values()];
}

/** The fields that the types selected by the operation have and the caller's plan does not see, in schema order. */
export function findHidden(
  schema: GraphQLSchema,
  document: DocumentNode,
  caller: Caller,
  choice: OperationChoice = {},
): OverReach[] {
  const types = new Set<GraphQLObjectType>();
  walkOperation(schema, document, choice, { caller, found: new Map(), onType: (type) => types.add(type) });
  const found = new Map<string, OverReach>();
  for (const type of types) {
    for (const field of Object.values(type.getFields())) checkField({ caller, found }, type.name, field, () => ({}));
  }
  return [...found.values()];
}

function walkOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  choice: OperationChoice,
  rest: Pick<Walk, 'caller' | 'found' | 'onType'>,
): void {
  const operation = getOperationAST(document, choice.operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) return;
  const variables = getVariableValues(schema, operation.variableDefinitions ?? [], { ...choice.variableValues });
  if (!variables.coerced) return; // Execution refuses the variables with a better message.
  const walk: Walk = {
    ...rest,
    schema,
    fragments: new Map(
      document.definitions.flatMap((node) =>
        node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
      ),
    ),
    variables: variables.coerced,
    visited: new Set(),
  };
  visitSelections(walk, operation.selectionSet, root);
}

/** The error that refuses an over-reaching operation. */
export function overReachError(overReach: readonly OverReach[]): GraphQLError {
  const fields = overReach.map(({ field, plan }) => `${field} (${plan})`).join(', ');
  return new GraphQLError(`Your plan does not include: ${fields}.`, {
    extensions: { code: 'FORBIDDEN', fields: overReach, http: { status: 403 } },
  });
}

/**
 * A selection on an interface or union counts for every type that it may turn out to be: what is asked of one of them
 * alone stands in a fragment on that type.
 */
function visitSelections(walk: Walk, set: SelectionSetNode, type: GraphQLNamedType): void {
  const types = isAbstractType(type) ? walk.schema.getPossibleTypes(type) : isObjectType(type) ? [type] : [];
  if (walk.onType) for (const each of types) walk.onType(each);
  for (const selection of set.selections) {
    if (!isIncluded(walk, selection)) continue;
    if (selection.kind === Kind.FIELD) {
      visitField(walk, selection, types);
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

function visitField(walk: Walk, node: FieldNode, types: readonly GraphQLObjectType[]): void {
  const below = new Set<GraphQLNamedType>();
  for (const type of types) {
    const field = type.getFields()[node.name.value];
    if (!field) continue; // __typename and introspection
    checkField(walk, type.name, field, () => getArgumentValues(field, node, walk.variables));
    below.add(getNamedType(field.type));
  }
  if (node.selectionSet) for (const type of below) visitSelections(walk, node.selectionSet, type);
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
  { caller, found }: Pick<Walk, 'caller' | 'found'>,
  typeName: string,
  field: GraphQLField<unknown, unknown>,
  args: () => Readonly<Record<string, unknown>>,
): void {
  const { tier, gates, reads }: GuardedExtensions = field.extensions;
  const name = `${typeName}.${field.name}`;
  const values = gates || reads ? args() : {};
  for (const read of [...(tier ? [{ field: name, tier }] : []), ...(reads?.(values) ?? [])]) {
    if (!tierIncludes(caller.tier, read.tier))
      found.set(read.field, { field: read.field, plan: lowestPlanOf(read.tier) });
  }
  for (const { plan, feature } of gates?.(values) ?? []) {
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
