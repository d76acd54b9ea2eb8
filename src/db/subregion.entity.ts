/** A subregion (a part of a region) of one data set. */
import { type RowOf, requiredColumn } from './column.ts';
import { dataEntity } from './data-entity.ts';
import { IDENTITY, POSITIVE, TRANSLATIONS } from './record-columns.ts';

export const SUBREGION_COLUMNS = {
  ...IDENTITY,
  regionId: requiredColumn('integer', POSITIVE, { references: 'regions' }),
  ...TRANSLATIONS,
};

export const Subregion = dataEntity('Subregion', 'subregions', SUBREGION_COLUMNS);

export type SubregionRow = RowOf<typeof SUBREGION_COLUMNS>;
