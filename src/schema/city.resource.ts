/** What a city is (specification, "City"). */
import type { CityRow } from '../db/city.entity.ts';
import { defineResource } from './resource.ts';

export const CITY = defineResource<CityRow>()({
  name: 'City',
  table: 'cities',
  sortable: {
    id: 'number',
    name: 'text',
    stateCode: 'text',
    countryCode: 'text',
    population: 'number',
    latitude: 'decimal',
    longitude: 'decimal',
  },
  fields: {
    id: { type: 'Int', tier: 'basic', doc: 'City id.' },
    name: { type: 'String', tier: 'basic', doc: 'English name.' },
    stateId: { type: 'Int', tier: 'coordinates', wire: 'state_id', nullable: true, doc: 'Id of the state.' },
    stateCode: {
      type: 'String',
      tier: 'coordinates',
      wire: 'state_code',
      nullable: true,
      doc: 'Code of the state without the country prefix.',
    },
    countryId: { type: 'Int', tier: 'coordinates', wire: 'country_id', nullable: true, doc: 'Id of the country.' },
    countryCode: {
      type: 'String',
      tier: 'coordinates',
      wire: 'country_code',
      nullable: true,
      doc: 'ISO 3166-1 alpha-2 code of the country.',
    },
    latitude: {
      type: 'String',
      tier: 'coordinates',
      nullable: true,
      doc: 'Latitude in degrees, exact decimal text.',
    },
    longitude: {
      type: 'String',
      tier: 'coordinates',
      nullable: true,
      doc: 'Longitude in degrees, exact decimal text.',
    },
    timezone: { type: 'String', tier: 'coordinates', nullable: true, doc: 'IANA time zone.' },
    population: { type: 'Int', tier: 'coordinates', nullable: true, doc: 'Inhabitants.' },
    type: { type: 'String', tier: 'coordinates', nullable: true, doc: 'Kind of place, for example `adm2`.' },
    level: { type: 'Int', tier: 'coordinates', nullable: true, doc: 'Level of the place.' },
    parentId: {
      type: 'Int',
      tier: 'coordinates',
      wire: 'parent_id',
      nullable: true,
      doc: 'Id of the city that this one is part of.',
    },
    native: { type: 'String', tier: 'coordinates', nullable: true, doc: 'Name in the native language.' },
    translations: {
      type: 'String',
      tier: 'full',
      graphql: 'translationsJson',
      nullable: true,
      doc: 'Translated names as JSON text: an object keyed by language code.',
    },
    wikiDataId: { type: 'String', tier: 'full', nullable: true, doc: 'Wikidata item.' },
  },
});
