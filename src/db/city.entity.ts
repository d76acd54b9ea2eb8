/** A city of one data set. */
import { column, type RowOf, requiredColumn } from './column.ts';
import { dataEntity } from './data-entity.ts';
import { text } from './import/column-values.ts';
import { COUNT, IDENTITY, OF_COUNTRY, PLACE, POSITIVE, TRANSLATIONS } from './record-columns.ts';

export const CITY_COLUMNS = {
  ...IDENTITY,
  stateId: requiredColumn('integer', POSITIVE, { references: 'states' }),
  stateCode: column('text', text),
  ...OF_COUNTRY,
  type: column('text', text),
  level: column('integer', COUNT),
  parentId: column('integer', POSITIVE, { references: 'cities' }),
  native: column('text', text),
  ...PLACE,
  timezone: column('text', text),
  population: column('integer', COUNT),
  ...TRANSLATIONS,
};

export const City = dataEntity('City', 'cities', CITY_COLUMNS);

export type CityRow = RowOf<typeof CITY_COLUMNS>;
