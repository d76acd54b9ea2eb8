/** Whether what is said of a place goes together (`/v1/check`), through the gateway. */
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openService, type TestService } from '../service.ts';
import { FIXTURE_DIR } from '../environment.ts';
import { sourceRows } from '../source-rows.ts';
import { countingSql } from '../sql-count.ts';

const NEEDS_TWO = 'Provide at least two of: country, state, city, postcode, phone, timezone, currency, lat and lng';

/** What is asked, and the findings' code, fields and `expected`. */
const CASES: readonly [query: string, ...findings: (readonly [code: string, fields: string, expected?: string])[]][] = [
  ['country=JP&state=Tokyo&postcode=150-0002&phone=%2B81312345678&timezone=Asia/Tokyo&currency=jpy'],
  ['country=Japan&state=13&postcode=%E3%80%92150-0002'],
  ['country=%E6%97%A5%E6%9C%AC&state=Texas', ['STATE_NOT_IN_COUNTRY', 'state country', 'US']],
  ['country=392&state=Tokyo'],
  ['country=392&state=TX', ['STATE_NOT_IN_COUNTRY', 'state country', 'US']],
  ['country=JP&state=TX', ['STATE_NOT_IN_COUNTRY', 'state country', 'US']],
  ['country=US&state=13', ['STATE_NOT_IN_COUNTRY', 'state country']],
  ['country=JP&city=Andorra%20la%20Vella', ['CITY_NOT_IN_COUNTRY', 'city country', 'AD']],
  // What the data has as a state, or as a capital alone, is no other country's city.
  ['country=JP&city=Tokyo'],
  ['country=IN&city=new%20delhi'],
  ['country=TF&city=Port-aux-Francais'],
  ['country=JP&city=Philipsburg', ['UNKNOWN_VALUE', 'city']],
  ['country=JP&city=!', ['UNKNOWN_VALUE', 'city']],
  ['state=Encamp&city=Andorra%20la%20Vella', ['CITY_NOT_IN_STATE', 'city state', 'AD-07']],
  // What a city's text says beside the city.
  ['country=AD&city=Andorra%20la%20Vella%20(Andorra)'],
  ['country=AD&city=AD500%20Andorra%20la%20Vella'],
  ['city=Andorra%20la%20Vella,%20Andorra&currency=USD', ['CURRENCY_NOT_TENDER', 'currency city', 'EUR']],
  ['country=AD&city=Andorra%20la%20Vella,%20Encamp', ['CITY_NOT_IN_STATE', 'city', 'AD-07']],
  ['country=JP&city=Andorra%20la%20Vella,%20Andorra', ['CITY_NOT_IN_COUNTRY', 'city country', 'AD']],
  ['country=AD&city=Andorra%20la%20Vella,%20Japan', ['CITY_NOT_IN_STATE', 'city']],
  ['country=AD&city=Nowhere%20At%20All,%20Tokyo', ['UNKNOWN_VALUE', 'city']],
  ['country=US&postcode=1500', ['POSTCODE_FORMAT', 'postcode country']],
  ['country=US&state=California&postcode=90210'],
  ['country=US&state=California&postcode=10001-1234', ['POSTCODE_OTHER_STATE', 'postcode state', 'US-NY']],
  ['country=GB&phone=%2B81312345678', ['PHONE_OTHER_COUNTRY', 'phone country']],
  ['country=CA&phone=%2B14155552671', ['PHONE_OTHER_COUNTRY', 'phone country']],
  ['country=CA&phone=%2B18005552671'],
  ['country=GB&phone=%2B447781123456'],
  ['country=JP&timezone=Europe/London', ['TIMEZONE_NOT_IN_COUNTRY', 'timezone country', 'Asia/Tokyo']],
  ['country=JP&currency=USD', ['CURRENCY_NOT_TENDER', 'currency country', 'JPY']],
  ['country=JP&lat=51.5&lng=-0.1', ['POINT_OUTSIDE_COUNTRY', 'lat lng country']],
  ['country=JP&lat=35.6&lng=139.9'],
  ['country=JP&lat=0&lng=-30', ['POINT_OUTSIDE_COUNTRY', 'lat lng country']],
  ['country=JP&state=Nowhere%20At%20All', ['UNKNOWN_VALUE', 'state']],
  ['state=unknown&city=null&country=JP', ['UNKNOWN_VALUE', 'state'], ['UNKNOWN_VALUE', 'city']],
  ['country=Jepan&currency=JPY', ['UNKNOWN_VALUE', 'country', 'Japan']],
  ['country=Saint&currency=STN', ['UNKNOWN_VALUE', 'country']],
  ['country=Texas&currency=USD', ['UNKNOWN_VALUE', 'country', 'United States']],
  ['country=Amerika%20Serikat&currency=USD'],
  ['country=JP&timezone=Mars/Olympus', ['UNKNOWN_VALUE', 'timezone']],
  ['country=JP&currency=QQQ', ['UNKNOWN_VALUE', 'currency']],
  ['country=JP&currency=XAU', ['CURRENCY_NOT_TENDER', 'currency country', 'JPY']],
  ['country=The%20Japan&currency=JPY'],
  ['country=IN&timezone=Europe/London', ['TIMEZONE_NOT_IN_COUNTRY', 'timezone country', 'Asia/Kolkata']],
  // Without a country's name the surest of the others says where.
  ['state=Texas&currency=JPY', ['CURRENCY_NOT_TENDER', 'currency state', 'USD']],
  ['lat=35.7&lng=139.7&currency=USD', ['CURRENCY_NOT_TENDER', 'currency lat lng', 'JPY']],
  ['phone=%2B81312345678&timezone=Asia/Tokyo'],
  ['timezone=Asia/Tokyo&currency=EUR', ['CURRENCY_NOT_TENDER', 'currency timezone', 'JPY']],
  // The most certain first.
  [
    'country=JP&currency=USD&state=Texas&timezone=Mars/Olympus',
    ['STATE_NOT_IN_COUNTRY', 'state country', 'US'],
    ['CURRENCY_NOT_TENDER', 'currency country', 'JPY'],
    ['UNKNOWN_VALUE', 'timezone'],
  ],
];

