/** Draws one country: its outline among its neighbours, its cities as dots, its states as named rings. */
import { type GeoProjection, geoAzimuthalEqualArea, geoBounds, geoCentroid, geoPath } from 'd3-geo';
import type { MultiPolygon, Position } from 'geojson';
import { escapeText } from '../../html/html.ts';
import { type Atlas, type AtlasScale, type Box, type Outline, type OutlineCode, polygonsOf } from './atlas.ts';
import { compactPath, UNIT } from './compact-path.ts';
import { dotGrid, parsePoints, shadePaths } from './dot-grid.ts';
import { placeLabels } from './labels.ts';
import { dots, linked } from './world-map.ts';

export interface CountryDrawing {
  readonly iso2: string;
  readonly codes: readonly OutlineCode[];
  /** `longitude latitude` pairs in hundredths of a degree, joined by commas. */
  readonly points: string;
  /** True to show where the points lie, and not all of the country. */
  readonly isPart?: boolean;
  /** Named places in degrees: centres of states, or cities. */
  readonly states: readonly StateCentre[];
}

export interface StateCentre {
  readonly name: string;
  readonly longitude: number;
  readonly latitude: number;
  /** Its name has precedence. */
  readonly first: boolean;
  /** What follows the country's address on the way to its page; null where it has none. */
  readonly code?: string | null;
}

const WIDTH = 720;
const HEIGHT = 560;
const MARGIN = 28;
/** Few cities get big dots. */
const CELLS = [
  { below: 80, pixels: 9 },
  { below: 500, pixels: 6 },
];
/** With fewer cities than this the dimmest shades would hide them. */
const SPARSE = 500;
const DETAIL = 0.6;
/** A part of a country (an island, an exclave) with a smaller share of its cities does not decide what the map shows. */
const LEAST_SHARE = 0.01;
/** Pixels per radian at which the map is some 30 km wide: nearer would only magnify the coarseness of the outlines. */
const MAX_SCALE = 150_000;
/** Pixels per radian from which on the finest outlines are worth reading. */
const CLOSE_UP = 8_000;
const FAR_AWAY = 90;

/** The SVG mark-up of a country's map; its states are on the page as a list too, so it is hidden from readers. */
export function drawCountry(atlasOf: (scale: AtlasScale) => Atlas, drawing: CountryDrawing): string {
  const points = parsePoints(drawing.points);
  let atlas = atlasOf('50m');
  const shape = () => (drawing.isPart ? [] : ownOutlines(atlas, drawing));
  let projection = lookAt(shape(), points, drawing.states);
  if (projection.scale() > CLOSE_UP) {
    atlas = atlasOf('10m');
    projection = lookAt(shape(), points, drawing.states);
  }
  const cell = CELLS.find(({ below }) => points.length < below)?.pixels ?? 4;
  const grid = dotGrid(points, projection, { width: WIDTH, height: HEIGHT, cell });
  return `<svg class="map country" viewBox="0 0 ${WIDTH * UNIT} ${HEIGHT * UNIT}" aria-hidden="true" focusable="false"><g class="land">${land(atlas, drawing, projection)}</g>${dots(shadePaths(grid, points.length < SPARSE ? 2 : 0), cell)}${states(drawing, projection)}</svg>`;
}

function ownOutlines(atlas: Atlas, { codes, iso2 }: CountryDrawing): Outline[] {
  return atlas.outlines.filter((outline) => atlas.ownerOf(outline, codes)?.iso2 === iso2);
}

/** A projection centred on where the country's cities are, and showing the parts that hold them. */
function lookAt(
  own: readonly Outline[],
  points: readonly [number, number][],
  states: readonly StateCentre[],
): GeoProjection {
  const parts = populatedParts(own.flatMap(polygonsOf), points);
  const shape: MultiPolygon | { type: 'MultiPoint'; coordinates: Position[] } =
    parts.length > 0
      ? { type: 'MultiPolygon', coordinates: parts }
      : { type: 'MultiPoint', coordinates: placesOf(points, states) };
  const [longitude, latitude] = geoCentroid(shape);
  const projection = geoAzimuthalEqualArea()
    .rotate([-(longitude || 0), -(latitude || 0)])
    .clipAngle(FAR_AWAY)
    .fitExtent(
      [
        [MARGIN, MARGIN],
        [WIDTH - MARGIN, HEIGHT - MARGIN],
      ],
      shape,
    );
  if (!(projection.scale() <= MAX_SCALE)) projection.scale(MAX_SCALE).translate([WIDTH / 2, HEIGHT / 2]);
  return projection.clipExtent([
    [-MARGIN, -MARGIN],
    [WIDTH + MARGIN, HEIGHT + MARGIN],
  ]);
}

