import { expect, it } from 'vitest';
import { mayLieIn } from '../../src/find/lies-in.ts';
import { buildPlaceIndex, openPlaceIndex } from '../../src/find/place-index.ts';
import type { SourceState } from '../../src/find/source-rows.ts';
import { wholesOf } from '../../src/find/wholes.ts';
import { city, country, state } from './find-rows.ts';

type Point = readonly [latitude: number, longitude: number];

/** A state and the subdivision that each of its cities lies in, all of them at one point. */
interface Drawn {
  readonly state: SourceState;
  readonly codes: readonly string[];
  readonly point: Point;
}

function drawn(
  name: string,
  id: number,
  [latitude, longitude]: Point,
  codes: string,
  more: Partial<SourceState> = {},
): Drawn {
  return {
    state: state(name, id, 'IT', { latitude, longitude, type: codes ? 'province' : 'region', ...more }),
    codes: codes.split(' ').filter((code) => code !== ''),
    point: [latitude, longitude],
  };
}

function rowsOf(all: readonly Drawn[]) {
  const located = all.flatMap(({ state: own, codes, point: [latitude, longitude] }) =>
    codes.map((code, at) => ({ code, row: city(`${own.name} ${at}`, own.id * 10 + at, own, { latitude, longitude }) })),
  );
  const places = located.map(({ code, row }) => {
    const { id, name, latitude, longitude } = row;
    return [
      id,
      {
        ...{ id, name, latitude, longitude },
        alternateNames: [],
        countryCode: 'IT',
        adminCode: code,
        featureCode: 'PPL',
        population: 0,
      },
    ] as const;
  });
  return { states: all.map((each) => each.state), cities: located.map(({ row }) => row), geonames: new Map(places) };
}

/** Name of each state → name of what it is a part of, null where it is none's; those of which nothing better is known are left out. */
function wholes(...all: readonly Drawn[]): Record<string, string | null> {
  const { states, cities, geonames } = rowsOf(all);
  const nameOf = (id: number | null) => states.find((each) => each.id === id)?.name ?? null;
  const found = [...wholesOf(states, cities, geonames)];
  return Object.fromEntries(found.map(([id, whole]) => [nameOf(id), nameOf(whole)]));
}

const friuli = drawn('Friuli', 1, [46.1, 13], '');
const udine = drawn('Udine', 2, [46.1, 13.2], '06 06 06', { parentId: 1 });
const tuscany = drawn('Tuscany', 3, [43.4, 11.2], '');
const arezzo = drawn('Arezzo', 4, [43.5, 11.8], '16 16 16', { parentId: 3 });
const siena = drawn('Siena', 5, [43.2, 11.4], '16 16 16', { parentId: 2 });
const pisa = drawn('Pisa', 6, [43.7, 10.5], '16 16 16', { parentId: 2 });

it('parts whose cities lie in the subdivision of another whole are parts of that one', () => {
  expect(wholes(friuli, udine, tuscany, arezzo, siena, pisa)).toEqual({
    Siena: 'Tuscany',
    Pisa: 'Tuscany',
    Friuli: null,
    Tuscany: null,
  });
});

it('what nothing is told of is a part of what those around it are parts of, and none where it is the only one of its subdivision', () => {
  const prato = drawn('Prato', 7, [43.45, 11.6], '16');
  const lucca = drawn('Lucca', 8, [43.6, 11.7], '');
  const aosta = drawn('Aosta', 9, [45.7, 7.4], '19 19 19');
  expect(wholes(tuscany, arezzo, siena, prato, lucca, aosta)).toMatchObject({
    Prato: 'Tuscany',
    Lucca: 'Tuscany',
    Aosta: null,
  });
});

it('too few cities, or those of which each tells another subdivision, tell nothing', () => {
  const few = drawn('Few', 7, [44, 11.2], '09 16');
  const torn = drawn('Torn', 8, [44, 11.5], '16 16 09 09');
  expect(wholes(tuscany, arezzo, siena, few, torn)).toEqual({ Siena: 'Tuscany', Tuscany: null });
});

