/** What a region is (specification, "Region"). */
import { defineResource } from './resource.ts';

export const REGION = defineResource({
  name: 'Region',
  table: 'regions',
  sortable: { id: 'number', name: 'text' },
  filters: [
    ['id', 'ids'],
    ['wikiDataId', 'texts'],
  ],
  fields: {
    id: { tier: 'basic', doc: 'Region id.' },
    name: { tier: 'basic', doc: 'English name.' },
    wikiDataId: { tier: 'coordinates', doc: 'Wikidata item.' },
    translations: {
      tier: 'full',
      graphql: 'translationsJson',
      doc: 'Translated names as JSON text: an object keyed by language code.',
    },
  },
});
