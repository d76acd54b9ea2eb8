/** Gathers what the pages show, once for each data set: maps, the list of countries, a country with its states. */
import { type DocumentNode, parse, validate } from 'graphql';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { OwnAnswer } from '../http/messages.ts';
import type { Unavailability } from '../http/outcome.ts';
import type { DataSet } from '../schema/context.ts';
import type { PlaceIndex } from '../find/place-index.ts';
import type { CountryDrawing } from './maps/country-map.ts';
import { createMapRoom } from './maps/map-room.ts';
import type { NamedPoint } from './maps/marks.ts';
import type { PagesOptions } from './page-options.ts';
import { importanceIn, placeIndex } from './place-index-reads.ts';
import { placePath } from './place-parts.ts';

/** The operation behind a country's page, word for word as the page shows it. */
export const COUNTRY_DOCUMENT = `query Country($code: ID!) {
  country(code: $code) {
    id name native emoji iso2 iso3 capital currencyCode phonecode
    latitude longitude regionName subregionName timezonesJson
    states(first: 500) { totalCount nodes { id name iso2 latitude longitude } }
  }
}`;
const COUNTRIES_DOCUMENT = '{ countries { nodes { name iso2 emoji regionName } } }';

const MAPS_BYTES = 24 * 1024 * 1024;

const text = z.string().nullable();
const countryShape = z.object({
  id: z.number(),
  latitude: text,
  longitude: text,
  name: z.string(),
  native: text,
  emoji: text,
  iso2: z.string(),
  iso3: z.string(),
  capital: text,
  currencyCode: text,
  phonecode: text,
  regionName: text,
  subregionName: text,
  timezonesJson: text,
  states: z.object({
    totalCount: z.number(),
    nodes: z.array(z.object({ id: z.number(), name: z.string(), iso2: text, latitude: text, longitude: text })),
  }),
});
const listShape = z.object({
  countries: z.object({
    nodes: z.array(z.object({ name: z.string(), iso2: z.string(), emoji: text, regionName: text })),
  }),
});

export type CountryFacts = z.output<typeof countryShape>;
export type CountryEntry = z.output<typeof listShape>['countries']['nodes'][number];

export interface CountryView {
  readonly facts: CountryFacts;
  readonly cityCount: number;
  /** SVG mark-up. */
  readonly map: string;
  /** The REST answer to a Community key, as JSON text. */
  readonly restBody: string;
}

interface MapOrder extends Omit<CountryDrawing, 'codes'> {
  /** How many cities the map shows. */
  readonly cities: number;
}

interface DrawnMap {
  /** SVG mark-up. */
  readonly svg: string;
  readonly cities: number;
}

export interface PageData {
  /** SVG mark-up of the world. */
  world(dataSet: DataSet): Promise<string>;
  /** Every country by name. */
  countries(dataSet: DataSet): Promise<readonly CountryEntry[]>;
  /** The map on the page at a path: drawn once, with the outlines of the data set. */
  draw(dataSet: DataSet, path: string, order: () => MapOrder | Promise<MapOrder>): Promise<DrawnMap>;
  country(dataSet: DataSet, codes: { readonly id: number; readonly iso2: string }): Promise<CountryView>;
}

export function createPageData(options: PagesOptions): PageData {
  const rooms = createMapRoom();
  const countryDocument = checked(COUNTRY_DOCUMENT, options);
  const countriesDocument = checked(COUNTRIES_DOCUMENT, options);
  const maps = new LRUCache<string, DrawnMap>({
    maxSize: MAPS_BYTES,
    sizeCalculation: ({ svg }) => svg.length,
  });
  const shared = oncePerEdition();

  const outlines = (dataSet: DataSet) => shared(dataSet, 'outlines', () => options.outlineCodes(dataSet));

  async function draw(dataSet: DataSet, path: string, order: () => MapOrder | Promise<MapOrder>): Promise<DrawnMap> {
    const key = `${dataSet.edition} ${dataSet.findIndex !== undefined} ${path}`;
    const known = maps.get(key);
    if (known) return known;
    const [{ cities, ...drawing }, codes] = await Promise.all([order(), outlines(dataSet)]);
    const made = { svg: await rooms.draw({ kind: 'country', ...drawing, codes }), cities };
    maps.set(key, made);
    return made;
  }

  return {
    world: (dataSet) =>
      shared(dataSet, 'world', async () => {
        const [{ points }, codes] = await Promise.all([options.cityPoints(dataSet, undefined), outlines(dataSet)]);
        return rooms.draw({ kind: 'world', codes, points });
      }),
    countries: (dataSet) =>
      shared(dataSet, 'countries', async () => {
        const data = listShape.parse(await options.execute(countriesDocument, {}, dataSet));
        return data.countries.nodes;
      }),
    draw,
    async country(dataSet, codes) {
      const [{ country }, rest] = await Promise.all([
        options.execute(countryDocument, { code: codes.iso2 }, dataSet),
        options.ask(`/v1/countries/${codes.iso2}`, 'Community'),
      ]);
      const facts = countryShape.parse(country);
      const { svg, cities } = await draw(dataSet, placePath(codes.iso2), async () => {
        const { count, points } = await options.cityPoints(dataSet, codes.id);
        return { iso2: codes.iso2, cities: count, points, named: centres(facts, placeIndex(dataSet)) };
      });
      return { facts, cityCount: cities, map: svg, restBody: bodyOf(rest) };
    },
  };
}

/** Thrown where the service could not answer itself: what is made of a refusal is not worth keeping. */
export class NoAnswer extends Error {
  readonly reason: Unavailability;

  constructor({ status, reason = 'busy' }: OwnAnswer) {
    super(`answered ${status}`);
    this.reason = reason;
  }
}

/** The body of an answer that the service gave itself. */
export function bodyOf(answer: OwnAnswer): string {
  if (answer.status !== 200 || !answer.body) throw new NoAnswer(answer);
  return answer.body.toString();
}

/** Keeps one promise for each name, of the newest edition of the data only; what failed is asked for again. */
function oncePerEdition() {
  const kept = new Map<string, { readonly edition: string; readonly value: Promise<unknown> }>();
  return <T>({ edition }: DataSet, name: string, work: () => Promise<T>): Promise<T> => {
    const known = kept.get(name);
    // A name always stands for the same type: each has one caller.
    if (known?.edition === edition) return known.value as Promise<T>;
    const value = work();
    const entry = { edition, value };
    kept.set(name, entry);
    value.catch(() => {
      if (kept.get(name) === entry) kept.delete(name);
    });
    return value;
  };
}

/** States whose names stand on the map in any case. */
const FIRST_NAMES = 3;

/** Where the states' names go: the most important have room first. */
function centres({ iso2, states }: CountryFacts, index: PlaceIndex | undefined): NamedPoint[] {
  const importance = index ? importanceIn(index, 'state') : () => 0;
  return states.nodes
    .toSorted((a, b) => importance(b.id) - importance(a.id))
    .flatMap(({ name, iso2: code, latitude, longitude }, at) =>
      latitude === null || longitude === null
        ? []
        : [
            {
              name,
              latitude: Number(latitude),
              longitude: Number(longitude),
              first: at < FIRST_NAMES,
              path: code === null ? null : placePath(iso2, code),
            },
          ],
    );
}

/** An operation of ours, which fits the schema or stops the start. */
export function checked(operation: string, { schema }: Pick<PagesOptions, 'schema'>): DocumentNode {
  const document = parse(operation, { noLocation: true });
  const [error] = validate(schema, document);
  if (error) throw error;
  return document;
}
