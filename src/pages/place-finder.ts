/** From what somebody types to the places that are meant, as a Community key is told, with the addresses of their pages. */
import { z } from 'zod';
import type { DataSet } from '../schema/context.ts';
import { findCountryCodes } from '../schema/country-code.ts';
import { placeIndexOf } from '../schema/place-index.ts';
import { type CountryEntry, checked, type PageData } from './page-data.ts';
import type { PagesOptions } from './page-options.ts';
import { pathOfPlace, placePath } from './place-parts.ts';

/** The operation behind the page of what was found, word for word as the page shows it. */
export const FIND_DOCUMENT = `query Find($q: String!, $type: [PlaceType!]) {
  suggestPlaces(q: $q, type: $type) {
    type id name countryCode stateCode matchedName
  }
}`;

const LEAST_LETTERS = 3;
/** As many as `suggestPlaces` gives. */
const MOST = 8;

const typeShape = z.enum(['city', 'state', 'country']);
const shape = z.object({
  suggestPlaces: z.array(
    z.object({
      type: typeShape,
      id: z.number(),
      name: z.string(),
      countryCode: z.string(),
      stateCode: z.string().nullable(),
      matchedName: z.string().nullable(),
    }),
  ),
});

type Suggested = z.output<typeof shape>['suggestPlaces'][number];

/** What a search is limited to. */
export type WantedType = z.output<typeof typeShape>;

export interface FoundPlace {
  readonly name: string;
  readonly path: string;
  /** What it is or where it lies: `Maharashtra, India`. */
  readonly where: string;
  /** The name that matched, where it is another: `Bombay`. */
  readonly also: string | null;
}

export interface PlaceFinder {
  /** The ISO2 code of a country by any form of its code, by its name or the beginning of it, without case and accents. */
  country(dataSet: DataSet, wanted: string): Promise<string | undefined>;
  /** The places that are meant, best first, at most eight; `q` has 1 to 100 characters. Countries only while there is no index. */
  places(dataSet: DataSet, q: string, type?: WantedType): Promise<readonly FoundPlace[]>;
}

export function createPlaceFinder(data: PageData, options: PagesOptions): PlaceFinder {
  const document = checked(FIND_DOCUMENT, options);

  return {
    async country(dataSet, wanted) {
      const codes = findCountryCodes(dataSet, wanted);
      if (codes) return codes.iso2;
      const typed = folded(wanted);
      if (typed === '') return undefined;
      const countries = await data.countries(dataSet);
      const whole = countries.find(({ name }) => folded(name) === typed);
      if (whole) return whole.iso2;
      // The beginning of one name alone, such as "jap", is as good as the name.
      const begun = typed.length < LEAST_LETTERS ? [] : beginningWith(typed, countries);
      return begun.length === 1 ? begun[0]?.iso2 : undefined;
    },

    async places(dataSet, q, type) {
      const countries = await data.countries(dataSet);
      if (!dataSet.findIndex) return beginningWith(folded(q), countries).slice(0, MOST).map(foundCountry);
      const found = await options.execute(document, { q, ...(type && { type: [type] }) }, dataSet);
      const byCode = new Map(countries.map((country) => [country.iso2, country]));
      return shape.parse(found).suggestPlaces.map((place) => {
        const { name, matchedName } = place;
        return { name, path: pathOfPlace(place), where: whereIs(dataSet, place, byCode), also: matchedName };
      });
    },
  };
}

/** The type that a form asks for; undefined for all of them. */
export function wantedType(text: string | undefined): WantedType | undefined {
  return typeShape.safeParse(text).data;
}

function foundCountry({ name, iso2, regionName }: CountryEntry): FoundPlace {
  return { name, path: placePath(iso2), where: countryIn(regionName), also: null };
}

function countryIn(region: string | null | undefined): string {
  return region ? `Country in ${region}` : 'Country';
}

function whereIs(dataSet: DataSet, place: Suggested, countries: ReadonlyMap<string, CountryEntry>): string {
  const country = countries.get(place.countryCode);
  const countryName = country?.name ?? place.countryCode;
  if (place.type === 'country') return countryIn(country?.regionName);
  if (place.type === 'state') return `State, ${countryName}`;
  const { places, labels } = placeIndexOf(dataSet);
  const state = places.states[places.placeOf('city', place.id) ?? places.size];
  return state === undefined || state >= places.size ? countryName : `${labels.nameOf(state).text}, ${countryName}`;
}

function beginningWith(typed: string, countries: readonly CountryEntry[]): CountryEntry[] {
  return countries.filter(({ name }) => folded(name).startsWith(typed));
}

/** Without case, accents and blanks at the ends. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
