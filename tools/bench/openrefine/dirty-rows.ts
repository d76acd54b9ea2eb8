/** Rows as people's tables have them, made from the data: spelt otherwise, in other languages, half empty, with a known truth. */
import type { SourceCity, SourceCountry, SourceRows, SourceState } from '../../../src/find/source-rows.ts';
import { randomNumbers } from '../find/lists.ts';

export interface DirtyRow {
  readonly city: string;
  readonly state: string;
  readonly country: string;
  readonly truth: { readonly city: number; readonly state: number; readonly country: number };
}

type Spelling = (name: string) => string;

/** The same rows in every run. Cities of every size count alike, as the data has them. */
export function dirtyRows(rows: SourceRows, count: number): DirtyRow[] {
  const random = randomNumbers(20);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const states = new Map(rows.states.map((state) => [state.id, state]));
  const countries = new Map(rows.countries.map((country) => [country.iso2, country]));
  const spellings: readonly Spelling[] = [
    (name) => name,
    (name) => name,
    (name) => name.toUpperCase(),
    (name) => name.toLowerCase(),
    (name) => name.normalize('NFD').replace(/\p{M}/gu, ''),
    (name) => `  ${name} `,
    (name) => typo(name, random),
  ];
  const spelt = (name: string) => pick(spellings)(name);
  const made: DirtyRow[] = [];
  while (made.length < count) {
    const city = pick(rows.cities);
    const [state, country] = [states.get(city.stateId), countries.get(city.countryCode)];
    if (!state || !country) continue;
    const written = random() < 0.1 ? (translated(city, random) ?? city.name) : city.name;
    const isTail = random() < 0.1 && state.iso2 !== null;
    made.push({
      city: isTail ? `${city.name}, ${state.iso2}` : spelt(written),
      state: isTail || random() < 0.25 ? '' : stateText(state, random, spelt),
      country: random() < 0.05 ? '' : countryText(country, random, spelt),
      truth: { city: city.id, state: state.id, country: country.id },
    });
  }
  return made;
}

function stateText(state: SourceState, random: () => number, spelt: Spelling): string {
  if (random() < 0.3) return state.iso2 ?? state.name;
  return spelt(state.name);
}

function countryText(country: SourceCountry, random: () => number, spelt: Spelling): string {
  const draw = random();
  if (draw < 0.3) return country.iso2;
  if (draw < 0.4) return country.iso3;
  return draw < 0.5 ? (translated(country, random) ?? country.name) : spelt(country.name);
}

function translated({ translations }: SourceCity | SourceCountry, random: () => number): string | undefined {
  const names = Object.values(JSON.parse(translations ?? '{}') as Record<string, string>);
  return names[Math.floor(random() * names.length)];
}

/** Two neighbouring letters change places, or one is left out; short names stay what they are. */
function typo(name: string, random: () => number): string {
  if (name.length < 6) return name;
  const at = 1 + Math.floor(random() * (name.length - 3));
  const rest = random() < 0.5 ? `${name[at + 1]}${name[at]}${name.slice(at + 2)}` : name.slice(at + 1);
  return name.slice(0, at) + rest;
}

/** With a line of names; a cell with a comma stands in quotes. */
export function csvOf(rows: readonly DirtyRow[]): string {
  const lines = rows.map((row) => [row.city, row.state, row.country].map(cell).join(','));
  return `city,state,country\n${lines.join('\n')}\n`;
}

function cell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
