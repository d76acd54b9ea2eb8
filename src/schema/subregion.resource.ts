/** What a subregion is (contract, section 4). */
import { defineResource } from './resource.ts';

export const SUBREGION = defineResource({
  name: 'Subregion',
  table: 'subregions',
  sortable: { id: 'number', name: 'text', regionId: 'number' },
  filters: [
    ['id', 'ids'],
    ['regionId', 'ids'],
    ['wikiDataId', 'texts'],
  ],
  fields: {
    id: { tier: 'basic', doc: 'Subregion id.' },
    name: { tier: 'basic', doc: 'English name.' },
    regionId: { tier: 'basic', doc: 'Id of the region.' },
    wikiDataId: { tier: 'coordinates', doc: 'Wikidata item.' },
    translations: {
      tier: 'full',
      graphql: 'translationsJson',
      doc: 'Translated names as JSON text: an object keyed by language code.',
    },
  },
});
