/**
 * What an execution does for each object of one selection, found out once and not for each row: the fields in order, their
 * arguments, and which of them are plain properties of the row.
 */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getArgumentValues,
  getNullableType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  TypeNameMetaFieldDef,
  type ValueNode,
} from 'graphql';
// biome-ignore lint/style/noRestrictedImports: the library's folder of that name, not ours
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js';
import type { Plan } from '../auth/plans.ts';
import { scopesAskedFor } from '../auth/verdict.ts';
import type { ExecutionContext } from './execution-context.ts';
import type { JsonParts } from './json-pieces.ts';
import { shortNode } from './short-input.ts';

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
  /** Arguments that variables are in, see {@link argumentsOf}. */
  readonly args: Map<SelectedField, Arguments>;
}

/** The arguments of a field, which are the same for every object; or what is wrong with them. */
export type Arguments = Record<string, unknown> | Error;

/** An argument that is given as a variable. */
interface VariableArgument {
  readonly name: string;
  readonly variable: string;
  readonly isNullable: boolean;
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
  /** The arguments where no variable is in them; see {@link argumentsOf}. */
  readonly args: Arguments | undefined;
  /** The arguments where each of them is a variable; see {@link ofVariables}. */
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

/** The arguments of a field in this execution; the same object each time. */
export function argumentsOf(execution: Execution, selected: SelectedField): Arguments {
  const known = selected.args ?? execution.args.get(selected);
  if (known) return known;
  const { field, nodes, variables } = selected;
  const ofItsVariables = variables && ofVariables(variables, execution.variableValues);
  const made = ofItsVariables ?? (nodes[0] ? readArguments(field, nodes[0], execution) : {});
  execution.args.set(selected, made);
  return made;
}

/** The arguments of a field where each that it has is given as a variable; undefined for any other. */
function variableArguments(
  { args }: GraphQLField<unknown, ExecutionContext>,
  { arguments: given = [] }: FieldNode,
): readonly VariableArgument[] | undefined {
  const found = args.flatMap(({ name, type }) => {
    const value = given.find((each) => each.name.value === name)?.value;
    if (value?.kind !== Kind.VARIABLE) return [];
    return [{ name, variable: value.name.value, isNullable: !isNonNullType(type) }];
  });
  return found.length > 0 && found.length === args.length ? found : undefined;
}

/**
 * What variables have is of the argument's type already (specification, 5.8.5), so it is the argument (6.4.1). Undefined where one has
 * nothing, and where null may not be: graphql-js knows the default, or what is wrong.
 */
function ofVariables(
  variables: readonly VariableArgument[],
  values: Readonly<Record<string, unknown>>,
): Arguments | undefined {
  const args: Record<string, unknown> = {};
  for (const { name, variable, isNullable } of variables) {
    const value = Object.hasOwn(values, variable) ? values[variable] : undefined;
    if (value === undefined || (value === null && !isNullable)) return undefined;
    args[name] = value;
  }
  return args;
}

function readArguments(
  field: GraphQLField<unknown, ExecutionContext>,
  node: FieldNode,
  { variableValues }: Pick<Execution, 'variableValues'>,
): Arguments {
  if (field.args.length === 0) return {};
  try {
    return getArgumentValues(field as GraphQLField<unknown, unknown>, node, variableValues);
  } catch (error) {
    // The message holds what was sent.
    const isShort = error instanceof Error && shortNode(node) === node;
    return isShort ? error : new GraphQLError('An argument does not fit its type.', { nodes: node });
  }
}

function holdsVariable(value: ValueNode): boolean {
  if (value.kind === Kind.VARIABLE) return true;
  if (value.kind === Kind.LIST) return value.values.some(holdsVariable);
  return value.kind === Kind.OBJECT && value.fields.some((field) => holdsVariable(field.value));
}
