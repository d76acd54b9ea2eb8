/** A country of one data set (wildcard schema: the data set decides which `geo_<id>` is read). */
import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';

const text = () => p.string().columnType('text');

export const Country = defineEntity({
  name: 'Country',
  tableName: 'countries',
  schema: '*',
  properties: {
    id: p.integer().primary().autoincrement(false),
    name: text(),
    iso2: text(),
    iso3: text(),
    numericCode: text().nullable(),
    phonecode: text().nullable(),
    capital: text().nullable(),
    currency: text().nullable(),
    currencyName: text().nullable(),
    currencySymbol: text().nullable(),
    tld: text().nullable(),
    native: text().nullable(),
    nationality: text().nullable(),
    population: p.integer().nullable(),
    gdp: p.double().nullable(),
    areaSqKm: p.double().nullable(),
    postalCodeFormat: text().nullable(),
    postalCodeRegex: text().nullable(),
    emoji: text().nullable(),
    emojiU: text().nullable(),
    latitude: text().nullable(),
    longitude: text().nullable(),
    region: text().nullable(),
    regionId: p.integer().nullable(),
    subregion: text().nullable(),
    subregionId: p.integer().nullable(),
    timezones: text().nullable(),
    translations: text().nullable(),
    wikiDataId: text().nullable(),
    dialCode: text().nullable(),
    areaCode: text().nullable(),
    areaCodes: p.array(),
  },
});

export type CountryRow = InferEntity<typeof Country>;
