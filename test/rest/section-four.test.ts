import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { FIXTURE_DIR } from '../environment.ts';
import { openService, type TestService } from '../service.ts';
import { byCodePoints, sourceRows } from '../source-rows.ts';
import { countingSql } from '../sql-count.ts';
import {
  CONVERSION_KEYS,
  COUNTRY_LOOKUP_KEYS,
  CURRENCY_KEYS,
  DIAL_CODE_KEYS,
  DIAL_CODE_KEYS_WITH_AREA,
  INNER_CURRENCY_KEYS,
  TIME_ZONE_KEYS,
} from './specification.ts';

type Fault = readonly [path: string, status: number, error: string];

const invalid = (...rules: string[]) => `Invalid query parameters: ${rules.join('; ')}`;

/** What names no country, in all forms that come to mind. */
const NO_COUNTRY = ['XX', 'XXX', '0', '99999', '4.0', '-1', 'J%20P', 'JAPAN', '%D9%A1', '99999999999999999999'];
/** What names no record by its id. */
const NO_ID = ['0', '-1', '1.0', '99999', '2147483648', '99999999999', 'x', '1e0', '0x1', '%D9%A3', '%2B3', '3%20'];

const NO_STATES = 'No States/Regions found.';
const NO_STATE = 'No State/Region found.';
const NO_CITIES = 'No Cities found.';
const NO_CODE = 'Country not found for the given code';
const ONE_OF = invalid('Provide exactly one of: iso2, iso3, numeric');
const ISO2 = invalid('iso2: must be a 2-letter code');
const ISO3 = invalid('iso3: must be a 3-letter code');
const NUMERIC = invalid('numeric: must be a 1 to 3 digit code');
const FROM = 'from: must be one of: iso2, iso3, numeric';
const TO = 'to: must be one of: iso2, iso3, numeric';
const DIFFERENT = 'from and to must be different';
const VALUE = 'value does not match the format required by from';
const CURRENCY = 'Invalid currency code. Must be a 3-letter ISO 4217 code (e.g., USD, EUR).';
const NO_NUMBER = 'Missing required query parameter: number';
const NO_PLUS = 'Phone number must be in E.164 format starting with + (e.g., +14155552671).';
const NO_DIGITS = 'Invalid phone number. Must contain 5-15 digits after the +.';
const NO_OWNER = 'Could not identify a country for the given phone number.';

const convert = (from: string, to: string, value: string) =>
  `/v1/iso/country/convert?from=${from}&to=${to}&value=${value}`;

