/** The GraphQL fields of a resource, made from its table: type, nullability, documentation and the tier's scope. */
import { TIER_SCOPES } from '../auth/scopes.ts';
import { builder, facts } from './builder.ts';
import type { Resource, ResourceField } from './resource.ts';

/** A reference to the object type of a resource whose rows have type `Row`. */
export function resourceRef<Row extends object>(resource: Resource) {
  return builder.objectRef<Row>(resource.name);
}

type ResourceFieldBuilder<Row extends object> = PothosSchemaTypes.ObjectFieldBuilder<
  typeof builder.$inferSchemaTypes,
  Row
>;

/** Every field of the resource, for the `fields` of its object type. */
export function resourceFields<Row extends object>(t: ResourceFieldBuilder<Row>, resource: Resource) {
  return Object.fromEntries(resource.fields.map((field) => [field.graphql, resourceField(t, field)]));
}

function resourceField<Row extends object>(t: ResourceFieldBuilder<Row>, field: ResourceField) {
  const { property, tier } = field;
  return t.field({
    type: field.type,
    // A field above Basic is null for whoever the second lock stops, so it is nullable whatever its column says.
    nullable: field.nullable === true || tier !== 'basic',
    description: tier === 'basic' ? field.doc : `${field.doc} (${tier === 'full' ? 'Full' : 'Coordinates'} tier)`,
    extensions: facts({ tier, columns: [property] }),
    ...(tier === 'basic' ? {} : { authScopes: TIER_SCOPES[tier] }),
    // The resource table was checked against the row: each of its keys is a property of the declared type.
    resolve: (row) => (row as Record<string, never>)[property] as never,
  });
}
