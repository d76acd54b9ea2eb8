import { describe, expect, it } from 'vitest';
import { buildNames } from '../../src/find/build-names.ts';
import { Candidates } from '../../src/find/candidates.ts';
import { openNames } from '../../src/find/names.ts';
import { buildPlaces } from '../../src/find/build-places.ts';
import { openPlaces } from '../../src/find/places.ts';
import { otherNamesOfStates } from '../../src/find/state-names.ts';
import { suggest } from '../../src/find/suggest.ts';
import { withoutWording } from '../../src/find/wordings.ts';
import { country, state } from './find-rows.ts';

/** `US-CA` → its state. */
function listed(code: string, name: string, id: number, type = 'region') {
  return state(name, id, code.slice(0, 2), { iso31662: code, iso2: code.slice(3), type });
}

const rows = {
  countries: ['ID', 'PL', 'CZ', 'ES', 'HR', 'IR', 'DE', 'US', 'RU', 'IE', 'UA', 'FR'].map((code, at) =>
    country(code, at + 1),
  ),
  states: [
    listed('ID-JB', 'Jawa Barat', 1, 'province'),
    listed('PL-14', 'Mazovia', 2, 'voivodship'),
    listed('CZ-10', 'Praha, Hlavní město', 3),
    listed('ES-AS', 'Asturias, Principality of', 4),
    listed('HR-01', 'Zagreb County', 5, 'county'),
    listed('HR-21', 'Zagreb', 6, 'city'),
    listed('IR-10', 'Isfahan', 7, 'province'),
    { ...listed('IR-06', 'Khuzestan', 8, 'province'), native: 'خوزستان' },
    listed('DE-NW', 'North Rhine-Westphalia', 9),
    listed('US-CA', 'California', 10),
    listed('US-MN', 'Minnesota', 11),
    listed('US-MS', 'Mississippi', 12),
    listed('RU-SA', 'Sakha', 13, 'republic'),
    listed('RU-KDA', 'Krasnodar', 14, 'administrative territory'),
    listed('IE-CO', 'Cork', 15, 'county'),
    listed('UA-46', 'Lvivska', 16),
    listed('FR-BRE', 'Bretagne', 17),
  ],
  cities: [],
};
const sections = buildPlaces(rows);
const places = openPlaces(sections);
const names = openNames(buildNames(rows, sections));
const namesOf = otherNamesOfStates(rows.states, places.kinds);

describe('the other names of a state', () => {
  it.each([
    ['ID-JB', 'West Java'],
    ['PL-14', 'Mazowieckie'],
    ['CZ-10', 'Praha'],
    ['CZ-10', 'Hlavní město Praha'],
    ['ES-AS', 'Principado de Asturias'],
    ['ES-AS', 'Asturias'],
    ['RU-SA', 'Yakutia'],
    ['RU-SA', 'Respublika Saha'],
    ['UA-46', 'Lviv'],
    ['UA-46', 'Львівська область'],
    ['FR-BRE', 'Brittany'],
  ])('of %s: %s', (code, name) => {
    expect(namesOf(byCode(code))).toContain(name);
  });

  it.each([
    ['HR-01', 'Zagreb'],
    ['IR-10', 'Khuzestan'],
    ['IR-10', 'استان خوزستان'],
  ])('of %s are none that another one bears: %s', (code, name) => {
    expect(namesOf(byCode(code))).not.toContain(name);
  });

  it('are none where it has no code', () => {
    expect(namesOf(state('California', 1, 'US'))).toEqual([]);
  });
});

describe('a cell', () => {
  it.each([
    ['West Java', ['ID-JB'], 'alias'],
    ['mazowieckie', ['PL-14'], 'alias'],
    ['NRW', ['DE-NW'], 'exact'],
    ['Praha', ['CZ-10'], 'alias'],
  ])('%s names %j', (text, codes, fit) => {
    const found = new Candidates(places, names).named('state', text);
    expect(found.map(({ place }) => places.subdivisionCode(place))).toEqual(codes);
    expect(found[0]?.fit).toBe(fit);
  });

  it.each([
    ['Calif.', ['US-CA']],
    ['Minn', ['US-MN']],
    ['Wojewodztwo Mazovia', ['PL-14']],
    ['Krasnodar krai', ['RU-KDA']],
    ['Co. Cork', ['IE-CO']],
  ])('%s means %j', (text, codes) => {
    const found = new Candidates(places, names).nearly('state', text);
    expect(found.map(({ place }) => places.subdivisionCode(place))).toEqual(codes);
  });

  it('Cork, CO is not in a county', () => {
    expect(withoutWording('Cork CO', places.kinds)).toEqual([]);
  });

  it('of two letters is not how a name begins', () => {
    expect(new Candidates(places, names).nearly('state', 'Mi')).toEqual([]);
  });
});

it('a listed name is suggested', () => {
  expect(suggest(places, names, { q: 'west jav', limit: 1 }).map(({ place }) => places.ids[place])).toEqual([1]);
});

function byCode(code: string) {
  const found = rows.states.find(({ iso31662 }) => iso31662 === code);
  if (!found) throw new Error(`there is no ${code}`);
  return found;
}
