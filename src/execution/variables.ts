/** The variables of an operation as its definitions say, or what is wrong with them. */
import {
  GraphQLError,
  type GraphQLLeafType,
  type GraphQLSchema,
  getNullableType,
  getVariableValues,
  isLeafType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { shortText, shortValue } from './short-input.ts';

export type Variables = Readonly<Record<string, unknown>>;

export type CoercedVariables =
  | { readonly values: Record<string, unknown>; readonly errors?: undefined }
  | { readonly values?: undefined; readonly errors: readonly GraphQLError[] };

/** Coerces the variables that a client sent. Errors show the beginning of values and names, and suggest nothing. */
export function coerceVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode | null | undefined,
  sent: Variables | null | undefined,
): CoercedVariables {
  const values = operation && sent ? leafValues(schema, operation, sent) : undefined;
  if (values) return { values };
  const definitions = operation?.variableDefinitions ?? [];
  // The texts of these errors are not used, so the first one is enough.
  const { coerced } = getVariableValues(schema, definitions, sent ?? {}, { ...NO_SUGGESTIONS, maxErrors: 1 });
  if (coerced) return { values: coerced };
  const shown = Object.fromEntries(
    definitions.flatMap(({ variable: { name } }) =>
      sent && Object.hasOwn(sent, name.value) ? [[shortText(name.value), shortValue(sent[name.value])]] : [],
    ),
  );
  const short = definitions.map((definition) => {
    const { variable } = definition;
    const name = { ...variable.name, value: shortText(variable.name.value) };
    return { ...definition, variable: { ...variable, name } };
  });
  const { errors } = getVariableValues(schema, short, shown, { ...NO_SUGGESTIONS, maxErrors: MOST_ERRORS });
  return { errors: errors ?? [new GraphQLError('A variable does not fit its type.')] };
}

const NO_SUGGESTIONS = { hideSuggestions: true };
const MOST_ERRORS = 10;

/** A variable of a scalar or an enum. */
interface LeafVariable {
  readonly name: string;
  readonly type: GraphQLLeafType;
  readonly isNullable: boolean;
}

interface LeafVariables {
  readonly schema: GraphQLSchema;
  /** Undefined where the operation has others, too. */
  readonly all: readonly LeafVariable[] | undefined;
}

const known = new WeakMap<OperationDefinitionNode, LeafVariables>();

/**
 * The variables of an operation that has scalars and enums alone, all of which were sent and fit: looking at their types each time
 * takes several times as long. Undefined for any other.
 */
function leafValues(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  sent: Variables,
): Record<string, unknown> | undefined {
  let variables = known.get(operation);
  if (variables?.schema !== schema) {
    variables = { schema, all: leafVariables(schema, operation) };
    known.set(operation, variables);
  }
  if (!variables.all) return undefined;
  const values: Record<string, unknown> = Object.create(null);
  for (const { name, type, isNullable } of variables.all) {
    if (!Object.hasOwn(sent, name)) return undefined;
    const value = parsed(type, sent[name]);
    if (value === undefined || (value === null && !isNullable)) return undefined;
    values[name] = value;
  }
  return values;
}

/** Undefined for what does not fit. */
function parsed(type: GraphQLLeafType, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  try {
    return type.parseValue(value);
  } catch {
    return undefined;
  }
}

function leafVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
): readonly LeafVariable[] | undefined {
  const all: LeafVariable[] = [];
  for (const { variable, type: node } of variableDefinitions) {
    const whole = typeFromAST(schema, node);
    const type = getNullableType(whole);
    if (!isLeafType(type)) return undefined;
    all.push({ name: variable.name.value, type, isNullable: !isNonNullType(whole) });
  }
  return all;
}
