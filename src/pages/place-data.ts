/** Gathers what the pages of states and cities show: names and codes as a Community key gets them, the rest to draw. */
import { z } from 'zod';
import type { DataSet } from '../schema/context.ts';
import { bodyOf, checked, type PageData } from './page-data.ts';
import type { PagesOptions } from './page-options.ts';
import { doubtsOf, doubtsOfState } from './place-doubts.ts';
import {
  type CityPlace,
  citiesBySize,
  citiesNear,
  type NearbyCity,
  type OtherName,
  otherNames,
  placedCities,
  placeIndex,
} from './place-index-reads.ts';
import { placePath, sortedByName } from './place-parts.ts';

/** The operations behind the pages, word for word as the pages show them. */
export const STATE_DOCUMENT = `query State($country: ID!, $state: String!) {
  country(code: $country) { iso2 name emoji states { nodes { name iso2 } } }
  state(country: $country, iso2: $state) {
    id name iso2 latitude longitude timezone
    cities { totalCount nodes { id name } }
  }
}`;
export const CITY_DOCUMENT = `query City($country: ID!, $state: String!, $city: Int!) {
  country(code: $country) { iso2 name emoji }
  state(country: $country, iso2: $state) { id name iso2 cities { nodes { id name } } }
  city(id: $city) { id name }
  timeZoneLookup(country: $country, state: $state, cityId: $city) { timeZone { name abbreviation utcOffset } }
}`;

/** Cities with a ring, at most; named are those that there is room for. */
const NAMED_CITIES = 32;
const NEIGHBOURS = 10;

const text = z.string().nullable();
const named = z.object({ id: z.number(), name: z.string() });
const country = z.object({ iso2: z.string(), name: z.string(), emoji: text });
const stateShape = z.object({
  country: country.extend({ states: z.object({ nodes: z.array(z.object({ name: z.string(), iso2: text })) }) }),
  state: named
    .extend({
      iso2: z.string(),
      latitude: text,
      longitude: text,
      timezone: text,
      cities: z.object({ totalCount: z.number(), nodes: z.array(named) }),
    })
    .nullable(),
});
const cityShape = z.object({
  country,
  state: named.extend({ iso2: z.string(), cities: z.object({ nodes: z.array(named) }) }).nullable(),
  city: named.nullable(),
  timeZoneLookup: z
    .object({ timeZone: z.object({ name: z.string(), abbreviation: z.string(), utcOffset: z.string() }).nullable() })
    .nullable(),
});

type StateFacts = z.output<typeof stateShape>;
type CityFacts = z.output<typeof cityShape>;
export type NamedCity = z.output<typeof named>;

export interface StateView {
  readonly country: StateFacts['country'];
  readonly state: NonNullable<StateFacts['state']>;
  /** Those whose size is known, the largest first. */
  readonly bySize: readonly NamedCity[];
  readonly byName: readonly NamedCity[];
  readonly otherNames: readonly OtherName[];
  /** What is open about it; none where nothing is known. */
  readonly doubts: readonly string[];
  readonly map: string;
  readonly restBody: string;
}

export interface CityView {
  readonly country: CityFacts['country'];
  readonly state: NonNullable<CityFacts['state']>;
  readonly city: NamedCity;
  readonly zone: NonNullable<CityFacts['timeZoneLookup']>['timeZone'];
  readonly siblings: readonly NamedCity[];
  readonly neighbours: readonly NearbyCity[];
  readonly otherNames: readonly OtherName[];
  /** What is known to be wrong with the record; undefined while nobody knows. */
  readonly doubts: readonly string[] | undefined;
  readonly map: string;
  readonly restBody: string;
}

interface MapOf {
  readonly country: string;
  readonly state: string;
  /** The most important first. */
  readonly places: readonly CityPlace[];
}

