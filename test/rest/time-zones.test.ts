import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { NO_FULL_DATA } from '../environment.ts';
import { fullHome } from '../full-home.ts';
import type { TestHome } from '../prepared.ts';
import { openService, type TestService } from '../service.ts';

type Answer = readonly [
  place: string,
  iana: string,
  abbreviation: string | RegExp,
  offset: string,
  dst: string,
  isDst: boolean,
];

const WINTER = '2025-01-15T12:00:00Z';
const SUMMER = '2025-07-15T12:00:00Z';

const IN_THE_FIXTURE: readonly (readonly [now: string, answers: readonly Answer[]])[] = [
  [
    WINTER,
    [
      // The capital's zone, where the list of zones begins with another.
      ['US', 'America/New_York', 'EST', '-05:00', '-04:00', false],
      ['US/CA', 'America/Los_Angeles', 'PST', '-08:00', '-07:00', false],
      ['GB', 'Europe/London', 'GMT', '+00:00', '+01:00', false],
      ['JP', 'Asia/Tokyo', 'GMT+9', '+09:00', '+09:00', false],
      ['IN', 'Asia/Kolkata', 'IST', '+05:30', '+05:30', false],
      // The data's own letters, as their offset is the present one.
      ['FR', 'Europe/Paris', 'CET', '+01:00', '+02:00', false],
      // No capital, or one that no city bears the name of: the first zone listed.
      ['AQ', 'Antarctica/Casey', 'GMT+8', '+08:00', '+08:00', false],
      ['TF', 'Indian/Kerguelen', /^GMT\+5$/, '+05:00', '+05:00', false],
      ['TF/01', 'Antarctica/DumontDUrville', 'GMT+10', '+10:00', '+10:00', false],
      ['PM/01', 'America/Miquelon', 'GMT-3', '-03:00', '-02:00', false],
      ['AD/07/1', 'Europe/Andorra', 'CET', '+01:00', '+02:00', false],
    ],
  ],
  [
    SUMMER,
    [
      ['US', 'America/New_York', 'EDT', '-05:00', '-04:00', true],
      ['US/CA', 'America/Los_Angeles', 'PDT', '-08:00', '-07:00', true],
      ['FR', 'Europe/Paris', 'CEST', '+01:00', '+02:00', true],
      ['PM/01', 'America/Miquelon', 'GMT-2', '-03:00', '-02:00', true],
      ['AD/07/1', 'Europe/Andorra', 'CEST', '+01:00', '+02:00', true],
    ],
  ],
];

const IN_THE_FULL_DATA: readonly (readonly [now: string, answers: readonly Answer[]])[] = [
  [
    WINTER,
    [
      ['MA', 'Africa/Casablanca', 'WEST', '+00:00', '+01:00', true],
      ['IE', 'Europe/Dublin', 'GMT', '+00:00', '+01:00', false],
      ['CA/NL', 'America/St_Johns', 'NST', '-03:30', '-02:30', false],
      ['WS', 'Pacific/Apia', /./, '+13:00', '+13:00', false],
      ['AU', 'Australia/Sydney', 'AEDT', '+10:00', '+11:00', true],
      ['BR', 'America/Sao_Paulo', 'BRT', '-03:00', '-03:00', false],
      ['CL', 'America/Santiago', /./, '-04:00', '-03:00', true],
    ],
  ],
  ['2025-03-15T12:00:00Z', [['MA', 'Africa/Casablanca', /./, '+00:00', '+01:00', false]]],
  [
    SUMMER,
    [
      ['MA', 'Africa/Casablanca', 'WEST', '+00:00', '+01:00', true],
      ['IE', 'Europe/Dublin', 'IST', '+00:00', '+01:00', true],
      ['CA/NL', 'America/St_Johns', 'NDT', '-03:30', '-02:30', true],
      ['AU', 'Australia/Sydney', 'AEST', '+10:00', '+11:00', false],
      ['GB', 'Europe/London', 'BST', '+00:00', '+01:00', true],
      // Capitals that a city, an accent apart, a longer name or only a state has.
      ['US', 'America/New_York', 'EDT', '-05:00', '-04:00', true],
      ['MX', 'America/Mexico_City', 'CST', '-06:00', '-06:00', false],
      ['FM', 'Pacific/Pohnpei', /./, '+11:00', '+11:00', false],
      ['KZ', 'Asia/Almaty', /./, '+05:00', '+05:00', false],
      ['ID', 'Asia/Jakarta', 'WIB', '+07:00', '+07:00', false],
      ['RU', 'Europe/Moscow', 'MSK', '+03:00', '+03:00', false],
      ['ES', 'Europe/Madrid', 'CEST', '+01:00', '+02:00', true],
      ['PT', 'Europe/Lisbon', /^(WEST|GMT\+1)$/, '+00:00', '+01:00', true],
      ['NZ', 'Pacific/Auckland', 'NZST', '+12:00', '+13:00', false],
      ['CD', 'Africa/Kinshasa', 'WAT', '+01:00', '+01:00', false],
    ],
  ],
];

