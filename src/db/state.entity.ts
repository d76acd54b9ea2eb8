/** A state, province, region or territory of one data set. */
import { column, type RowOf } from './column.ts';
import { dataEntity } from './data-entity.ts';
import { text } from './import/column-values.ts';
import { COUNT, IDENTITY, OF_COUNTRY, PLACE, POSITIVE, TRANSLATIONS } from './record-columns.ts';

export const STATE_COLUMNS = {
  ...IDENTITY,
  ...OF_COUNTRY,
  iso2: column('text', text),
  iso31662: column('text', text, { name: 'iso3166_2', source: 'iso3166_2' }),
  fipsCode: column('text', text),
  type: column('text', text),
  level: column('integer', COUNT),
  parentId: column('integer', POSITIVE, { references: 'states' }),
  native: column('text', text),
  ...PLACE,
  timezone: column('text', text),
  population: column('integer', COUNT),
  ...TRANSLATIONS,
};

export const State = dataEntity('State', 'states', STATE_COLUMNS);

export type StateRow = RowOf<typeof STATE_COLUMNS>;