export interface PlaceData {
  /** Undefined when the country has no state of this code. */
  state(dataSet: DataSet, country: string, state: string): Promise<StateView | undefined>;
  /** Undefined when no such city lies in the state; `now` in milliseconds since 1970. */
  city(dataSet: DataSet, country: string, state: string, id: number): Promise<CityView | undefined>;
}

export function createPlaceData(data: PageData, options: PagesOptions): PlaceData {
  const stateDocument = checked(STATE_DOCUMENT, options);
  const cityDocument = checked(CITY_DOCUMENT, options);

  /** The map of a state; `own` is the city that it is about, if it is about one. */
  async function draw(dataSet: DataSet, where: MapOf, cities: readonly NamedCity[], own?: number): Promise<string> {
    const { country, state, places } = where;
    const path = own === undefined ? placePath(country, state) : placePath(country, state, own);
    const { svg } = await data.draw(dataSet, path, () => {
      const nameOf = new Map(cities.map(({ id, name }) => [id, name]));
      const inOrder = places.toSorted((a, b) => Number(b.id === own) - Number(a.id === own));
      const named = inOrder.slice(0, NAMED_CITIES).flatMap(({ id, latitude, longitude }) => {
        const [name, isOwn] = [nameOf.get(id), id === own];
        const path = placePath(country, state, id);
        return name === undefined ? [] : [{ name, latitude, longitude, first: isOwn, own: isOwn, path }];
      });
      return { iso2: country, isPart: true, points: pointsOf(places), cities: places.length, named };
    });
    return svg;
  }

  return {
    async state(dataSet, countryCode, stateCode) {
      const variables = { country: countryCode, state: stateCode };
      const { country, state } = stateShape.parse(await options.execute(stateDocument, variables, dataSet));
      if (!state) return undefined;
      const rest = await options.ask(
        `/v1/countries/${countryCode}/states/${encodeURIComponent(stateCode)}`,
        'Community',
      );
      const index = placeIndex(dataSet);
      const places = index ? placedCities(index, state.id) : [];
      const byId = new Map(state.cities.nodes.map((city) => [city.id, city]));
      const bySize = index ? citiesBySize(index, state.id).flatMap((id) => byId.get(id) ?? []) : [];
      return {
        country,
        state,
        bySize,
        byName: sortedByName(state.cities.nodes),
        otherNames: index ? otherNames(index, 'state', state.id) : [],
        doubts: index ? doubtsOfState(index, state.id) : [],
        map: await draw(dataSet, { country: countryCode, state: stateCode, places }, state.cities.nodes),
        restBody: bodyOf(rest),
      };
    },

    async city(dataSet, countryCode, stateCode, id) {
      const variables = { country: countryCode, state: stateCode, city: id };
      const facts = cityShape.parse(await options.execute(cityDocument, variables, dataSet));
      const { country, state, city, timeZoneLookup } = facts;
      // The look-up finds a city only where it lies.
      if (!state || !city || !timeZoneLookup) return undefined;
      const rest = await options.ask(`/v1/cities/${id}`, 'Community');
      const index = placeIndex(dataSet);
      const places = index ? placedCities(index, state.id) : [];
      const neighbours = index ? citiesNear(index, id, NEIGHBOURS) : [];
      const zone = timeZoneLookup.timeZone;
      return {
        country,
        state,
        city,
        zone,
        siblings: sortedByName(state.cities.nodes),
        neighbours,
        otherNames: index ? otherNames(index, 'city', id) : [],
        doubts: index && doubtsOf(index, { ...city, zone: zone?.name, neighbours, now: options.now() }),
        map: await draw(dataSet, { country: countryCode, state: stateCode, places }, state.cities.nodes, id),
        restBody: bodyOf(rest),
      };
    },
  };
}

/** In hundredths of a degree, as maps take them. */
function pointsOf(places: readonly CityPlace[]): string {
  return places
    .map(({ latitude, longitude }) => `${Math.round(longitude * 100)} ${Math.round(latitude * 100)}`)
    .join(',');
}