/**
 * The polygons that hold a fair share of the cities; all of them when there are no cities to go by, and none when most
 * cities lie on islands that the atlas does not have.
 */
function populatedParts(polygons: readonly Position[][][], points: readonly [number, number][]): Position[][][] {
  if (points.length === 0) return [...polygons];
  let held = 0;
  const parts = polygons.filter((coordinates) => {
    const [[west, south], [east, north]] = geoBounds({ type: 'Polygon', coordinates });
    const inside = points.filter(
      ([lon, lat]) =>
        lat >= south && lat <= north && (west <= east ? lon >= west && lon <= east : lon >= west || lon <= east),
    ).length;
    held += inside;
    return inside >= Math.max(1, points.length * LEAST_SHARE);
  });
  return held >= points.length / 2 ? parts : [];
}

function placesOf(points: readonly [number, number][], states: readonly StateCentre[]): Position[] {
  if (points.length > 0) return [...points];
  const centres = states.map(({ longitude, latitude }) => [longitude, latitude]);
  return centres.length > 0 ? centres : [[0, 0]];
}

/** Every country in view, this one drawn last so that its border lies on top. */
function land(atlas: Atlas, { codes, iso2 }: CountryDrawing, projection: GeoProjection): string {
  let others = '';
  let own = '';
  const inView = viewTest(projection);
  for (const outline of atlas.outlines) {
    if (!inView(outline.box)) continue;
    const path = compactPath(DETAIL);
    geoPath(projection, path)(outline);
    const data = path.data();
    if (data === '') continue;
    const owner = atlas.ownerOf(outline, codes);
    if (owner?.iso2 === iso2) own += `<path class="own" d="${data}"/>`;
    else others += linked(`<path d="${data}"/>`, owner);
  }
  return others + own;
}

/** Tells boxes that are certainly out of view, so that far countries are not projected corner by corner. */
function viewTest(projection: GeoProjection): (box: Box) => boolean {
  const [west, north] = projection.rotate();
  const [longitude, latitude] = [-west, -north];
  const reach = (Math.hypot(WIDTH, HEIGHT) / projection.scale()) * (180 / Math.PI);
  const farthest = Math.min(Math.abs(latitude) + reach, 89.9);
  const across = farthest > 80 ? 180 : reach / Math.cos((farthest * Math.PI) / 180);
  return (box) =>
    box.south <= latitude + reach &&
    box.north >= latitude - reach &&
    [-360, 0, 360].some((turn) => box.west + turn <= longitude + across && box.east + turn >= longitude - across);
}

function states({ states: centres, iso2 }: CountryDrawing, projection: GeoProjection): string {
  const places = centres.flatMap(({ name, longitude, latitude, first, code }) => {
    const [x, y] = projection([longitude, latitude]) ?? [-1, -1];
    return x >= 0 && y >= 0 && x <= WIDTH && y <= HEIGHT ? [{ name, x, y, first, code }] : [];
  });
  const rings = places.map(({ name, x, y, code }) => {
    const title = `<title>${escapeText(name)}</title>`;
    const ring = `<circle cx="${units(x)}" cy="${units(y)}" r="${3.5 * UNIT}">${title}</circle>`;
    return code ? `<a href="${escapeText(`/c/${iso2}/${encodeURI(code)}`)}" tabindex="-1">${ring}</a>` : ring;
  });
  const labels = placeLabels(places, { width: WIDTH, height: HEIGHT }).map(
    ({ name, x, y, anchor }) =>
      `<text x="${units(x)}" y="${units(y)}"${anchor === 'start' ? '' : ` text-anchor="${anchor}"`}>${escapeText(name)}</text>`,
  );
  return `<g class="states">${rings.join('')}</g><g class="labels">${labels.join('')}</g>`;
}

function units(pixels: number): number {
  return Math.round(pixels * UNIT);
}
