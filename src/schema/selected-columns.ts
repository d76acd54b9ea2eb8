/** Which columns an operation asks of a type: SQL reads those and no others. */
import { type FieldNode, type GraphQLResolveInfo, getNamedType, isAbstractType, isObjectType } from 'graphql';
import type { FieldFacts } from './builder.ts';
import { argumentsOf, fieldsOf, type Selected } from './walk.ts';

/**
 * The row properties that the selection below the resolving field reads of `typeName`, through connections and
 * wrappers, with `id` always.
 */
export function selectedColumns(info: GraphQLResolveInfo, typeName: string): readonly string[] {
  const { fieldNodes, variableValues } = info;
  const known = selected.get(fieldNodes);
  if (known?.typeName === typeName && (known.variables ?? variableValues) === variableValues) return known.columns;
  const read: Read = { columns: new Set(['id']), dependsOnArguments: false };
  for (const below of selectionsBelow(info)) addColumns(info, below, typeName, read);
  const columns = [...read.columns].sort();
  selected.set(fieldNodes, { typeName, columns, variables: read.dependsOnArguments ? variableValues : undefined });
  return columns;
}

interface SelectedColumns {
  readonly typeName: string;
  readonly columns: readonly string[];
  /** Those of the execution that it holds for; undefined where it holds for all. */
  readonly variables: object | undefined;
}

// An array of nodes is that of one field in one operation where the same of its selection is included, see `conditionsKey`.
const selected = new WeakMap<readonly FieldNode[], SelectedColumns>();

/** What is read so far. */
interface Read {
  readonly columns: Set<string>;
  /** True when arguments were looked at, in which variables may stand. */
  dependsOnArguments: boolean;
}

/** True when the field's selection asks for a direct child field of this name. */
export function asksFor(info: GraphQLResolveInfo, fieldName: string): boolean {
  return selectionsBelow(info).some((below) =>
    [...fieldsOf(info, below)].some(({ node }) => node.name.value === fieldName),
  );
}

function selectionsBelow(info: GraphQLResolveInfo): Selected[] {
  const type = getNamedType(info.returnType);
  return info.fieldNodes.flatMap(({ selectionSet: set }) => (set ? [{ set, type }] : []));
}

function addColumns(info: GraphQLResolveInfo, selection: Selected, typeName: string, read: Read): void {
  for (const { node, type } of fieldsOf(info, selection)) {
    // Below an interface or union, what is asked of its other types is not asked of this one.
    if (isAbstractType(selection.type) && isObjectType(type) && type.name !== typeName) continue;
    const owner = isAbstractType(type) ? info.schema.getType(typeName) : type;
    const field = isObjectType(owner) ? owner.getFields()[node.name.value] : undefined;
    if (!field) continue; // __typename
    if (owner?.name !== typeName) {
      if (node.selectionSet)
        addColumns(info, { set: node.selectionSet, type: getNamedType(field.type) }, typeName, read);
      continue;
    }
    const { columns = [] }: FieldFacts = field.extensions; // Only facts() writes a field's extensions.
    const isAsked = typeof columns === 'function';
    if (isAsked && node.arguments?.length) read.dependsOnArguments = true;
    for (const property of isAsked ? columns(argumentsOf(info, field, node)) : columns) read.columns.add(property);
  }
}
