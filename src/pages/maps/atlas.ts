/** The outlines of the countries, from Natural Earth (public domain) by way of world-atlas. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Feature, MultiPolygon, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** A country in the words of an atlas and of the service. */
export interface OutlineCode {
  readonly iso2: string;
  readonly name: string;
  readonly numericCode: string | null;
}

/** Degrees: the least and greatest longitude and latitude of any corner. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export type Outline = Feature<Polygon | MultiPolygon, { readonly name: string }> & { readonly box: Box };

export interface Atlas {
  readonly outlines: readonly Outline[];
  /** The country that an outline belongs to; undefined where the data set has none. */
  ownerOf(outline: Outline, codes: readonly OutlineCode[]): OutlineCode | undefined;
}

type WorldTopology = Topology<{ countries: GeometryCollection<{ name: string }> }>;

/** The scales of the atlas: 1 : 110, 50 or 10 million. */
export type AtlasScale = '110m' | '50m' | '10m';

export function readAtlas(scale: AtlasScale): Atlas {
  const file = fileURLToPath(import.meta.resolve(`world-atlas/countries-${scale}.json`));
  // The package is pinned: this is the shape of its files.
  const topology = JSON.parse(readFileSync(file, 'utf8')) as WorldTopology;
  // The countries of Natural Earth are areas, every one.
  const features = feature(topology, topology.objects.countries).features as Omit<Outline, 'box'>[];
  return { outlines: features.map((outline) => ({ ...outline, box: boxOfRings(polygonsOf(outline)) })), ownerOf };
}

/** Every polygon of an outline. */
export function polygonsOf({ geometry }: Pick<Outline, 'geometry'>): Position[][][] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}

/** Of polygons of the atlas, which cuts what crosses the date line there. */
export function boxOfRings(polygons: readonly Position[][][]): Box {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [outer = []] of polygons) {
    for (const [lon = 0, lat = 0] of outer) {
      west = Math.min(west, lon);
      east = Math.max(east, lon);
      south = Math.min(south, lat);
      north = Math.max(north, lat);
    }
  }
  return { west, south, east, north };
}

/** A point is `[longitude, latitude]`. */
export function isInBox({ west, south, east, north }: Box, [longitude = 0, latitude = 0]: Position): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}

/** By numeric code; the few outlines without one go by their name. */
function ownerOf(outline: Outline, codes: readonly OutlineCode[]): OutlineCode | undefined {
  const id = outline.id === undefined ? undefined : String(outline.id).padStart(3, '0');
  return codes.find(({ numericCode, name }) =>
    id === undefined ? name === outline.properties.name : numericCode === id,
  );
}
