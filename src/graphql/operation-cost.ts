/** What an operation may cost: the number of records that its answer can hold, known before it runs. */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  getOperationAST,
  getVariableValues,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { FieldFacts } from '../schema/builder.ts';
import { asksFor, type Selection } from '../schema/selection.ts';

export interface CostOptions {
  readonly operationName?: string | null | undefined;
  readonly variableValues?: Readonly<Record<string, unknown>> | null | undefined;
  /** Records of a page when the field is asked without `first` or `last`. */
  readonly pageSize: number;
}

/** Records of a list that has no page size, such as the currencies. */
const UNPAGED_LIST = 25;
/** Types that only carry records. */
const WRAPPER = /(?:Edge|PageInfo|Match)$/;
const CONNECTION = /Connection$/;

interface Walk {
  readonly schema: GraphQLSchema;
  readonly fragments: Record<string, FragmentDefinitionNode>;
  readonly variables: Record<string, unknown>;
  readonly pageSize: number;
  /** Cost of each fragment by the page size that it stands under. */
  readonly known: Map<string, number>;
}

/**
 * The most records that the operation's answer can hold or name: page sizes multiply along the nesting, an edge and a page
 * are records without their fields, and a list is at least one. Fragments are followed and counted once, `@include` and
 * `@skip` honoured. 0 when execution will refuse the operation or its variables.
 */
export function costOf(schema: GraphQLSchema, document: DocumentNode, options: CostOptions): number {
  const operation = getOperationAST(document, options.operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) return 0;
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], { ...options.variableValues });
  if (!coerced) return 0;
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments[node.name.value] = node;
  }
  const walk: Walk = { schema, fragments, variables: coerced, pageSize: options.pageSize, known: new Map() };
  return costOfSet(walk, operation.selectionSet, root, undefined);
}

/** `size` is the page that a connection's own lists hold; undefined outside a connection. */
function costOfSet(walk: Walk, set: SelectionSetNode, type: GraphQLNamedType, size: number | undefined): number {
  let cost = 0;
  for (const selection of set.selections) {
    if (!isIncluded(walk, selection)) continue;
    if (selection.kind === Kind.FIELD) cost += costOfField(walk, selection, type, size);
    else if (selection.kind === Kind.FRAGMENT_SPREAD) cost += costOfFragment(walk, selection.name.value, size);
    else {
      const condition = selection.typeCondition?.name.value;
      cost += costOfSet(walk, selection.selectionSet, (condition && walk.schema.getType(condition)) || type, size);
    }
  }
  return cost;
}

function costOfFragment(walk: Walk, name: string, size: number | undefined): number {
  const key = `${name} ${size}`;
  const known = walk.known.get(key);
  if (known !== undefined) return known;
  const fragment = walk.fragments[name];
  const type = fragment && walk.schema.getType(fragment.typeCondition.name.value);
  const cost = fragment && type ? costOfSet(walk, fragment.selectionSet, type, size) : 0;
  walk.known.set(key, cost);
  return cost;
}

function costOfField(walk: Walk, node: FieldNode, parent: GraphQLNamedType, size: number | undefined): number {
  const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[node.name.value] : undefined;
  if (!field || !node.selectionSet) return 0; // a scalar, or introspection
  const type = getNamedType(field.type);
  if (!isCompositeType(type)) return 0;
  const page = pageOf(walk, field, node);
  if (isListOf(field.type)) {
    const inner = costOfSet(walk, node.selectionSet, type, undefined);
    const times = page ?? size ?? lengthOf(walk, field, node);
    return times * (WRAPPER.test(type.name) ? Math.max(1, inner) : 1 + inner);
  }
  const inner = costOfSet(walk, node.selectionSet, type, page);
  if (CONNECTION.test(type.name))
    return Math.max(1, inner, asksFor(selectionOf(walk, node), 'pageInfo') ? (page ?? 0) : 0);
  return (WRAPPER.test(type.name) ? 0 : 1) + inner;
}

/** The most records of a list without pages. */
function lengthOf({ variables }: Walk, field: GraphQLField<unknown, unknown>, node: FieldNode): number {
  const { records }: FieldFacts = field.extensions;
  return records?.(getArgumentValues(field, node, variables)) ?? UNPAGED_LIST;
}

function selectionOf({ fragments, variables }: Walk, node: FieldNode): Selection {
  return { fieldNodes: [node], fragments, variableValues: variables };
}

/** How many records the field's arguments ask for; undefined for a field that takes no such argument. */
function pageOf(walk: Walk, field: GraphQLField<unknown, unknown>, node: FieldNode): number | undefined {
  const takes = (name: string) => field.args.some((arg) => arg.name === name);
  if (!takes('first') && !takes('limit')) return undefined;
  const args = getArgumentValues(field, node, walk.variables);
  const asked = [args['first'], args['last'], args['limit']].filter((value) => typeof value === 'number');
  return asked.length > 0 ? Math.max(0, ...asked) : walk.pageSize;
}

function isListOf(type: GraphQLOutputType): boolean {
  return isListType(getNullableType(type));
}

function isIncluded({ variables }: Walk, node: SelectionNode): boolean {
  if (!node.directives || node.directives.length === 0) return true;
  if (getDirectiveValues(GraphQLSkipDirective, node, variables)?.['if'] === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, node, variables)?.['if'] !== false;
}
