/** Who may be answered the same: callers of a tier, or of one plan where a scope tells the plans of a tier apart. */
import {
  type DocumentNode,
  type GraphQLField,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { type Gate, isAtLeast, PLAN_NAMES, type Plan, tierOf } from '../auth/plans.ts';
import { scopesAskedFor } from '../auth/verdict.ts';

type Field = GraphQLField<unknown, unknown>;

/**
 * The name of those who share a plan's answers of an operation: the tier (contract, section 5), or the plan alone. Found out
 * when it is first asked.
 */
export function createAudience(schema: GraphQLSchema, document: DocumentNode, gate?: Gate): (plan: Plan) => string {
  const known = new Map<Plan, string>();
  return (plan) => {
    const audience = known.get(plan) ?? audienceOf(fieldsOf(schema, document), plan, gate);
    known.set(plan, audience);
    return audience;
  };
}

function audienceOf(fields: ReadonlySet<Field>, plan: Plan, gate: Gate | undefined): string {
  const tier = tierOf(plan);
  const others = PLAN_NAMES.filter((other) => tierOf(other) === tier && (!gate || isAtLeast(other, gate.plan)));
  if (others.length < 2) return tier;
  const view = viewOf(fields, plan);
  return view !== undefined && others.every((other) => viewOf(fields, other) === view) ? tier : plan;
}

/** What the scopes of the fields say to a plan; undefined where that depends on more. */
function viewOf(fields: ReadonlySet<Field>, plan: Plan): string | undefined {
  const ask = scopesAskedFor(plan);
  const verdicts = [...fields].map(({ resolve }) => ask(resolve, {}));
  return verdicts.includes('depends') ? undefined : verdicts.join();
}

/** Every field that the document selects, of each type that it may turn out to be of. */
function fieldsOf(schema: GraphQLSchema, document: DocumentNode): ReadonlySet<Field> {
  const found = new Set<Field>();
  const types = new TypeInfo(schema);
  const noteField = (name: string) => {
    const parent = types.getParentType();
    const possible = isAbstractType(parent) ? schema.getPossibleTypes(parent) : isObjectType(parent) ? [parent] : [];
    for (const type of possible) {
      const field = type.getFields()[name];
      if (field) found.add(field);
    }
  };
  visit(document, visitWithTypeInfo(types, { Field: ({ name }) => noteField(name.value) }));
  return found;
}
