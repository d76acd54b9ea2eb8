/** What an execution asks of the schema: the value of a field, and the type of a value. */
import { GraphQLError, type GraphQLObjectType, type GraphQLResolveInfo, isObjectType } from 'graphql';
import { argumentsOf } from './arguments.ts';
import type { Path, ResultObject } from './plain-row.ts';
import type { Execution, SelectedField, Shape } from './selection.ts';

/** The value of a field of `source`, or its promise. Throws what the resolver throws, and what is wrong with the arguments. */
export function resolve(execution: Execution, selected: SelectedField, source: unknown, path: Path): unknown {
  const { field } = selected;
  const args = argumentsOf(execution, selected);
  if (args instanceof Error) throw args;
  const info = infoOf(execution, selected, path);
  if (field.resolve) return field.resolve(source, args, execution.context, info);
  const value = (source as ResultObject | null | undefined)?.[field.name];
  return typeof value === 'function' ? value.call(source, args, execution.context, info) : value;
}

function infoOf(execution: Execution, { field, nodes, parentType }: SelectedField, path: Path): GraphQLResolveInfo {
  const { schema, fragments, operation, variableValues } = execution;
  return {
    fieldName: field.name,
    fieldNodes: nodes,
    returnType: field.type,
    parentType,
    path,
    schema,
    fragments,
    rootValue: undefined,
    operation,
    variableValues,
  };
}

/** The object type of a value of an abstract type. */
export function typeOf(
  execution: Execution,
  selected: SelectedField,
  { abstract }: Shape,
  value: unknown,
  path: Path,
): GraphQLObjectType {
  const { schema, context } = execution;
  const name = abstract?.resolveType?.(value, context, infoOf(execution, selected, path), abstract);
  const found = typeof name === 'string' ? schema.getType(name) : undefined;
  if (abstract && isObjectType(found) && schema.isSubType(abstract, found)) return found;
  throw new GraphQLError(`Abstract type "${abstract?.name}" does not know the type of a value.`);
}
