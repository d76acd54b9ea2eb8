import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openService, type TestService } from '../service.ts';
import { countingSql } from '../sql-count.ts';
import { PARSED_NUMBER_KEYS, PARSED_NUMBER_KEYS_WITH_AREA } from './specification.ts';

const SAN_FRANCISCO = {
  country: 'US',
  dial_code: '+1',
  iso2: 'US',
  iso3: 'USA',
  national_number: '4155552671',
  e164: '+14155552671',
};

/** Ways to write one number in a query. */
const SPELLINGS = [
  '%2B14155552671',
  '+14155552671',
  '%2014155552671',
  '+%2B14155552671',
  '%2B1+415+555+2671',
  '%2B1%20415-555-2671',
  '%2B1-415-555-2671',
  '%2B1.415.555.2671',
  '%2B1+(415)+555-2671',
  '%2B14155552671%20',
];

describe.each(inject('homes'))('on $home', (home) => {
  let service: TestService;
  const lines: string[] = [];
  beforeAll(async () => {
    const sink = { write: (line: string) => void lines.push(line) };
    service = await openService(home, { log: pino({ level: 'trace' }, sink) });
  });
  afterAll(() => service.close());

  const parse = (number: string, headers?: Readonly<Record<string, string>>) =>
    service.get(`/v1/phone/parse?number=${number}`, 'Supporter', headers);

  it.each(SPELLINGS)('reads %s', async (spelling) => {
    const response = await parse(spelling);
    expect([response.status, await response.text()]).toEqual([200, JSON.stringify(SAN_FRANCISCO)]);
  });

  it('names the country, its dial code and what follows it', async () => {
    const owners: readonly [number: string, country: string, national: string][] = [
      ['%2B12465551234', 'BB', '2465551234'],
      ['%2B17215551234', 'SX', '7215551234'],
      ['%2B14165550123', 'CA', '4165550123'],
      ['%2B18095551234', 'DO', '8095551234'],
      ['%2B18005551234', 'US', '8005551234'],
      ['%2B442071838750', 'GB', '2071838750'],
      ['%2B81312345678', 'JP', '312345678'],
      ['%2B50841123', 'PM', '41123'],
      ['%2B594594123456', 'GF', '594123456'],
      ['%2B5512345', 'BV', '12345'],
    ];
    for (const [number, country, national] of owners) {
      const body = (await (await parse(number)).json()) as Record<string, string>;
      expect([number, body['country'], body['national_number']]).toEqual([number, country, national]);
      expect(body['e164']).toBe(`+${number.slice(3)}`);
      expect(body['dial_code'] + national).toBe(body['e164']);
      expect(Object.keys(body)).toEqual('area_code' in body ? PARSED_NUMBER_KEYS_WITH_AREA : PARSED_NUMBER_KEYS);
    }
    const barbados = (await (await parse('%2B12465551234')).json()) as Record<string, string>;
    expect(barbados['area_code']).toBe('246');
  });

  it('wins over a country called PARSE, in these letters only', async () => {
    const response = await service.get('/v1/phone/PARSE?number=%2B14155552671', 'Supporter');
    expect([response.status, await response.text()]).toEqual([404, '{"error":"Country not found."}']);
  });

  it('is kept by nobody: no-store, no validator, never a hit, never a 304, no entry', async () => {
    const before = service.gateway.cache.size;
    for (const condition of [undefined, '*', '"a"']) {
      for (const number of SPELLINGS.slice(0, 3)) {
        const response = await parse(number, condition ? { 'If-None-Match': condition } : {});
        expect({
          status: response.status,
          cacheControl: response.headers.get('cache-control'),
          etag: response.headers.get('etag'),
          cache: response.headers.get('x-cache'),
          plan: response.headers.get('x-svcapi-plan'),
          vary: response.headers.get('vary'),
        }).toEqual({
          status: 200,
          cacheControl: 'no-store',
          etag: null,
          cache: 'MISS',
          plan: 'supporter',
          vary: 'X-SVCAPI-KEY, Accept-Encoding, X-CSCAPI-KEY',
        });
      }
    }
    expect(service.gateway.cache.size).toBe(before);
  });

  it('never reaches a log or a statement of the database, whatever is asked', async () => {
    const numbers = ['4155552671', '99912345678', '1234567890123456', '2465551234'];
    const { statements } = await countingSql(async () => {
      for (const number of numbers) {
        for (const text of [`%2B1${number}`, `%2B${number}`, number, `%2B${number}x`, `${number}&number=${number}`]) {
          await parse(text);
          await service.get(`/v1/phone/parse?number=${text}`, 'Community');
          await service.get(`/v1/phone/parse?number=${text}`, null);
          await service.get(`/v1/phone/parse/x?number=${text}`, 'Supporter');
        }
        await service.graphql('Supporter', 'query ($n: String!) { phoneNumber(number: $n) { e164 } }', {
          n: `+${number}`,
        });
        await service.graphql('Supporter', `{ phoneNumber(number: "${number}") { e164 } }`);
      }
    });
    const logged = lines.join('');
    expect(logged).toContain('ParsePhoneNumber');
    for (const number of numbers) {
      expect(logged).not.toContain(number);
      expect(statements.join('\n')).not.toContain(number);
    }
  });

  it('asks the database for the dial codes once, however many numbers come', async () => {
    await using fresh = await openService(home);
    await fresh.get('/v1/countries/JP', 'Supporter');
    const { statements } = await countingSql(async () => {
      await Promise.all(
        [1, 2, 3].map((digit) => fresh.get(`/v1/phone/parse?number=%2B8131234567${digit}`, 'Supporter')),
      );
      await fresh.get('/v1/phone/parse?number=%2B14155552671', 'Supporter');
    });
    expect(statements).toHaveLength(1);
  });
});
