/** What a subregion is (contract, section 4). */
import type { SubregionRow } from '../db/subregion.entity.ts';
import { defineResource } from './resource.ts';

export const SUBREGION = defineResource<SubregionRow>()({
  name: 'Subregion',
  table: 'subregions',
  sortable: { id: 'number', name: 'text', regionId: 'number' },
  filters: [
    ['id', 'ids'],
    ['regionId', 'ids'],
    ['wikiDataId', 'texts'],
  ],
  fields: {
    id: { type: 'Int', tier: 'basic', doc: 'Subregion id.' },
    name: { type: 'String', tier: 'basic', doc: 'English name.' },
    regionId: { type: 'Int', tier: 'basic', wire: 'region_id', doc: 'Id of the region.' },
    wikiDataId: { type: 'String', tier: 'coordinates', nullable: true, doc: 'Wikidata item.' },
    translations: {
      type: 'String',
      tier: 'full',
      graphql: 'translationsJson',
      nullable: true,
      doc: 'Translated names as JSON text: an object keyed by language code.',
    },
  },
});
