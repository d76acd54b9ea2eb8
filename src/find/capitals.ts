/** What the names of countries' capitals are names of: the data has some as states only, and some as no place at all. */
import { abbreviated, fold } from './fold.ts';
import type { SourceRows, SourceState } from './source-rows.ts';

/** What spellings of a capital's name have in common: Hanoi is Hà Nội, Saint Helier is St Helier, and "Douglas, Isle of Man" is Douglas. */
export function capitalKey(name: string): string {
  return abbreviated(fold(name.split(',', 1)[0] ?? '')).replaceAll(' ', '');
}

/** The states that are their country's capital, which the data has as no city: Belgrade. */
export function statesThatAreCapitals({ countries, states, cities }: SourceRows): ReadonlySet<SourceState> {
  const keys = new Map(countries.map(({ iso2, capital }) => [iso2, capitalKey(capital ?? '') || undefined]));
  const called = states.filter(({ name, countryCode }) => capitalKey(name) === keys.get(countryCode));
  const open = new Set(called.map(({ countryCode }) => countryCode));
  for (const { name, countryCode } of cities) {
    if (open.has(countryCode) && capitalKey(name) === keys.get(countryCode)) open.delete(countryCode);
  }
  return new Set(called.filter(({ countryCode }) => open.has(countryCode)));
}

/**
 * ISO 3166-1 alpha-2 → the capital's name, where no place of the country begins so, and elsewhere none has just that name: who types
 * Willemstad means Curaçao, who types Kingston not Norfolk Island.
 */
export function capitalsNowhere({ countries, states, cities }: SourceRows): ReadonlyMap<string, string> {
  const places = [...states, ...cities];
  const capitals = new Set(countries.map(({ capital }) => capital));
  const called = new Set(places.flatMap(({ name }) => (capitals.has(name) ? name : [])));
  const nowhere = new Map(
    countries.flatMap(({ iso2, capital }) => (capital && !called.has(capital) ? [[iso2, capital] as const] : [])),
  );
  const keys = new Map([...nowhere].map(([iso2, capital]) => [iso2, capitalKey(capital)]));
  for (const { name, countryCode } of places) {
    const key = keys.get(countryCode);
    if (key !== undefined && capitalKey(name).startsWith(key)) nowhere.delete(countryCode);
  }
  return nowhere;
}