const FAULTS: readonly [query: string, error: string][] = [
  ['', `Invalid query parameters: ${NEEDS_TWO}`],
  ['country=JP', `Invalid query parameters: ${NEEDS_TWO}`],
  ['country=JP&city=%20', `Invalid query parameters: ${NEEDS_TWO}`],
  ['lat=1&lng=2', `Invalid query parameters: ${NEEDS_TWO}`],
  ['country=JP&lat=1', 'Invalid query parameters: lng: is required with lat'],
  ['country=JP&lat=1&lng=', 'Invalid query parameters: lng: is required with lat'],
  ['country=JP&__proto__=1', `Invalid query parameters: ${NEEDS_TWO}`],
  ['country=JP&lng=1', 'Invalid query parameters: lat: is required with lng'],
  ['country=JP&lat=91&lng=1', 'Invalid query parameters: lat: must be a number from -90 to 90'],
  [`country=JP&city=${'a'.repeat(201)}`, 'Invalid query parameters: city: must be at most 200 characters'],
  ['country=JP&country=FR', 'Invalid query parameters: country: must be given once'],
  ['country=JP&currency=yens', 'Invalid currency code. Must be a 3-letter ISO 4217 code (e.g., USD, EUR).'],
  ['country=JP&phone=123', 'Phone number must be in E.164 format starting with + (e.g., +14155552671).'],
];

describe.each(inject('homes'))('on $home', (home) => {
  let service: TestService;
  const lines: string[] = [];
  beforeAll(async () => {
    const sink = { write: (line: string) => void lines.push(line) };
    service = await openService(home, { log: pino({ level: 'trace' }, sink) });
  });
  afterAll(() => service.close());

  it.each(CASES)('%s', async (query, ...wanted) => {
    const answer = await service.get(`/v1/check?${query}`, 'Supporter');
    const body = await answer.json();
    const found = body.findings.map((each: Record<string, unknown>) => [
      each['code'],
      (each['fields'] as string[]).join(' '),
      ...('expected' in each ? [each['expected']] : []),
    ]);
    expect([answer.status, body.consistent, found]).toEqual([200, wanted.length === 0, wanted]);
  });

  it.each(FAULTS)('%s is a 400 that says what is wrong', async (query, error) => {
    const answer = await service.get(`/v1/check?${query}`, 'Business');
    expect([answer.status, await answer.json()]).toEqual([400, { error }]);
  });

  it('has nothing against a capital in its country', async () => {
    const countries = sourceRows(FIXTURE_DIR, 'countries').filter(({ capital }) => capital);
    expect(countries.length).toBeGreaterThan(5);
    for (const { iso2, capital } of countries) {
      const answer = await service.get(
        `/v1/check?country=${iso2}&city=${encodeURIComponent(`${capital}`)}`,
        'Supporter',
      );
      expect([iso2, await answer.json()]).toEqual([iso2, { consistent: true, findings: [] }]);
    }
  });

  it('names a time zone as it was sent', async () => {
    const answer = await service.get('/v1/check?country=JP&timezone=EST', 'Supporter');
    const { findings } = await answer.json();
    expect(findings[0].message).toMatch(/^EST is no time zone of Japan/);
  });

  it('GraphQL tells the same', async () => {
    const { data } = await service.graphql(
      'Supporter',
      '{ checkPlace(country: "JP", currency: "usd") { consistent findings { code fields expected } } }',
    );
    expect(data?.['checkPlace']).toEqual({
      consistent: false,
      findings: [{ code: 'CURRENCY_NOT_TENDER', fields: ['currency', 'country'], expected: 'JPY' }],
    });
    for (const args of [
      'country: "JP"',
      'country: "JP", lat: 1',
      'country: "JP", phone: "12"',
      'currency: "€", city: "x"',
    ]) {
      const { errors } = await service.graphql('Supporter', `{ checkPlace(${args}) { consistent } }`);
      expect(errors?.map(({ extensions }) => extensions?.['code'])).toEqual(['BAD_USER_INPUT']);
    }
  });

  it('a number reaches no cache, no log and no statement', async () => {
    const before = service.gateway.cache.size;
    const { statements } = await countingSql(async () => {
      const answer = await service.get('/v1/check?country=CA&phone=%2B14155559876', 'Supporter');
      expect([answer.headers.get('cache-control'), answer.headers.get('etag')]).toEqual(['no-store', null]);
      expect(await answer.text()).not.toContain('4155559876');
      await service.graphql('Supporter', '{ checkPlace(country: "CA", phone: "+14155559876") { consistent } }');
    });
    expect(service.gateway.cache.size).toBe(before);
    expect(lines.join('')).toContain('CheckPlace');
    expect(lines.join('') + statements.join('\n')).not.toContain('4155559876');
  });
});
