/**
 * What an execution does for each object of one selection, found out once and not for each row: the fields in order, their
 * arguments, and which of them are plain properties of the row.
 */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  type GraphQLError,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type OperationDefinitionNode,
  TypeNameMetaFieldDef,
} from 'graphql';
// biome-ignore lint/style/noRestrictedImports: the library's folder of that name, not ours
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js';
import type { Plan } from '../auth/plans.ts';
import { scopesAskedFor } from '../auth/verdict.ts';
import { type Arguments, holdsVariable, readArguments, type VariableArgument, variableArguments } from './arguments.ts';
import type { ExecutionContext } from './execution-context.ts';
import type { JsonParts } from './json-pieces.ts';

/** One execution of one operation. */
export interface Execution {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Record<string, FragmentDefinitionNode>;
  readonly variableValues: Record<string, unknown>;
  readonly context: ExecutionContext;
  readonly errors: GraphQLError[];
  /** What of the result may be JSON that is made already, or rows that can be copied. */
  readonly asJson: JsonParts | undefined;
  /** Arguments that variables are in, see `argumentsOf`. */
  readonly args: Map<SelectedField, Arguments>;
}

/** The extensions that an execution reads of a field. */
interface ColumnField {
  /** The property that is the field's value as it stands, when the field is asked without arguments. */
  readonly property?: string;
  /** True for a field whose scopes may look at more than can be told of a plan, such as the hour: they are asked each time. */
  readonly personal?: boolean;
}

/** A type taken apart: what a value of it is completed as. */
export interface Shape {
  readonly isNullable: boolean;
  readonly leaf: GraphQLLeafType | undefined;
  readonly object: GraphQLObjectType | undefined;
  readonly abstract: GraphQLAbstractType | undefined;
  /** What a list holds. */
  readonly item: Shape | undefined;
}

export interface SelectedField {
  /** The key in the result. */
  readonly key: string;
  readonly nodes: readonly FieldNode[];
  readonly parentType: GraphQLObjectType;
  readonly field: GraphQLField<unknown, ExecutionContext>;
  /** The property that is the value where the selection is open; undefined for a field that has to be resolved. */
  readonly property: string | undefined;
  /** The value itself, where it is the same for all objects: that of `__typename`. */
  readonly constant: string | undefined;
  readonly shape: Shape;
  /** The arguments where no variable is in them; see `argumentsOf`. */
  readonly args: Arguments | undefined;
  /** The arguments where each of them is a variable; see `argumentsOf`. */
  readonly variables: readonly VariableArgument[] | undefined;
  /** What is selected below, by the type that a value turns out to be. */
  readonly below: Map<GraphQLObjectType, Selection>;
}

export interface Selection {
  readonly type: GraphQLObjectType;
  readonly fields: readonly SelectedField[];
  /** The fields that are properties of the row. */
  readonly columns: readonly SelectedField[];
  /** True when every field is a property of the row or a constant: such objects wait for nothing where they are open. */
  readonly isPlain: boolean;
  /** What scopes said to plans so far, see {@link isOpen}. */
  readonly openTo: Map<Plan, boolean>;
  /** A new object of the result, with all its keys in order: to add them one by one takes longer, and several times the memory. */
  blank(): Record<string, unknown>;
}

/** What is selected of an operation's root. It depends on the variables that stand in `@include` and `@skip`, and on no others. */
export function rootSelection(execution: Execution, type: GraphQLObjectType): Selection {
  const { schema, fragments, variableValues, operation } = execution;
  return selectionOf(execution, type, collectFields(schema, fragments, variableValues, type, operation.selectionSet));
}

/** What a field selects of an object of this type; the same object each time. */
export function selectionBelow(
  execution: Execution,
  { below, nodes }: SelectedField,
  type: GraphQLObjectType,
): Selection {
  const known = below.get(type);
  if (known) return known;
  const { schema, fragments, variableValues } = execution;
  const selection = selectionOf(execution, type, collectSubfields(schema, fragments, variableValues, type, nodes));
  below.set(type, selection);
  return selection;
}

function selectionOf(
  execution: Execution,
  type: GraphQLObjectType,
  selected: ReadonlyMap<string, readonly FieldNode[]>,
): Selection {
  const fields = [...selected].flatMap(([key, nodes]) => selectedField(execution, type, key, nodes) ?? []);
  return {
    type,
    fields,
    columns: fields.filter(({ property }) => property !== undefined),
    isPlain: fields.every(({ property, constant }) => property !== undefined || constant !== undefined),
    openTo: new Map(),
    blank: blankOf(fields.map(({ key }) => key)),
  };
}

function blankOf(keys: readonly string[]): Selection['blank'] {
  // A key that means something to JavaScript.
  if (keys.includes('__proto__')) return () => Object.create(null) as Record<string, unknown>;
  const all: Readonly<Record<string, undefined>> = Object.fromEntries(keys.map((key) => [key, undefined]));
  return () => ({ ...all });
}

function selectedField(
  execution: Execution,
  parentType: GraphQLObjectType,
  key: string,
  nodes: readonly FieldNode[],
): SelectedField | undefined {
  const name = nodes[0]?.name.value ?? '';
  const field = parentType.getFields()[name] ?? (name === '__typename' ? TypeNameMetaFieldDef : undefined);
  if (!field || !nodes[0]) return undefined;
  const shape = shapeOf(field.type);
  const isConstant = field.args.length === 0 || !nodes[0].arguments?.some(({ value }) => holdsVariable(value));
  return {
    key,
    nodes,
    parentType,
    field,
    property: shape.leaf && plainProperty(field, nodes[0]),
    constant: field === TypeNameMetaFieldDef ? parentType.name : undefined,
    shape,
    args: isConstant ? readArguments(field, nodes[0], execution) : undefined,
    variables: variableArguments(field, nodes[0]),
    below: new Map(),
  };
}

const shapes = new WeakMap<GraphQLOutputType, Shape>();

function shapeOf(type: GraphQLOutputType): Shape {
  const known = shapes.get(type);
  if (known) return known;
  const bare = getNullableType(type);
  const shape: Shape = {
    isNullable: !isNonNullType(type),
    leaf: isLeafType(bare) ? bare : undefined,
    object: isObjectType(bare) ? bare : undefined,
    abstract: isAbstractType(bare) ? bare : undefined,
    item: isListType(bare) ? shapeOf(bare.ofType) : undefined,
  };
  shapes.set(type, shape);
  return shape;
}

/** The property that a field answers as it stands, once its scopes allow it. */
function plainProperty({ extensions }: GraphQLField<unknown, ExecutionContext>, node: FieldNode): string | undefined {
  const { property, personal }: ColumnField = extensions;
  return personal || node.arguments?.length ? undefined : property;
}

/**
 * True when the scopes of every column of the selection let this caller's plan through, whatever the row is: asked once a plan.
 * Otherwise each column of each row is asked of its resolver, and its scopes with it.
 */
export function isOpen({ context }: Execution, { columns, openTo }: Selection): boolean {
  const { plan } = context.caller;
  const known = openTo.get(plan);
  if (known !== undefined) return known;
  const ask = scopesAskedFor(plan);
  const verdict = columns.every(
    ({ field, args }) => args && !(args instanceof Error) && ask(field.resolve, args) === 'open',
  );
  openTo.set(plan, verdict);
  return verdict;
}
