/** JSON schemas of what routes answer, read from their operations: names, types and nullability come from the schema. */
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { CITY } from '../../schema/city.resource.ts';
import { COUNTRY } from '../../schema/country.resource.ts';
import { REGION } from '../../schema/region.resource.ts';
import type { Resource } from '../../schema/resource.ts';
import { STATE } from '../../schema/state.resource.ts';
import { SUBREGION } from '../../schema/subregion.resource.ts';
import type { Route } from '../route.ts';
import { type JsonSchema, type ObjectSchema, resourceSchema, typed } from './json-schema.ts';

/** The resources that answers hold whole, by the name of their GraphQL type. */
export const RESOURCES: ReadonlyMap<string, Resource> = new Map(
  [COUNTRY, STATE, CITY, REGION, SUBREGION].map((resource) => [resource.name, resource]),
);

export interface AnswerSchema {
  /** True when the answer is an array of items. */
  readonly isList: boolean;
  /** The kinds that an item can be, by component name. */
  readonly items: ReadonlyMap<string, ObjectSchema>;
}

/** What of a route says what it answers. */
type AnswerRoute = Pick<Route, 'body' | 'notFound' | 'present' | 'inline' | 'validUntil' | 'omitNull'>;

/** What a route answers. */
export function answerSchema(route: AnswerRoute, document: DocumentNode, schema: GraphQLSchema): AnswerSchema {
  const roots = document.definitions.flatMap((node) =>
    node.kind === Kind.OPERATION_DEFINITION ? fieldsOf(node.selectionSet) : [],
  );
  const fields = schema.getQueryType()?.getFields() ?? {};
  const answers = roots.map((root) => bodyAt({ node: root, type: definition(fields, root).type }, route.body ?? []));
  return {
    isList: answers.some(({ type }) => isListType(getNullableType(type))),
    items: new Map(answers.map((answer) => item(route, answer))),
  };
}

/** A selected field and its type. */
interface Selected {
  readonly node: FieldNode;
  readonly type: GraphQLOutputType;
}

function bodyAt(root: Selected, path: readonly string[]): Selected {
  return path.reduce((at, name) => {
    const found = selections(at).find(({ node }) => responseKey(node) === name);
    if (!found) throw new Error(`nothing is selected at ${path.join('.')}`);
    return found;
  }, root);
}

function item(route: AnswerRoute, answer: Selected): readonly [string, ObjectSchema] {
  const name = itemName(route, answer);
  const present = [...Object.keys(route.notFound ?? {}), ...(route.present ?? [])];
  const whole = objectSchema(answer, present);
  const inline = route.inline === undefined ? undefined : whole.properties[route.inline];
  // A property of an object type is the schema of that object.
  const merged = inline ? inlined(whole, route.inline ?? '', inline as ObjectSchema) : whole;
  const { [route.validUntil ?? '']: _left, ...properties } = merged.properties;
  const required = merged.required.filter((key) => key !== route.validUntil);
  return [name, omitting({ ...merged, properties, required }, route.omitNull ?? [])];
}

/** The schema of an object, and of those in it, that leaves out these names where they would be null. */
function omitting<Schema extends JsonSchema>(value: Schema, names: readonly string[]): Schema {
  const { properties, required, items } = value as Partial<ObjectSchema> & { readonly items?: JsonSchema };
  if (names.length === 0 || (!properties && !items)) return value;
  if (!properties) return { ...value, items: omitting(items ?? {}, names) };
  const inner = Object.entries(properties).map(([key, each]) => [
    key,
    names.includes(key) ? withoutNull(each) : omitting(each, names),
  ]);
  return { ...value, properties: Object.fromEntries(inner), required: required?.filter((key) => !names.includes(key)) };
}

/** A place near by is a city near by, where it has a city's record in it. */
function itemName({ inline }: AnswerRoute, answer: Selected): string {
  const { name } = getNamedType(answer.type);
  const record = selections(answer).find(({ node }) => responseKey(node) === inline);
  return record ? name.replace(/^Place/, getNamedType(record.type).name) : name;
}

/** The object with the properties of one of its members in front of its own. */
function inlined(whole: ObjectSchema, member: string, inner: ObjectSchema): ObjectSchema {
  const { [member]: _inner, ...rest } = whole.properties;
  return {
    ...whole,
    properties: { ...inner.properties, ...rest },
    required: [...inner.required, ...whole.required.filter((name) => name !== member)],
  };
}

function objectSchema(answer: Selected, present: readonly string[] = []): ObjectSchema {
  const type = getNamedType(answer.type);
  const resource = RESOURCES.get(type.name);
  if (resource) return resourceSchema(resource);
  const members = selections(answer);
  const wires = new Map(members.map(({ node }) => [node.name.value, responseKey(node)]));
  const properties = members.map(({ node, type: inner }) => {
    const name = responseKey(node);
    const nullable = !isNonNullType(inner) && !present.includes(name);
    if (node.selectionSet) return [name, orNull(listed(inner, objectSchema({ node, type: inner })), nullable)] as const;
    const doc = isObjectType(type) ? type.getFields()[node.name.value]?.description : undefined;
    const described = { ...listed(inner, scalarSchema(inner)), ...(doc ? { description: wireDoc(doc, wires) } : {}) };
    return [name, orNull(described, nullable)] as const;
  });
  return {
    type: 'object',
    ...(type.description ? { description: type.description } : {}),
    properties: Object.fromEntries(properties),
    required: members.filter(({ node }) => !node.directives?.length).map(({ node }) => responseKey(node)),
  };
}

/** The schema of a value whose items are described, or which is described itself. */
function listed(type: GraphQLOutputType, items: JsonSchema): JsonSchema {
  return isListType(getNullableType(type)) ? { type: 'array', items } : items;
}

function scalarSchema(type: GraphQLOutputType): JsonSchema {
  const { name } = getNamedType(type);
  return name === 'Boolean' ? { type: 'boolean' } : typed(name === 'Int' || name === 'Float' ? name : 'String');
}

/** A description of the schema with the names that bodies have. */
function wireDoc(doc: string, wires: ReadonlyMap<string, string>): string {
  return doc.replace(/`(\w+)`/g, (all, name: string) => (wires.has(name) ? `\`${wires.get(name)}\`` : all));
}

function orNull(value: JsonSchema, nullable: boolean): JsonSchema {
  if (nullable) return { ...value, type: [value['type'], 'null'] };
  const { description } = value;
  if (typeof description !== 'string') return value;
  const [always, sometimes] = description.split('; null when ', 2);
  return sometimes === undefined ? value : { ...value, description: `${always}.` };
}

function withoutNull(value: JsonSchema): JsonSchema {
  const { type } = value;
  return { ...value, type: Array.isArray(type) ? type[0] : type };
}

function selections({ node, type }: Selected): Selected[] {
  const named = getNamedType(type);
  if (!node.selectionSet || !isObjectType(named)) return [];
  return fieldsOf(node.selectionSet).map((each) => ({ node: each, type: definition(named.getFields(), each).type }));
}

function fieldsOf(set: SelectionSetNode): FieldNode[] {
  return set.selections.flatMap((each) => (each.kind === Kind.FIELD ? [each] : []));
}

function definition(fields: Readonly<Record<string, GraphQLField<unknown, unknown>>>, node: FieldNode) {
  const field = fields[node.name.value];
  if (!field) throw new Error(`the schema has no field ${node.name.value}`);
  return field;
}

function responseKey(node: FieldNode): string {
  return (node.alias ?? node.name).value;
}
