/** The forms that addresses are written into (`/v1/address-form`), through the gateway. */
import { describe, expect, inject, it } from 'vitest';
import { addressData } from '../../src/address/address-data.ts';
import { statesOfAddresses } from '../../src/address/states-of-addresses.ts';
import { openedIndex } from '../../src/find/opened-indexes.ts';
import { NO_FULL_DATA } from '../environment.ts';
import { fullHome } from '../full-home.ts';
import { openService } from '../service.ts';

describe.each(inject('homes'))('on $home', (home) => {
  it('Japan’s has its lines in two orders, its own names for things, and its prefectures', async () => {
    await using service = await openService(home);
    const form = await (await service.get('/v1/address-form/jpn?lang=de', 'Community')).json();
    expect(form).toMatchObject({
      country_code: 'JP',
      lang: 'de',
      lines: ['〒{postcode}', '{state}', '{address}', '{organization}', '{name}'],
      latin_lines: ['{name}', '{organization}', '{address}, {state}', '{postcode}'],
      postcode_pattern: '\\d{3}-?\\d{4}',
      postcode_prefix: null,
      dial_code: '+81',
      states_url: '/v1/countries/JP/states',
    });
    expect(form.fields.map(({ name }: { name: string }) => name)).toEqual([
      'postcode',
      'state',
      'address',
      'organization',
      'name',
    ]);
    expect(form.fields[1]).toEqual({
      name: 'state',
      label_key: 'prefecture',
      label: 'Präfektur',
      required: true,
      upper_case: true,
    });
    expect(form.states).toHaveLength(47);
    expect(form.states.filter(({ id }: { id: number | null }) => id !== null)).toEqual([
      { id: 832, code: '01', key: '北海道', name: 'Hokkaidō', local_name: '北海道', postcode_start: '0[4-9]|00[1-7]' },
      { id: 823, code: '13', key: '東京都', name: 'Tokyo', local_name: '東京都', postcode_start: '1[0-8]|19[0-8]|20' },
      expect.objectContaining({ id: 859, code: '27', local_name: '大阪府' }),
    ]);
  });

  it('a country whose addresses name no state offers none, one that lists more than the data has offers all', async () => {
    await using service = await openService(home);
    const read = async (code: string) => (await service.get(`/v1/address-form/${code}`, 'Community')).json();
    expect((await read('FR')).states).toEqual([]);
    const us = await read('US');
    expect(us.states.find(({ key }: { key: string }) => key === 'TX')).toMatchObject({ id: 1407, code: 'TX' });
    expect(us.states.find(({ key }: { key: string }) => key === 'AS')).toMatchObject({ id: null, code: null });
  });

  it('what is no country is a 404, a wrong language a 400', async () => {
    await using service = await openService(home);
    const nowhere = await service.get('/v1/address-form/XX', 'Community');
    expect([nowhere.status, await nowhere.json()]).toEqual([404, { error: 'Country not found.' }]);
    const wrong = await service.get('/v1/address-form/JP?lang=!', 'Community');
    expect([wrong.status, await wrong.json()]).toEqual([
      400,
      { error: 'Invalid query parameters: lang: must be a BCP 47 language tag (e.g. de, pt-BR)' },
    ]);
    const { errors } = await service.graphql(
      'Community',
      '{ country(code: "JP") { addressForm(lang: "!") { lang } } }',
    );
    expect(errors?.[0]?.extensions?.['code']).toBe('BAD_USER_INPUT');
  });

  it('GraphQL has it of each country of a list, without a statement for each', async () => {
    await using service = await openService(home);
    const { data } = await service.graphql(
      'Community',
      '{ countries(first: 5) { nodes { iso2 addressForm { countryCode lines } } } }',
    );
    const { nodes } = (data?.['countries'] ?? { nodes: [] }) as {
      nodes: { iso2: string; addressForm: { countryCode: string } }[];
    };
    expect(nodes).toHaveLength(5);
    expect(nodes.map(({ addressForm }) => addressForm.countryCode)).toEqual(nodes.map(({ iso2 }) => iso2));
  });
});

const hasFullData = inject('fullHomeUrl') !== undefined;

describe.skipIf(!hasFullData)(hasFullData ? 'on the full data' : `on the full data (${NO_FULL_DATA})`, () => {
  it('nearly all subdivisions that authorities list are states of ours, each one once', async () => {
    await using service = await openService(await fullHome());
    const bytes = service.dataSets.current()?.findIndex;
    if (!bytes) throw new Error('the full data has no index');
    const index = openedIndex(bytes);
    let [listed, joined] = [0, 0];
    for (let country = 0; country < index.places.firstState; country += 1) {
      const { subdivisions } = addressData(index.places.countryCode(country));
      const states = statesOfAddresses(index, country, subdivisions).filter((state) => state !== undefined);
      expect(new Set(states).size).toBe(states.length);
      listed += subdivisions.length;
      joined += states.length;
    }
    expect(listed).toBe(1350);
    expect(joined).toBeGreaterThanOrEqual(1290);
  });
});
