import { describe, expect, it } from 'vitest';
import { withoutPostcode } from '../../src/find/typed-postcode.ts';

describe('a postcode beside a name', () => {
  it.each([
    ['Springfield IL 62704', ['Springfield IL ', '62704']],
    ['90210 Beverly Hills', [' Beverly Hills', '90210']],
    ['Springfield, IL 62704-1234, USA', ['Springfield, IL , USA', '62704-1234']],
    ['London SW1A 1AA', ['London ', 'SW1A 1AA']],
    ['〒150-0002 Shibuya', [' Shibuya', '〒150-0002']],
    ['１０１１５ Berlin', [' Berlin', '10115']],
    ['114 55 Stockholm', [' Stockholm', '114 55']],
    ['Paris 7', ['Paris ', '7']],
    ['SW1A 1AA London', [' London', 'SW1A 1AA']],
    ['m1 1ae Manchester', [' Manchester', 'm1 1ae']],
    ['SW1A1AA London', [' London', 'SW1A1AA']],
    ['SW1A London', [' London', 'SW1A']],
  ])('is taken out of %s', (q, [rest, postcode]) => {
    expect(withoutPostcode(q)).toEqual([{ rest, postcode }]);
  });

  it.each([
    ['Route66 Springfield 62704', ['Route66 Springfield ', '62704']],
    ['6 de Octubre, 12566', ['6 de Octubre, ', '12566']],
    ['18 Rue de Rivoli, 75004 Paris', ['18 Rue de Rivoli,  Paris', '75004']],
  ])('is taken out behind a number that is none: %s', (q, [rest, postcode]) => {
    expect(withoutPostcode(q)).toEqual([{ rest, postcode }]);
  });

  it('may end with two letters, or have a state behind it', () => {
    expect(withoutPostcode('1012 AB Amsterdam')).toEqual([
      { rest: ' AB Amsterdam', postcode: '1012' },
      { rest: ' Amsterdam', postcode: '1012 AB' },
    ]);
  });

  it.each([
    '75 Paris',
    '6 de Octubre',
    'Route66 Motel',
    'Paris',
    '62704',
    '',
    ' ',
    '12345678901 Paris',
    '62704 ,;',
    'a1',
  ])('is none in %j', (q) => {
    expect(withoutPostcode(q)).toEqual([]);
  });
});
