/** How the Reconciliation Service API calls our records: `city-64491`, of the type `city`. */
import { CITY } from '../schema/city.resource.ts';
import { COUNTRY } from '../schema/country.resource.ts';
import type { Resource } from '../schema/resource.ts';
import { STATE } from '../schema/state.resource.ts';

export const TYPES = [
  { id: 'city', name: 'City' },
  { id: 'state', name: 'State' },
  { id: 'country', name: 'Country' },
] as const;
export type TypeId = (typeof TYPES)[number]['id'];

export const RESOURCES: Readonly<Record<TypeId, Resource>> = { city: CITY, state: STATE, country: COUNTRY };

export interface Entity {
  readonly type: TypeId;
  readonly id: number;
}

export function typeOf(id: unknown): (typeof TYPES)[number] | undefined {
  return TYPES.find((type) => type.id === id);
}

export function entityId(type: TypeId, id: number): string {
  return `${type}-${id}`;
}

/** Undefined for what is no id of ours. */
export function parseEntityId(text: unknown): Entity | undefined {
  const [, word, digits] = /^(city|state|country)-([1-9][0-9]{0,8})$/.exec(typeof text === 'string' ? text : '') ?? [];
  const type = typeOf(word);
  return type && { type: type.id, id: Number(digits) };
}
