/** Table and column names of a data set, derived from the entities. */
import { UnderscoreNamingStrategy } from '@mikro-orm/postgresql';
import { City, type CityRow } from './city.entity.ts';
import { Country, type CountryRow } from './country.entity.ts';
import { Region, type RegionRow } from './region.entity.ts';
import { State, type StateRow } from './state.entity.ts';
import { Subregion, type SubregionRow } from './subregion.entity.ts';

export interface Rows {
  countries: CountryRow;
  states: StateRow;
  cities: CityRow;
  regions: RegionRow;
  subregions: SubregionRow;
}
export type TableName = keyof Rows;

const ENTITIES = { countries: Country, states: State, cities: City, regions: Region, subregions: Subregion };
const NAMING = new UnderscoreNamingStrategy();

const COLUMNS: ReadonlyMap<TableName, ReadonlyMap<string, string>> = new Map(
  // Object.entries widens the keys of the literal above to string.
  (Object.entries(ENTITIES) as [TableName, (typeof ENTITIES)[TableName]][]).map(([table, entity]) => [
    table,
    new Map(
      Object.values(entity.init().meta.properties).map(({ name, fieldNames }) => [
        name,
        fieldNames?.[0] ?? NAMING.propertyToColumnName(name),
      ]),
    ),
  ]),
);

/** The column of an entity property; throws for a property that the entity does not have. */
export function columnOf(table: TableName, property: string): string {
  const column = COLUMNS.get(table)?.get(property);
  if (column === undefined) throw new Error(`${table} has no property ${property}`);
  return column;
}

/** `"numeric_code" AS "numericCode", …` for the given properties. */
export function selectList(table: TableName, properties: readonly string[], alias?: string): string {
  const from = alias ? `${alias}.` : '';
  return properties.map((property) => `${from}"${columnOf(table, property)}" AS "${property}"`).join(', ');
}
