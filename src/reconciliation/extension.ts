/** Values of properties by which projects are extended, from the records that their cells were reconciled to. */
import { tiered } from '../schema/resource.ts';
import { entityId, type Entity, RESOURCES, TYPES, type TypeId } from './entities.ts';
import { allProperties, type Property, propertiesOf } from './properties.ts';

type Row = Readonly<Record<string, unknown>>;
type Cell = Readonly<Record<string, unknown>>;

/** Ids that one statement takes. */
const CHUNK = 100;

const LISTS: Readonly<Record<TypeId, string>> = { city: 'cities', state: 'states', country: 'countries' };
const ABOVE: Readonly<Record<TypeId, string>> = {
  city: '_state: state { id name } _country: country { id name }',
  state: '_country: country { id name }',
  country: '',
};

/** The operation that reads records of a type by their ids. */
export function recordsDocument(type: TypeId): string {
  return `query ReconciliationRecords($ids: [Int!]!, $coordinates: Boolean!, $full: Boolean!) {
    result: ${LISTS[type]}(filter: { id: $ids }) { nodes { ${tiered(RESOURCES[type])} ${ABOVE[type]} } } }`;
}

/** What the entities ask of the database: types with so many ids as one statement takes. */
export function chunksOf(entities: readonly Entity[]): readonly { readonly type: TypeId; readonly ids: number[] }[] {
  return TYPES.flatMap(({ id: type }) => {
    const ids = [...new Set(entities.filter((each) => each.type === type).map(({ id }) => id))];
    return Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, at) => ({
      type,
      ids: ids.slice(at * CHUNK, (at + 1) * CHUNK),
    }));
  });
}

/** `{ meta, rows }` for the ids as they were sent; what is none of ours has no values. */
export function extended(
  ids: readonly string[],
  wanted: readonly string[],
  records: ReadonlyMap<string, { readonly type: TypeId; readonly row: Row }>,
) {
  const known = new Map(allProperties().map((property) => [property.id, property]));
  const meta = wanted.map((id) => {
    const property = known.get(id);
    const type = TYPES.find((each) => each.id === property?.of);
    return { id, name: property?.name ?? id, ...(type ? { type } : {}) };
  });
  const rows = ids.map((id) => {
    const record = records.get(id);
    const own = new Map(record ? propertiesOf(record.type).map((property) => [property.id, property]) : []);
    return [id, Object.fromEntries(wanted.map((each) => [each, cellsOf(own.get(each), record?.row)]))];
  });
  return { meta, rows: Object.fromEntries(rows) };
}

function cellsOf(property: Property | undefined, row: Row | undefined): Cell[] {
  if (!property || !row) return [];
  if (property.of) {
    const above = row[`_${property.id}`] as { readonly id: number; readonly name: string } | null | undefined;
    return above ? [{ id: entityId(property.of, above.id), name: above.name }] : [];
  }
  const value = row[property.id];
  if (value === null || value === undefined) return [];
  return [{ [{ Int: 'int', Float: 'float', String: 'str' }[property.kind ?? 'String']]: value }];
}