const FAULTS: readonly Fault[] = [
  ...NO_COUNTRY.flatMap((ciso): Fault[] => [
    [`/v1/countries/${ciso}/states`, 404, NO_STATES],
    [`/v1/countries/${ciso}/states/13/cities`, 404, NO_CITIES],
    [`/v1/phone/${ciso}`, 404, 'Country not found.'],
    [`/v1/timezone/${ciso}`, 404, 'Country not found.'],
    [`/v1/timezone/${ciso}/13`, 404, 'State not found.'],
    [`/v1/timezone/${ciso}/13/1`, 404, 'City not found.'],
  ]),
  ...NO_ID.flatMap((id): Fault[] => [
    [`/v1/states/${id}`, 404, NO_STATE],
    [`/v1/cities/${id}`, 404, 'City not found.'],
    [`/v1/regions/${id}/subregions`, 404, 'Region not found.'],
    [`/v1/subregions/${id}`, 404, 'Subregion not found.'],
    [`/v1/subregions/${id}/countries`, 404, 'Subregion not found.'],
    [`/v1/timezone/AD/07/${id}`, 404, 'City not found.'],
  ]),
  ['/v1/countries/AQ/states', 404, NO_STATES],
  ['/v1/countries/JP/states?q=zzzz', 404, NO_STATES],
  ['/v1/countries/JP/states/99/cities', 404, NO_CITIES],
  ['/v1/countries/JP/states/JP-13/cities', 404, NO_CITIES],
  ['/v1/countries/GB/states/SCT/cities?q=zzzz', 404, NO_CITIES],
  ['/v1/regions/99/subregions?q=z', 400, invalid('q: Search query must be at least 2 characters')],

  ['/v1/iso/country', 400, ONE_OF],
  ['/v1/iso/country?iso2=JP&iso3=JPN', 400, ONE_OF],
  ['/v1/iso/country?iso2=JP&numeric=392', 400, ONE_OF],
  ['/v1/iso/country?iso2=x&iso3=x&numeric=x', 400, ONE_OF],
  ['/v1/iso/country?iso2=&iso3=', 400, ONE_OF],
  ...['', 'J', 'JPN', 'J1', '%C3%9CX', '12', 'JP%20'].map((code): Fault => [`/v1/iso/country?iso2=${code}`, 400, ISO2]),
  ...['', 'JP', 'JAPA', 'J1N', '392'].map((code): Fault => [`/v1/iso/country?iso3=${code}`, 400, ISO3]),
  ...['', '0', '00', '000', '0392', '1234', '-4', '4.0', 'x', '%D9%A4', '1e1', '%2B4'].map(
    (code): Fault => [`/v1/iso/country?numeric=${code}`, 400, NUMERIC],
  ),
  ['/v1/iso/country?iso2=JP&iso2=JP', 400, invalid('iso2: must be given once')],
  ['/v1/iso/country?iso2=XX', 404, NO_CODE],
  ['/v1/iso/country?iso3=ZZZ', 404, NO_CODE],
  ['/v1/iso/country?numeric=999', 404, NO_CODE],

  ['/v1/iso/country/convert', 400, invalid(FROM, TO)],
  ['/v1/iso/country/convert?value=JP&to=iso3', 400, invalid(FROM)],
  ['/v1/iso/country/convert?value=JP&from=iso2', 400, invalid(TO)],
  ['/v1/iso/country/convert?from=iso2&to=iso3', 400, invalid(VALUE)],
  [convert('id', 'iso3', 'JP'), 400, invalid(FROM)],
  [convert('iso2', 'name', 'JP'), 400, invalid(TO)],
  [convert('id', 'name', 'x'), 400, invalid(FROM, TO)],
  [convert('iso2', 'name', 'JPN'), 400, invalid(TO, VALUE)],
  [convert('iso2', 'iso2', 'JP'), 400, invalid(DIFFERENT)],
  [convert('iso2', 'iso2', '4'), 400, invalid(DIFFERENT, VALUE)],
  ...[
    ['iso2', 'JPN'],
    ['iso2', '39'],
    ['iso2', ''],
    ['iso3', 'JP'],
    ['iso3', '392'],
    ['numeric', 'JP'],
    ['numeric', '000'],
    ['numeric', '0004'],
    ['numeric', '%D9%A4'],
  ].map(
    ([from = '', value = '']): Fault => [convert(from, from === 'iso3' ? 'iso2' : 'iso3', value), 400, invalid(VALUE)],
  ),
  [convert('iso2', 'iso3', 'XX'), 404, NO_CODE],
  [convert('numeric', 'iso3', '999'), 404, NO_CODE],
  [convert('iso2', 'numeric', 'XK'), 404, 'No numeric code available for this country'],
  [convert('iso3', 'numeric', 'xkx'), 404, 'No numeric code available for this country'],

  ...['', 'EU', 'EURO', 'E1R', '978', '%E2%82%AC', 'EU%20'].map(
    (code): Fault => [`/v1/currency?code=${code}`, 400, CURRENCY],
  ),
  ['/v1/currency?code=EUR&code=EUR', 400, invalid('code: must be given once')],
  ['/v1/currency/HM', 404, 'No currency data available for this country.'],

  ['/v1/phone/HM', 404, 'No dial code available for this country.'],
  ['/v1/phone/parse', 400, NO_NUMBER],
  ['/v1/phone/parse?number=', 400, NO_NUMBER],
  ['/v1/phone/parse?number', 400, NO_NUMBER],
  ...['14155552671', '0014155552671', 'tel:%2B14155552671', 'x', '%EF%BC%8B14155552671'].map(
    (number): Fault => [`/v1/phone/parse?number=${number}`, 400, NO_PLUS],
  ),
  ...[
    '%2B',
    '+',
    '%2B1234',
    '+1234',
    '%2B1234567890123456',
    '%2B1415555x671',
    '%2B1415%2B5552671',
    '%2B%2B14155552671',
    '%2B()----',
    '%2B%D9%A1%D9%A2%D9%A3%D9%A4%D9%A5%D9%A6',
    '%2B14155552671;ext=1',
  ].map((number): Fault => [`/v1/phone/parse?number=${number}`, 400, NO_DIGITS]),
  ['/v1/phone/parse?number=%2B14155552671&number=%2B14155552671', 400, invalid('number: must be given once')],
  ...['%2B01234567', '%2B99912345678', '%2B2101234567', '%2B80012345678'].map(
    (number): Fault => [`/v1/phone/parse?number=${number}`, 404, NO_OWNER],
  ),

  ['/v1/timezone/HM', 404, 'No timezone data available for this country.'],
  ['/v1/timezone/JP/99', 404, 'State not found.'],
  ['/v1/timezone/US/AA', 404, 'No timezone data available for this state.'],
  ['/v1/timezone/US/AA/368', 404, 'No timezone data available for this city.'],
  ['/v1/timezone/AD/03/1', 404, 'City not found.'],
  ['/v1/timezone/FR/07/1', 404, 'City not found.'],
];

