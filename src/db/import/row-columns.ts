/** The columns that the importer fills in each table: their names here and in the source, their types, their rules. */
import {
  amount,
  arrayText,
  type ColumnValue,
  degrees,
  digits,
  integerFrom,
  numericCode,
  objectText,
  patterned,
  required,
  requiredText,
  text,
} from './column-values.ts';
import type { TableName } from './data-set-source.ts';

export interface RowColumn {
  readonly name: string;
  /** The column's name in the source files. */
  readonly from: string;
  /** PostgreSQL type that JSON values of this column are read as. */
  readonly type: 'integer' | 'double precision' | 'text' | 'text[]';
  /** Turns a source value into the column's; throws ValueFault. Columns without it are computed by the importer. */
  readonly read?: (value: unknown) => ColumnValue;
}

const POSITIVE = integerFrom(1);
const COUNT = integerFrom(0);
const ISO2 = patterned(/^[A-Z]{2}$/, 'two capital letters');

function column(from: string, read: RowColumn['read'], type: RowColumn['type'] = 'text', name = from): RowColumn {
  return read === undefined ? { name, from, type } : { name, from, type, read };
}

const ID = column('id', required(POSITIVE), 'integer');
const NAME = column('name', requiredText);
const TRANSLATIONS = column('translations', objectText);
const WIKI_DATA_ID = column('wikiDataId', text, 'text', 'wiki_data_id');
const PLACE = [column('latitude', degrees(90)), column('longitude', degrees(180))];
const COUNTRY = [column('country_id', required(POSITIVE), 'integer'), column('country_code', required(ISO2))];
const POPULATION = column('population', COUNT, 'integer');
const NESTING = [column('type', text), column('level', COUNT, 'integer'), column('parent_id', POSITIVE, 'integer')];

/** In the order in which rows are written and hashed. The names that the source lacks or adds are null or ignored. */
export const ROW_COLUMNS: Readonly<Record<TableName, readonly RowColumn[]>> = {
  regions: [ID, NAME, TRANSLATIONS, WIKI_DATA_ID],
  subregions: [ID, NAME, column('region_id', required(POSITIVE), 'integer'), TRANSLATIONS, WIKI_DATA_ID],
  countries: [
    ID,
    NAME,
    column('iso2', required(ISO2)),
    column('iso3', required(patterned(/^[A-Z]{3}$/, 'three capital letters'))),
    column('numeric_code', numericCode),
    column('phonecode', digits(text)),
    column('capital', text),
    column('currency', text),
    column('currency_name', text),
    column('currency_symbol', text),
    column('tld', text),
    column('native', text),
    column('nationality', text),
    POPULATION,
    column('gdp', amount, 'double precision'),
    column('area_sq_km', amount, 'double precision'),
    column('postal_code_format', text),
    column('postal_code_regex', text),
    column('emoji', text),
    column('emojiU', text, 'text', 'emoji_u'),
    ...PLACE,
    column('region', text),
    column('region_id', POSITIVE, 'integer'),
    column('subregion', text),
    column('subregion_id', POSITIVE, 'integer'),
    column('timezones', arrayText),
    TRANSLATIONS,
    WIKI_DATA_ID,
    column('dial_code', undefined),
    column('area_code', undefined),
    column('area_codes', undefined, 'text[]'),
  ],
  states: [
    ID,
    NAME,
    ...COUNTRY,
    column('iso2', text),
    column('iso3166_2', text),
    column('fips_code', text),
    ...NESTING,
    column('native', text),
    ...PLACE,
    column('timezone', text),
    POPULATION,
    TRANSLATIONS,
    WIKI_DATA_ID,
  ],
  cities: [
    ID,
    NAME,
    column('state_id', required(POSITIVE), 'integer'),
    column('state_code', text),
    ...COUNTRY,
    ...NESTING,
    column('native', text),
    ...PLACE,
    column('timezone', text),
    POPULATION,
    TRANSLATIONS,
    WIKI_DATA_ID,
  ],
};
