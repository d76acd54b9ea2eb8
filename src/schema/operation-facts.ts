/** What is known of an operation before it runs: what it costs, which types it selects of, and what needs a plan. */
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import type { FieldUse } from '../auth/tier-guard.ts';
import type { FieldFacts, TypeFacts } from './builder.ts';
import { argumentsOf, included, ofFragment, type Scope, type Selected } from './walk.ts';

export interface OperationFacts {
  /** Fields that not every caller may ask, with their arguments. */
  readonly guarded: readonly FieldUse[];
  /** The types whose fields the operation selects. */
  readonly types: ReadonlySet<GraphQLObjectType>;
  /**
   * The most records that the answer can hold or name: page sizes multiply along the nesting, an edge and a page are
   * records without their fields, and a list is at least one.
   */
  readonly cost: number;
  /** False where an answer is somebody's own, or not true for ever in its data set. */
  readonly isRepeatable: boolean;
}

/** Records of a list that has no page size, such as the currencies. */
const UNPAGED_LIST = 25;

interface Walk extends Scope {
  readonly pageSize: number;
  readonly guarded: FieldUse[];
  readonly types: Set<GraphQLObjectType>;
  isRepeatable: boolean;
  /** What is known of each fragment by the page size that it stands under. */
  readonly known: Map<string, Counted>;
}

interface Counted {
  readonly cost: number;
  /** True when `pageInfo` is among the fields: the ends of a page name its records. */
  readonly asksEnds: boolean;
}

const NOTHING: Counted = { cost: 0, asksEnds: false };

/**
 * Walks an operation once. `pageSize` is the number of records of a page when the field is asked without `first` or `last`.
 * A fragment is walked once for each page size that it stands under, however often it is spread.
 */
export function operationFacts(
  scope: Scope,
  { operation, selectionSet: set }: OperationDefinitionNode,
  pageSize: number,
): OperationFacts {
  const type = scope.schema.getRootType(operation);
  const walk: Walk = { ...scope, pageSize, guarded: [], types: new Set(), isRepeatable: true, known: new Map() };
  const { cost } = type ? count(walk, { set, type }, undefined) : NOTHING;
  return { guarded: walk.guarded, types: walk.types, cost, isRepeatable: walk.isRepeatable };
}

/** `size` is the page that a connection's own lists hold; undefined outside a connection. */
function count(walk: Walk, { set, type }: Selected, size: number | undefined): Counted {
  const types = possibleTypes(walk, type);
  for (const each of types) walk.types.add(each);
  let cost = 0;
  let asksEnds = false;
  for (const node of included(walk, set)) {
    if (node.kind === Kind.FIELD) {
      for (const each of types) noteUse(walk, each, node);
      cost += costOfField(walk, node, type, size);
      asksEnds ||= node.name.value === 'pageInfo';
      continue;
    }
    const inner =
      node.kind === Kind.INLINE_FRAGMENT
        ? count(walk, ofFragment(walk, node, type), size)
        : countFragment(walk, node.name.value, type, size);
    cost += inner.cost;
    asksEnds ||= inner.asksEnds;
  }
  return { cost, asksEnds };
}

function countFragment(walk: Walk, name: string, type: GraphQLNamedType, size: number | undefined): Counted {
  const key = `${name} ${size}`;
  const known = walk.known.get(key);
  if (known) return known;
  walk.known.set(key, NOTHING); // A cycle ends here; validation refuses it.
  const fragment = walk.fragments[name];
  const counted = fragment ? count(walk, ofFragment(walk, fragment, type), size) : NOTHING;
  walk.known.set(key, counted);
  return counted;
}

/**
 * A selection on an interface or union counts for every type that it may turn out to be: what is asked of one of them
 * alone stands in a fragment on that type.
 */
function possibleTypes({ schema }: Walk, type: GraphQLNamedType): readonly GraphQLObjectType[] {
  return isAbstractType(type) ? schema.getPossibleTypes(type) : isObjectType(type) ? [type] : [];
}

function noteUse(walk: Walk, type: GraphQLObjectType, node: FieldNode): void {
  const field = type.getFields()[node.name.value];
  if (!field) return; // __typename and introspection
  const { tier = 'basic', gates, reads, personal }: FieldFacts = field.extensions;
  // A type that says until when it is true depends on the moment.
  if (personal || 'validUntil' in type.getFields()) walk.isRepeatable = false;
  if (tier === 'basic' && !gates && !reads) return;
  walk.guarded.push({ typeName: type.name, field, args: gates || reads ? argumentsOf(walk, field, node) : {} });
}

function costOfField(walk: Walk, node: FieldNode, parent: GraphQLNamedType, size: number | undefined): number {
  const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[node.name.value] : undefined;
  if (!field || !node.selectionSet) return 0; // a scalar, or introspection
  const type = getNamedType(field.type);
  if (!isCompositeType(type)) return 0;
  const { carries }: TypeFacts = type.extensions;
  const page = pageOf(walk, field, node);
  const below = { set: node.selectionSet, type };
  if (isListType(getNullableType(field.type))) {
    const { cost } = count(walk, below, undefined);
    const { records }: FieldFacts = field.extensions;
    const times = records?.(argumentsOf(walk, field, node)) ?? page ?? size ?? UNPAGED_LIST;
    return times * (carries === 'records' ? Math.max(1, cost) : 1 + cost);
  }
  const { cost, asksEnds } = count(walk, below, page);
  if (carries === 'page') return Math.max(1, cost, asksEnds ? (page ?? 0) : 0);
  return (carries === 'records' ? 0 : 1) + cost;
}

/** How many records the field's arguments ask for; undefined for a field that takes no such argument. */
function pageOf(walk: Walk, field: GraphQLField<unknown, unknown>, node: FieldNode): number | undefined {
  if (!field.args.some(({ name }) => name === 'first' || name === 'limit')) return undefined;
  const args = argumentsOf(walk, field, node);
  const asked = [args['first'], args['last'], args['limit']].filter((value) => typeof value === 'number');
  return asked.length > 0 ? Math.max(0, ...asked) : walk.pageSize;
}
