/** A top-level geographic region of one data set. */
import type { RowOf } from './column.ts';
import { dataEntity } from './data-entity.ts';
import { IDENTITY, TRANSLATIONS } from './record-columns.ts';

export const REGION_COLUMNS = { ...IDENTITY, ...TRANSLATIONS };

export const Region = dataEntity('Region', 'regions', REGION_COLUMNS);

export type RegionRow = RowOf<typeof REGION_COLUMNS>;
