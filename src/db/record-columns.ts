/** The columns that records of several kinds have. */
import { column, requiredColumn } from './column.ts';
import { degrees, integerFrom, textsByKey, patterned, text } from './import/column-values.ts';

export const POSITIVE = integerFrom(1);
export const COUNT = integerFrom(0);
export const ISO2 = patterned(/^[A-Z]{2}$/, 'two capital letters');

export const IDENTITY = { id: requiredColumn('integer', POSITIVE), name: requiredColumn('text', text) };

/** Latitude and longitude stay the decimal text of the source. */
export const PLACE = { latitude: column('text', degrees(90)), longitude: column('text', degrees(180)) };

export const TRANSLATIONS = {
  translations: column('text', textsByKey),
  wikiDataId: column('text', text, { source: 'wikiDataId' }),
};

export const OF_COUNTRY = {
  countryId: requiredColumn('integer', POSITIVE, { references: 'countries' }),
  countryCode: requiredColumn('text', ISO2),
};
