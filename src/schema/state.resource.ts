/** What a state is (specification, "State"). */
import type { StateRow } from '../db/state.entity.ts';
import { defineResource } from './resource.ts';

export const STATE = defineResource<StateRow>()({
  name: 'State',
  table: 'states',
  sortable: {
    id: 'number',
    name: 'text',
    iso2: 'text',
    countryCode: 'text',
    population: 'number',
    latitude: 'decimal',
    longitude: 'decimal',
  },
  fields: {
    id: { type: 'Int', tier: 'basic', doc: 'State id.' },
    name: { type: 'String', tier: 'basic', doc: 'English name.' },
    countryId: { type: 'Int', tier: 'basic', wire: 'country_id', doc: 'Id of the country.' },
    countryCode: {
      type: 'String',
      tier: 'basic',
      wire: 'country_code',
      doc: 'ISO 3166-1 alpha-2 code of the country.',
    },
    iso2: {
      type: 'String',
      tier: 'basic',
      nullable: true,
      doc: 'State code without the country prefix.',
    },
    latitude: {
      type: 'String',
      tier: 'basic',
      nullable: true,
      doc: 'Latitude of the approximate centre in degrees, exact decimal text.',
    },
    longitude: {
      type: 'String',
      tier: 'basic',
      nullable: true,
      doc: 'Longitude of the approximate centre in degrees, exact decimal text.',
    },
    timezone: { type: 'String', tier: 'basic', nullable: true, doc: 'IANA time zone.' },
    fipsCode: { type: 'String', tier: 'coordinates', wire: 'fips_code', nullable: true, doc: 'FIPS 10-4 code.' },
    iso31662: {
      type: 'String',
      tier: 'coordinates',
      wire: 'iso3166_2',
      nullable: true,
      doc: 'Full ISO 3166-2 code: country code, hyphen, subdivision code.',
    },
    type: { type: 'String', tier: 'coordinates', nullable: true, doc: 'Kind of division, for example `province`.' },
    level: { type: 'Int', tier: 'coordinates', nullable: true, doc: 'Level of the division.' },
    parentId: {
      type: 'Int',
      tier: 'coordinates',
      wire: 'parent_id',
      nullable: true,
      doc: 'Id of the state that this one is part of.',
    },
    native: { type: 'String', tier: 'coordinates', nullable: true, doc: 'Name in the native language.' },
    population: { type: 'Int', tier: 'coordinates', nullable: true, doc: 'Inhabitants.' },
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
