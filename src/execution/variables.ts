/** The variables of an operation as its definitions say, or what is wrong with them. */
import { GraphQLError, type GraphQLSchema, getVariableValues, type OperationDefinitionNode } from 'graphql';
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
