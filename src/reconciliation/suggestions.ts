/** What is suggested to whoever types a place, a type or a property. */
import { entityId, TYPES, type TypeId } from './entities.ts';
import { allProperties, REFINING, shown } from './properties.ts';

export const SUGGEST = `query ReconciliationSuggestions($q: String!) {
  result: suggestPlaces(q: $q, limit: 20) { type id name label } }`;

/** Entities of an answer, at most. */
export const MOST_ENTITIES = 10;

/** So many of those behind as many as the client has seen (`cursor`); all of them where nothing is said. */
export function behind<Each>({ result }: { readonly result: readonly Each[] }, seen: number, most = result.length) {
  return { result: result.slice(seen, seen + most) };
}

interface Suggested {
  readonly type: TypeId;
  readonly id: number;
  readonly name: string;
  readonly label: string;
}

export function suggestedEntities(places: readonly Suggested[]) {
  return {
    result: places.map(({ type, id, name, label }) => ({
      id: entityId(type, id),
      name,
      description: label,
      notable: TYPES.filter((each) => each.id === type),
    })),
  };
}

export function suggestedTypes(prefix: string) {
  return { result: TYPES.filter(({ name }) => beginsSo(name, prefix)) };
}

/** Those that refine queries first. */
export function suggestedProperties(prefix: string) {
  const all = new Map([...allProperties(), ...REFINING].map((property) => [property.id, property]));
  const refining = new Set(REFINING.map(({ id }) => id));
  const ordered = [...REFINING, ...[...all.values()].filter(({ id }) => !refining.has(id))];
  return { result: ordered.filter(({ id, name }) => beginsSo(name, prefix) || beginsSo(id, prefix)).map(shown) };
}

function beginsSo(text: string, prefix: string): boolean {
  return text.toLowerCase().startsWith(prefix.trim().toLowerCase());
}
