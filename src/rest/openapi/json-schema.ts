/** JSON schemas of resources: a field's type, whether it can be null, and the tier from which it is returned. */
import { lowestPlanOf, type Tier } from '../../auth/plans.ts';
import type { Resource, ResourceField } from '../../schema/resource.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface ObjectSchema extends JsonSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
}

const TYPES = { Int: 'integer', Float: 'number', String: 'string' } as const;

export function typed(type: ResourceField['type']): JsonSchema {
  return { type: TYPES[type] };
}

/** A record as callers of the full tier see it; what every tier sees is required. */
export function resourceSchema(resource: Resource): ObjectSchema {
  return {
    type: 'object',
    properties: properties(resource),
    required: resource.fields.filter(({ tier }) => tier === 'basic').map(({ wire }) => wire),
  };
}

/** What `fields` leaves of a record: any of its fields, and always the id. */
export function selectionSchema(resource: Resource): ObjectSchema {
  return { type: 'object', properties: properties(resource), required: ['id'] };
}

function properties(resource: Resource): ObjectSchema['properties'] {
  return Object.fromEntries(resource.fields.map((field) => [field.wire, fieldSchema(field)]));
}

function fieldSchema({ type, nullable, doc, tier }: ResourceField): JsonSchema {
  return {
    type: nullable ? [TYPES[type], 'null'] : TYPES[type],
    description: `${doc}${tierNote(tier)}`,
    'x-tier': tier,
  };
}

function tierNote(tier: Tier): string {
  return tier === 'basic' ? '' : ` From the ${lowestPlanOf(tier)} plan.`;
}
