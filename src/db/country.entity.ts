/** A country of one data set. */
import { column, computedColumn, type RowOf, requiredColumn } from './column.ts';
import { dataEntity } from './data-entity.ts';
import { amount, objectList, digits, numericCode, patterned, text } from './import/column-values.ts';
import { COUNT, IDENTITY, ISO2, PLACE, POSITIVE, TRANSLATIONS } from './record-columns.ts';

export const COUNTRY_COLUMNS = {
  ...IDENTITY,
  iso2: requiredColumn('text', ISO2, { unique: true }),
  iso3: requiredColumn('text', patterned(/^[A-Z]{3}$/, 'three capital letters'), { unique: true }),
  numericCode: column('text', numericCode, { unique: true }),
  phonecode: column('text', digits(text)),
  capital: column('text', text),
  currency: column('text', text),
  currencyName: column('text', text),
  currencySymbol: column('text', text),
  tld: column('text', text),
  native: column('text', text),
  nationality: column('text', text),
  population: column('integer', COUNT),
  gdp: column('double precision', amount),
  areaSqKm: column('double precision', amount),
  postalCodeFormat: column('text', text),
  postalCodeRegex: column('text', text),
  emoji: column('text', text),
  emojiU: column('text', text, { source: 'emojiU' }),
  ...PLACE,
  region: column('text', text),
  regionId: column('integer', POSITIVE, { references: 'regions' }),
  subregion: column('text', text),
  subregionId: column('integer', POSITIVE, { references: 'subregions' }),
  timezones: column('text', objectList),
  ...TRANSLATIONS,
  dialCode: computedColumn('text', true),
  areaCode: computedColumn('text', true),
  areaCodes: computedColumn('text[]', false),
};

export const Country = dataEntity('Country', 'countries', COUNTRY_COLUMNS);

export type CountryRow = RowOf<typeof COUNTRY_COLUMNS>;
