/** Rows whose country, state and city stand in each other's columns: "USA, Dallas, TX", "Sydney, NSW, Australia", "Munich" in "Germany". */
import type { Candidates } from './candidates.ts';
import { mayLieIn } from './lies-in.ts';
import { partsNamed } from './nations.ts';
import { NO_PLACE, type Places, type PlaceType } from './places.ts';
import type { ReconcileRow } from './reconcile.ts';

/** The columns that country, state and city are read from. Country and state alone are exchanged where it is known what states are (`swapped`). */
const ORDERS: readonly (readonly [country: PlaceType, state: PlaceType, city: PlaceType])[] = [
  ['country', 'city', 'state'],
  ['city', 'state', 'country'],
  ['city', 'country', 'state'],
  ['state', 'city', 'country'],
];

/** The row with its columns in the order in which just a city lies in the state and the country; as it is where it says something so. */
export function inOrder(row: ReconcileRow, candidates: Candidates, places: Places): ReconcileRow {
  const given = [row.country, row.state, row.city].filter((text) => text !== undefined);
  if (row.city === undefined || given.length < 2 || goesTogether(row, candidates, places)) return row;
  for (const [country, state, city] of ORDERS) {
    const other = { ...row, country: row[country], state: row[state], city: row[city] };
    if (liesAsSaid(other, candidates, places)) return other;
  }
  return row;
}

/** Whether the columns above the city's are a country and a state of it, as far as there are any. */
function goesTogether(row: ReconcileRow, candidates: Candidates, places: Places): boolean {
  const countries = countriesOf(row, candidates);
  const states = statesOf(row, countries, candidates, places);
  if (states?.size === 0) return false;
  if (countries === undefined || countries.size > 0) return true;
  // "Ontario, Canada" beside Toronto is for whoever reads parts of countries, and "London, England, UK" is not.
  const isPart = partsNamed(row.country ?? '', candidates, places).length > 0;
  return isPart && candidates.named('country', row.city ?? '').length === 0;
}

function liesAsSaid(row: ReconcileRow, candidates: Candidates, places: Places): boolean {
  const { city } = row;
  const countries = countriesOf(row, candidates);
  const states = statesOf(row, countries, candidates, places);
  if (city === undefined || countries?.size === 0 || states?.size === 0) return false;
  const inState = states === undefined ? () => true : mayLieIn(places, states);
  return candidates
    .named('city', city)
    .some(
      ({ place, isStranger }) =>
        !isStranger && inState(place) && (countries?.has(places.countries[place] ?? NO_PLACE) ?? true),
    );
}

/** Undefined where the row has none. */
function countriesOf({ country }: ReconcileRow, candidates: Candidates): ReadonlySet<number> | undefined {
  return country === undefined ? undefined : new Set(candidates.named('country', country).map(({ place }) => place));
}

/** Those of the countries, where there are any; undefined where the row has none. */
function statesOf(
  { state }: ReconcileRow,
  countries: ReadonlySet<number> | undefined,
  candidates: Candidates,
  places: Places,
): ReadonlySet<number> | undefined {
  if (state === undefined) return undefined;
  const isIn = (place: number) => !countries?.size || countries.has(places.countries[place] ?? NO_PLACE);
  const named = candidates.named('state', state).map(({ place }) => place);
  return new Set(named.filter(isIn));
}
