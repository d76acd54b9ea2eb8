/** Properties that queries are refined by, and those that projects are extended with. */
import type { ResourceField } from '../schema/resource.ts';
import { RESOURCES, TYPES, type TypeId } from './entities.ts';

export interface Property {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The type of the entities that are its values; undefined for plain values. */
  readonly of?: TypeId;
  readonly kind?: ResourceField['type'];
}

/** What beside its name says which place is meant. */
export const REFINING: readonly Property[] = [
  { id: 'country', name: 'Country', description: 'Name of the country in any language, or its code.' },
  { id: 'state', name: 'State', description: 'Name of the state in any language, or its code.' },
  { id: 'postcode', name: 'Postal code', description: 'Of the place.' },
  { id: 'lat', name: 'Latitude', description: 'In degrees; only with the longitude.' },
  { id: 'lng', name: 'Longitude', description: 'In degrees; only with the latitude.' },
  { id: 'lang', name: 'Language', description: 'BCP 47: of the names in the answer.' },
];

const COUNTRY_OF: Property = { id: 'country', name: 'Country', description: 'The country it lies in.', of: 'country' };
const STATE_OF: Property = { id: 'state', name: 'State', description: 'The state it lies in.', of: 'state' };
const RELATIONS: Readonly<Record<TypeId, readonly Property[]>> = {
  city: [STATE_OF, COUNTRY_OF],
  state: [COUNTRY_OF],
  country: [],
};

/** What records of a type can be asked: their fields by their names in `/v1`, and what they lie in. */
export function propertiesOf(type: TypeId): readonly Property[] {
  return OF_TYPE[type];
}

/** Properties of all types, each once. */
export function allProperties(): readonly Property[] {
  return ALL;
}

// They are the code's, not the data's: once a process.
const OF_TYPE: Readonly<Record<TypeId, readonly Property[]>> = {
  country: listed('country'),
  state: listed('state'),
  city: listed('city'),
};
const ALL = [...new Map(TYPES.flatMap(({ id }) => OF_TYPE[id]).map((property) => [property.id, property])).values()];

function listed(type: TypeId): readonly Property[] {
  const fields = RESOURCES[type].fields
    .filter(({ wire }) => wire !== 'id')
    .map(({ wire, doc, type: kind }) => ({ id: wire, name: wire.replaceAll('_', ' '), description: doc, kind }));
  return [...RELATIONS[type], ...fields];
}

/** A property as clients are told of it. */
export function shown({ id, name, description }: Property) {
  return { id, name, description };
}