/** Exact answers of the look-ups. */
const ANSWERS: readonly (readonly [path: string, body: unknown])[] = [
  ...['iso2=AD', 'iso2=ad', 'iso3=AND', 'iso3=and', 'numeric=020', 'numeric=20'].map(
    (query) =>
      [`/v1/iso/country?${query}`, { id: 6, name: 'Andorra', iso2: 'AD', iso3: 'AND', numeric_code: '020' }] as const,
  ),
  ['/v1/iso/country?iso2=XK', { id: 248, name: 'Kosovo', iso2: 'XK', iso3: 'XKX', numeric_code: null }],
  [convert('iso2', 'iso3', 'AD'), { from: 'iso2', to: 'iso3', input: 'AD', result: 'AND' }],
  [convert('iso2', 'iso3', 'ad'), { from: 'iso2', to: 'iso3', input: 'ad', result: 'AND' }],
  [convert('iso3', 'iso2', 'And'), { from: 'iso3', to: 'iso2', input: 'And', result: 'AD' }],
  [convert('iso2', 'numeric', 'AD'), { from: 'iso2', to: 'numeric', input: 'AD', result: '020' }],
  [convert('numeric', 'iso2', '20'), { from: 'numeric', to: 'iso2', input: '20', result: 'AD' }],
  [convert('numeric', 'iso3', '020'), { from: 'numeric', to: 'iso3', input: '020', result: 'AND' }],
  ['/v1/currency?code=JPY', [{ country: 'JP', currency: { code: 'JPY', name: 'Japanese yen', symbol: '¥' } }]],
  ['/v1/currency?code=ZZZ', []],
  ['/v1/phone/JPN', { country: 'JP', dial_code: '+81', iso2: 'JP', iso3: 'JPN' }],
  ['/v1/phone/020', { country: 'BB', dial_code: '+1', area_code: '246', iso2: 'BB', iso3: 'BRB' }],
  ['/v1/phone/sx', { country: 'SX', dial_code: '+1', area_code: '721', iso2: 'SX', iso3: 'SXM' }],
  ['/v1/phone/BV', { country: 'BV', dial_code: '+55', iso2: 'BV', iso3: 'BVT' }],
  ['/v1/phone/US', { country: 'US', dial_code: '+1', iso2: 'US', iso3: 'USA' }],
];

/** Paths that ask the same question: the later ones are answered from the first one's entry. */
const SAME: readonly (readonly string[])[] = [
  ['US', 'us', 'USA', 'usa', '233', '0233'].map((ciso) => `/v1/countries/${ciso}/states`),
  ['US', 'usa', '233'].map((ciso) => `/v1/countries/${ciso}/states/ca/cities`),
  ['/v1/countries/US/states/CA/cities?fields=name,id', '/v1/countries/us/states/cA/cities/?fields=%20id%20,name&x=y'],
  ['/v1/countries?sort=name', '/v1/countries?sort=name:ASC', '/v1/countries?sort=%20name%20,'],
  ['/v1/countries?fields=', '/v1/countries?sort=', '/v1/countries'],
  ['/v1/states/1416', '/v1/states/01416'],
  ['/v1/subregions/6/countries', '/v1/subregions/006/countries'],
  ['/v1/iso/country?numeric=20', '/v1/iso/country?numeric=020', '/v1/iso/country?unknown=1&numeric=20'],
  ['/v1/iso/country?iso2=AD', '/v1/iso/country?iso2=ad'],
  ['/v1/currency?code=EUR', '/v1/currency?code=eur'],
  ['/v1/phone/US', '/v1/phone/usa', '/v1/phone/233'],
  ['/v1/timezone/US', '/v1/timezone/USA', '/v1/timezone/0233'],
  ['/v1/timezone/US/CA', '/v1/timezone/usa/ca'],
  ['/v1/timezone/AD/07/1', '/v1/timezone/6/07/0001'],
];

