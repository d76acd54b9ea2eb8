/** Whether a postcode is one of the country, and of the state, that the rest says. */
import type { FindIndex } from '../find/find-index.ts';
import { wholesAbove } from '../find/lies-in.ts';
import { distanceKm } from '../find/near.ts';
import { NO_PLACE } from '../find/places.ts';
import { addressData } from './address-data.ts';
import type { Checked, Finding } from './findings.ts';
import type { Base, Given } from './given.ts';
import type { NamedPlaces } from './name-check.ts';
import { barePostcode, mayBePostcode } from './postcode.ts';
import { statesOfPostcode } from './postcode-states.ts';
import { statesOf } from './states-of-addresses.ts';
import { allWorded, codeOf } from './wording.ts';

/** The wilayas that Algeria has made since have postcodes of those that they were parts of, and other numbers in the data. */
const FRANCE = 'FR';
/** A place may be served by the post office of the next département: 42620 is in Allier, 33220 in Dordogne. */
const SERVED_FROM_KM = 150;

export function checkPostcode(
  { postcode, state }: Given,
  { countries, fields }: Base,
  { states }: NamedPlaces,
  index: FindIndex,
): Finding[] {
  if (postcode === undefined || countries.length === 0) return [];
  const fitting: string[] = [];
  let example: string | undefined;
  for (const { iso2 } of countries) {
    const data = addressData(iso2);
    if (mayBePostcode(barePostcode(postcode, iso2, data), data)) fitting.push(iso2);
    else example ??= data.postcodeExamples[0];
  }
  const numbers = countries.flatMap(({ iso2 }) => index.places.country(iso2) ?? []);
  if (fitting.length === 0) {
    const like = countries.length === 1 && example !== undefined ? `: they look like ${example}` : '';
    const message = `It is no postcode of ${allWorded(index, numbers)}${like}.`;
    return [{ code: 'POSTCODE_FORMAT', fields: ['postcode', ...fields], message }];
  }
  // Of several countries that a name may mean the postcode may leave one.
  const [only, ...others] = fitting;
  const country = index.places.country(only ?? '');
  const there = new Set([...states].filter((each) => index.places.countries[each] === country));
  if (only === undefined || others.length > 0 || there.size === 0) return [];
  return checkState(postcode, only, there, state === undefined ? 'city' : 'state', index);
}

/** Nothing is said where nothing tells what the postcodes of the states begin with. */
function checkState(
  postcode: string,
  iso2: string,
  named: ReadonlySet<number>,
  by: Checked,
  index: FindIndex,
): Finding[] {
  const bare = barePostcode(postcode, iso2, addressData(iso2));
  const known = statesOfPostcode(index, index.places.country(iso2) ?? NO_PLACE, bare);
  if (known === undefined || (known.isByNumber && iso2 !== FRANCE)) return [];
  // Île-de-France is told by its départements, if each of them is.
  const all = statesOf(index.places, index.places.country(iso2) ?? NO_PLACE);
  const partsOf = (state: number): readonly number[] =>
    all.filter((each) => wholesAbove(index.places, each).includes(state));
  const isOneOf = (states: ReadonlySet<number>, state: number): boolean =>
    states.has(state) || partsOf(state).some((part) => states.has(part));
  const isTold = (state: number): boolean => {
    const parts = partsOf(state);
    return known.told.has(state) || (parts.length > 0 && parts.every((part) => known.told.has(part)));
  };
  if (![...named].every(isTold) || [...named].some((state) => isOneOf(known.states, state))) return [];
  const lowest = [...named].flatMap((state) => (partsOf(state).length > 0 ? partsOf(state) : [state]));
  if (known.isByNumber && isNear(index.places, lowest, [...known.states])) return [];
  const [only, ...more] = known.states;
  const whose = known.states.size === 0 ? 'no state' : allWorded(index, [...known.states]);
  return [
    {
      code: 'POSTCODE_OTHER_STATE',
      fields: ['postcode', by],
      message: `The postcode is one of ${whose}, not of ${allWorded(index, [...named])}.`,
      expected: only === undefined || more.length > 0 ? undefined : codeOf(index.places, only),
    },
  ];
}

/** Whether any two lie so near, or it is not known of any where they lie: Métropole de Lyon has no cities in the data, and Rhône has. */
function isNear(places: FindIndex['places'], some: readonly number[], others: readonly number[]): boolean {
  const apart = some
    .flatMap((one) => others.map((other) => kmApart(places, one, other)))
    .filter((km) => !Number.isNaN(km));
  return (others.length > 0 && apart.length === 0) || apart.some((km) => km <= SERVED_FROM_KM);
}

/** Between the middles of their cities: the data has Loire's own point in Pays-de-la-Loire. NaN where one has none. */
function kmApart(places: FindIndex['places'], one: number, other: number): number {
  return distanceKm(...middleOf(places, one), ...middleOf(places, other));
}

function middleOf({ latitudes, longitudes, states, firstCity }: FindIndex['places'], state: number): [number, number] {
  let [count, latitude, longitude] = [0, 0, 0];
  for (let place = states.indexOf(state, firstCity); place !== -1; place = states.indexOf(state, place + 1)) {
    if (Number.isNaN(latitudes[place])) continue;
    count += 1;
    latitude += latitudes[place] ?? 0;
    longitude += longitudes[place] ?? 0;
  }
  // Départements do not reach across the date line.
  return [latitude / count, longitude / count];
}