it('a state whose cities lie elsewhere than its point keeps what is told of it', () => {
  const batanes = { ...drawn('Batanes', 7, [43.5, 11.81], '09 09 09', { parentId: 3 }), point: [46.1, 13.1] } as const;
  const leyte = drawn('Leyte', 8, [46.1, 13.1], '09 09 09', { parentId: 1 });
  expect(wholes(friuli, leyte, tuscany, arezzo, siena, batanes)).not.toHaveProperty('Batanes');
});

it('a state without cities keeps what is told of it, but where all around it lies in one other subdivision', () => {
  const london = drawn('London', 7, [43.4, 11.3], '', { parentId: 1 });
  expect(wholes(friuli, udine, tuscany, arezzo, siena, london)).toMatchObject({ London: 'Tuscany' });
  const border = drawn('Border', 8, [43.1, 11.3], '09 09 09');
  expect(wholes(friuli, udine, tuscany, arezzo, siena, london, border)).not.toHaveProperty('London');
});

it('what lies around a state without cities says nothing against a whole of which no part has any', () => {
  const barisal = drawn('Barisal', 7, [43.4, 11.3], '');
  const bhola = drawn('Bhola', 8, [43.4, 11.4], '', { parentId: 7 });
  expect(wholes(tuscany, arezzo, siena, barisal, bhola)).not.toHaveProperty('Bhola');
});

it('where no parts are told the only state without cities is the whole of several, or of one of its name', () => {
  const untold = [arezzo, siena].map((each) => ({ ...each, state: { ...each.state, parentId: null } }));
  expect(wholes(tuscany, ...untold)).toEqual({ Arezzo: 'Tuscany', Siena: 'Tuscany', Tuscany: null });
  const other = drawn('Maremma', 7, [43.3, 11.3], '');
  expect(wholes(tuscany, other, ...untold)).toEqual({ Arezzo: null, Siena: null, Tuscany: null, Maremma: null });
  const municipality = drawn('Maremma', 7, [43.3, 11.3], '', { type: 'province' });
  expect(wholes(municipality, ...untold)).toEqual({ Arezzo: null, Siena: null, Maremma: null });
  const [province] = untold;
  if (!province) throw new Error('there is one');
  const same = drawn('Arezzo, Principality of', 8, [43.5, 11.7], '');
  expect(wholes(same, province)).toEqual({ Arezzo: 'Arezzo, Principality of', 'Arezzo, Principality of': null });
  expect(wholes(tuscany, province)).toEqual({ Arezzo: null, Tuscany: null });
});

it('a state over the sea is none of the parts of what it lies far from', () => {
  const reunion = drawn('Réunion', 7, [-21, 55], '16');
  expect(wholes(tuscany, arezzo, siena, reunion)).toMatchObject({ Réunion: null });
});

it('a state that is its own part, or part of its parts, is none', () => {
  const own = drawn('Asturias', 7, [43.5, 11.8], '16 16 16', { parentId: 7 });
  expect(wholes(own)).toEqual({ Asturias: null });
  const upper = drawn('Upper', 8, [43.5, 11.8], '', { parentId: 9 });
  const lower = drawn('Lower', 9, [43.5, 11.8], '16 16 16', { parentId: 8 });
  expect(wholes(upper, lower)).toEqual({ Upper: null, Lower: null });
});

it('the index knows them, and which states nothing is told of', () => {
  const hidden = drawn('Hidden', 7, [Number.NaN, Number.NaN], '16');
  const { states, cities, geonames } = rowsOf([friuli, udine, tuscany, arezzo, siena, hidden]);
  const rows = { countries: [country('IT', 1)], states, cities };
  const placesWith = (join?: typeof geonames) => openPlaceIndex(buildPlaceIndex(rows, join)).places;
  const liesIn = (of: number, whole: number, join?: typeof geonames) => {
    const places = placesWith(join);
    const [inner, outer] = [of, whole].map((id) => places.placeOf('state', id) ?? -1);
    const cityOf = cities.find(({ stateId }) => stateId === of)?.id ?? -1;
    expect(places.states[places.placeOf('city', cityOf) ?? -1]).toBe(inner);
    return mayLieIn(places, [outer ?? -1])(places.placeOf('city', cityOf) ?? -1);
  };
  expect([liesIn(5, 3, geonames), liesIn(5, 1, geonames), liesIn(5, 3), liesIn(5, 1)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect([liesIn(7, 3, geonames), liesIn(7, 1, geonames)]).toEqual([true, true]);
});