describe.each(inject('homes'))('section 4 on $home', (home) => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService(home);
  });
  afterAll(() => service.close());

  it.each(FAULTS)('%s is %i', async (path, status, error) => {
    const response = await service.get(path, 'Business');
    expect([response.status, await response.text()]).toEqual([status, JSON.stringify({ error })]);
    expect([
      response.headers.get('cache-control'),
      response.headers.get('etag'),
      response.headers.get('x-cache'),
    ]).toEqual(['no-store', null, null]);
  });

  it('asks the database nothing for what it can refuse by its form', async () => {
    await service.get('/v1/countries/JP', 'Business');
    const { statements } = await countingSql(async () => {
      for (const [path, status] of FAULTS) if (status === 400) await service.get(path, 'Business');
    });
    expect(statements).toEqual([]);
  });

  it.each(ANSWERS)('%s', async (path, body) => {
    const response = await service.get(path, 'Business');
    expect([response.status, await response.text()]).toEqual([200, JSON.stringify(body)]);
  });

  it('lists the currencies of all countries that have one by ISO2, or of those that share one', async () => {
    const all = sourceRows(FIXTURE_DIR, 'countries')
      .filter((row) => row['currency'])
      .map((row) => ({
        country: String(row['iso2']),
        currency: { code: row['currency'], name: row['currency_name'], symbol: row['currency_symbol'] },
      }))
      .sort((left, right) => byCodePoints(left.country, right.country));
    const answer = async (path: string) => (await service.get(path, 'Supporter')).text();
    expect(await answer('/v1/currency')).toBe(JSON.stringify(all));
    const euro = all.filter(({ currency }) => currency.code === 'EUR');
    expect(euro.length).toBeGreaterThan(3);
    expect(await answer('/v1/currency?code=eur')).toBe(JSON.stringify(euro));
  });

  it('has the keys of each answer in the order of its table', async () => {
    const record = async (path: string) => {
      const body = (await (await service.get(path, 'Business')).json()) as object;
      return Array.isArray(body) ? (body[0] as Record<string, object>) : (body as Record<string, object>);
    };
    expect(Object.keys(await record('/v1/iso/country?iso3=JPN'))).toEqual(COUNTRY_LOOKUP_KEYS);
    expect(Object.keys(await record(convert('iso2', 'iso3', 'JP')))).toEqual(CONVERSION_KEYS);
    expect(Object.keys(await record('/v1/currency?code=JPY'))).toEqual(CURRENCY_KEYS);
    expect(Object.keys((await record('/v1/currency'))['currency'] ?? {})).toEqual(INNER_CURRENCY_KEYS);
    expect(Object.keys(await record('/v1/phone/JP'))).toEqual(DIAL_CODE_KEYS);
    expect(Object.keys(await record('/v1/phone/BB'))).toEqual(DIAL_CODE_KEYS_WITH_AREA);
    for (const place of ['JP', 'JP/13', 'AD/07/1']) {
      expect(Object.keys(await record(`/v1/timezone/${place}`))).toEqual(TIME_ZONE_KEYS);
    }
  });

  it.each(SAME.map((paths) => [paths[0], paths] as const))(
    '%s and its other forms share an entry',
    async (_first, paths) => {
      await using fresh = await openService(home);
      const seen: (string | null)[] = [];
      const bodies = new Set<string>();
      for (const path of paths) {
        const response = await fresh.get(path, 'Business');
        expect([path, response.status]).toEqual([path, 200]);
        seen.push(response.headers.get('x-cache'));
        bodies.add(await response.text());
      }
      expect(seen).toEqual(['MISS', ...paths.slice(1).map(() => 'HIT')]);
      expect([bodies.size, fresh.gateway.cache.size]).toEqual([1, 1]);
    },
  );
});

describe.each(inject('homes'))('the same questions over GraphQL on $home', (home) => {
  it('are answered alike, gated alike, and refused as bad input', async () => {
    await using service = await openService(home);
    const query = `{ byCode: countryLookup(numeric: "20") { iso2 }
      converted: countryCodeConversion(from: ISO3, to: NUMERIC, value: "and") { result }
      euro: currencies(code: "eur") { countryCode } dialCodeOf(country: "BRB") { dialCode { areaCode } }
      phoneNumber(number: "+12465551234") { dialCode { iso2 } nationalNumber e164 }
      timeZoneLookup(country: 6, state: "07", cityId: 1) { timeZone { name } } }`;
    const { data } = await service.graphql('Business', query);
    expect(data).toMatchObject({
      byCode: { iso2: 'AD' },
      converted: { result: '020' },
      dialCodeOf: { dialCode: { areaCode: '246' } },
      phoneNumber: { dialCode: { iso2: 'BB' }, nationalNumber: '2465551234', e164: '+12465551234' },
      timeZoneLookup: { timeZone: { name: 'Europe/Andorra' } },
    });
    const refused = await service.graphql('Community', query);
    expect(refused.errors?.[0]?.extensions?.['code']).toBe('FORBIDDEN');
    for (const bad of [
      '{ countryLookup { id } }',
      '{ countryLookup(iso2: "AD", iso3: "AND") { id } }',
      '{ countryLookup(numeric: "000") { id } }',
      '{ countryCodeConversion(from: ISO2, to: ISO2, value: "AD") { result } }',
      '{ countryCodeConversion(from: ISO2, to: ISO3, value: "AND") { result } }',
      '{ currencies(code: "EURO") { countryCode } }',
      '{ phoneNumber(number: "+1 415") { e164 } }',
      '{ timeZoneLookup(country: "AD", cityId: 1) { timeZone { name } } }',
    ]) {
      const { errors } = await service.graphql('Business', bad);
      expect([bad, errors?.[0]?.extensions?.['code']]).toEqual([bad, 'BAD_USER_INPUT']);
    }
  });
});