async function expectAnswers(service: TestService, answers: readonly Answer[]): Promise<void> {
  for (const [place, iana, abbreviation, offset_utc, dst_offset_utc, is_dst_now] of answers) {
    const response = await service.get(`/v1/timezone/${place}`, 'Community');
    expect([place, response.status, await response.json()]).toEqual([
      place,
      200,
      {
        iana,
        abbreviation: typeof abbreviation === 'string' ? abbreviation : expect.stringMatching(abbreviation),
        offset_utc,
        dst_offset_utc,
        is_dst_now,
      },
    ]);
  }
}

describe.each(inject('homes'))('time zones on $home', (home) => {
  let service: TestService;
  let now = 0;
  beforeAll(async () => {
    service = await openService(home, { now: () => now });
  });
  afterAll(() => service.close());

  it.each(IN_THE_FIXTURE)('at %s', async (moment, answers) => {
    await using fresh = await openService(home, { now: () => Date.parse(moment) });
    await expectAnswers(fresh, answers);
  });

  it('are cached for a day, but never beyond the next change of the clock or of the year', async () => {
    const at = async (moment: string, place = 'US') => {
      now = Date.parse(moment);
      const response = await service.get(`/v1/timezone/${place}`, 'Community');
      const { is_dst_now } = (await response.json()) as { is_dst_now: boolean };
      return [response.headers.get('x-cache'), response.headers.get('cache-control'), is_dst_now];
    };
    // Clocks go forward at 07:00 UTC on 9 March 2025, and back at 06:00 UTC on 2 November.
    expect(await at('2025-03-01T00:00:00Z')).toEqual(['MISS', 'private, max-age=86400', false]);
    expect(await at('2025-03-08T06:59:59Z')).toEqual(['HIT', 'private, max-age=86400', false]);
    expect(await at('2025-03-08T07:00:01Z')).toEqual(['HIT', 'private, max-age=86399', false]);
    expect(await at('2025-03-09T06:59:00Z')).toEqual(['HIT', 'private, max-age=60', false]);
    expect(await at('2025-03-09T06:59:59.500Z')).toEqual(['HIT', 'private, max-age=0', false]);
    expect(await at('2025-03-09T07:00:00Z')).toEqual(['MISS', 'private, max-age=86400', true]);
    expect(await at('2025-11-02T05:00:00Z')).toEqual(['HIT', 'private, max-age=3600', true]);
    expect(await at('2025-11-02T06:00:00Z')).toEqual(['MISS', 'private, max-age=86400', false]);
    expect(await at('2026-01-01T04:59:50Z')).toEqual(['HIT', 'private, max-age=10', false]);
    expect(await at('2026-01-01T05:00:00Z')).toEqual(['MISS', 'private, max-age=86400', false]);
    // A clock that goes back: what was made later is no answer yet, what is made now may be.
    expect(await at('2025-11-02T05:00:00Z')).toEqual(['MISS', 'private, max-age=3600', true]);
    expect(await at('2025-11-02T05:00:01Z')).toEqual(['HIT', 'private, max-age=3599', true]);
    // West of UTC the year turns later, east of it earlier.
    expect(await at('2025-12-31T14:59:00Z', 'JP')).toEqual(['MISS', 'private, max-age=60', false]);
    expect(await at('2025-12-31T15:00:00Z', 'JP')).toEqual(['MISS', 'private, max-age=86400', false]);
  });

  it('say until when they hold to the cache and not to the caller', async () => {
    now = Date.parse(SUMMER);
    for (const place of ['US', 'US/CA', 'AD/07/1']) {
      expect(await (await service.get(`/v1/timezone/${place}`, 'Business')).text()).not.toContain('valid');
    }
    const { data } = await service.graphql(
      'Community',
      '{ timeZoneLookup(country: "IN") { timeZone { utcOffset isDst } } }',
    );
    expect(data).toEqual({ timeZoneLookup: { timeZone: { utcOffset: '+05:30', isDst: false } } });
  });
});

const hasFullData = inject('fullHomeUrl') !== undefined;
describe.skipIf(!hasFullData)(`time zones of the full data${hasFullData ? '' : ` (skipped: ${NO_FULL_DATA})`}`, () => {
  let full: TestHome;
  beforeAll(async () => {
    full = await fullHome();
  });

  it.each(IN_THE_FULL_DATA)('at %s', async (moment, answers) => {
    await using service = await openService(full, { now: () => Date.parse(moment) });
    await expectAnswers(service, answers);
  });

  it('every country with a zone has an answer, and none of it is for another year', async () => {
    await using service = await openService(full, { now: () => Date.parse(SUMMER) });
    const countries = (await (await service.get('/v1/countries?fields=iso2,timezones', 'Business')).json()) as {
      iso2: string;
      timezones: string | null;
    }[];
    expect(countries.length).toBeGreaterThan(240);
    for (const { iso2, timezones } of countries) {
      const response = await service.get(`/v1/timezone/${iso2}`, 'Community');
      const { iana } = (await response.json()) as { iana: string };
      const listed = (JSON.parse(timezones ?? '[]') as { zoneName: string }[]).map(({ zoneName }) => zoneName);
      expect([iso2, response.status, listed.includes(iana)]).toEqual([iso2, 200, true]);
    }
  });
});
