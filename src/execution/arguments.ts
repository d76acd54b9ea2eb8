/** The arguments of fields, which are the same for every object of an operation. */
import {
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  getArgumentValues,
  isNonNullType,
  Kind,
  type ValueNode,
} from 'graphql';
import type { ExecutionContext } from './execution-context.ts';
import type { Execution, SelectedField } from './selection.ts';
import { shortNode } from './short-input.ts';

/** The arguments of a field, which are the same for every object; or what is wrong with them. */
export type Arguments = Record<string, unknown> | Error;

/** An argument that is given as a variable. */
export interface VariableArgument {
  readonly name: string;
  readonly variable: string;
  readonly isNullable: boolean;
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
export function variableArguments(
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

export function readArguments(
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

export function holdsVariable(value: ValueNode): boolean {
  if (value.kind === Kind.VARIABLE) return true;
  if (value.kind === Kind.LIST) return value.values.some(holdsVariable);
  return value.kind === Kind.OBJECT && value.fields.some((field) => holdsVariable(field.value));
}
