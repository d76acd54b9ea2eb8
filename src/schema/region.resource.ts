/** What a region is (specification, "Region"). */
import type { RegionRow } from '../db/region.entity.ts';
import { defineResource } from './resource.ts';

export const REGION = defineResource<RegionRow>()({
  name: 'Region',
  table: 'regions',
  sortable: { id: 'number', name: 'text' },
  filters: [
    ['id', 'ids'],
    ['wikiDataId', 'texts'],
  ],
  fields: {
    id: { type: 'Int', tier: 'basic', doc: 'Region id.' },
    name: { type: 'String', tier: 'basic', doc: 'English name.' },
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
