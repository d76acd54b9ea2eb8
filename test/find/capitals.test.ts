import { describe, expect, it } from 'vitest';
import { capitalKey, capitalsNowhere, statesThatAreCapitals } from '../../src/find/capitals.ts';
import { city, country, state } from './find-rows.ts';

const hanoi = state('Hà Nội', 1, 'VN');
const helier = state('St Helier', 2, 'JE');
const lima = state('Lima', 3, 'PE');
const signs = state('—', 4, 'NF');
const nowhere = state('Avarua District', 5, 'CK');
const rows = {
  countries: [
    country('VN', 1, { capital: 'Hanoi' }),
    country('JE', 2, { capital: 'Saint Helier' }),
    country('PE', 3, { capital: 'Lima' }),
    country('NF', 4),
    country('CK', 5, { capital: 'Avarua' }),
    country('CW', 6, { capital: 'Willemstad' }),
    country('SX', 7, { capital: 'Philipsburg' }),
    country('CO', 8, { capital: 'Bogotá' }),
  ],
  states: [hanoi, helier, lima, signs, nowhere],
  cities: [
    city('LIMA', 1, lima),
    city('Philipsburg', 2, hanoi),
    city('Bogota D.C.', 3, { ...signs, countryCode: 'CO' }),
  ],
};

describe('capitals', () => {
  it('are states in any spelling, where no city of the country is called so', () => {
    expect([...statesThatAreCapitals(rows)]).toEqual([hanoi, helier]);
  });

  it('are nowhere if no place of the country begins so and none elsewhere has just the name', () => {
    expect([...capitalsNowhere(rows)]).toEqual([['CW', 'Willemstad']]);
  });

  it('are alike in spellings that differ by accents, blanks, case and Saint', () => {
    expect(capitalKey('HÀ  NỘI')).toBe(capitalKey('Hanoi'));
    expect(capitalKey('Douglas, Isle of Man')).toBe(capitalKey('Douglas'));
    expect(capitalKey('St. George’s')).toBe(capitalKey('Saint Georges'));
  });
});
