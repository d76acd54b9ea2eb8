/** Draws one country or a part of it: outlines, cities as dots, named rings, and what lies far away in a corner. */
import { type GeoProjection, geoAzimuthalEqualArea, geoCentroid, geoPath } from 'd3-geo';
import type { MultiPoint, MultiPolygon, Position } from 'geojson';
import {
  type Atlas,
  type AtlasScale,
  type Box,
  boxOfRings,
  isInBox,
  type Outline,
  type OutlineCode,
  polygonsOf,
} from './atlas.ts';
import { compactPath, UNIT } from './compact-path.ts';
import { dotGrid, parsePoints, shadePaths } from './dot-grid.ts';
import { partsOf } from './far-parts.ts';
import { corner, type Inset } from './insets.ts';
import { type Frame, marks, type NamedPoint, placedIn } from './marks.ts';
import { dots, linked } from './world-map.ts';

export interface CountryDrawing {
  readonly iso2: string;
  readonly codes: readonly OutlineCode[];
  /** `longitude latitude` pairs in hundredths of a degree, joined by commas. */
  readonly points: string;
  /** True to show where the points lie, and not all of the country. */
  readonly isPart?: boolean;
  /** Centres of states, or cities; the names of the first are placed first. */
  readonly named: readonly NamedPoint[];
}

type Shape = MultiPolygon | MultiPoint;
type Points = readonly [number, number][];

const FRAME: Frame = { width: 720, height: 560 };
const MARGIN = 28;
const INSET_MARGIN = 8;
/** Few cities get big dots. */
const CELLS = [
  { below: 80, pixels: 9 },
  { below: 500, pixels: 6 },
];
/** With fewer cities than this the dimmest shades would hide them. */
const SPARSE = 500;
const DETAIL = 0.6;
/** Pixels per radian at which the map is some 30 km wide: nearer would only magnify the coarseness of the outlines. */
const MAX_SCALE = 150_000;
/** Pixels per radian from which on the finest outlines are worth reading. */
const CLOSE_UP = 8_000;
const FAR_AWAY = 90;
/** Share of a state's cities at each edge that may be in the wrong place. */
const STRAYS = 0.01;

/** The SVG mark-up of a map; what it names is on the page as a list too, so it is hidden from readers. */
export function drawCountry(atlasOf: (scale: AtlasScale) => Atlas, drawing: CountryDrawing): string {
  const points = parsePoints(drawing.points);
  let atlas = atlasOf('50m');
  let shapes = shapesOf(atlas, drawing, points);
  let projection = lookAt(shapes.main, FRAME, MARGIN);
  if (projection.scale() > CLOSE_UP) {
    atlas = atlasOf('10m');
    shapes = shapesOf(atlas, drawing, points);
    projection = lookAt(shapes.main, FRAME, MARGIN);
  }
  const cell = CELLS.find(({ below }) => points.length < below)?.pixels ?? 4;
  const away = shapes.far.map(({ coordinates }) => boxOfRings(coordinates));
  const stays = points.filter((point) => !away.some((box) => isInBox(box, point)));
  const insets = corner(
    FRAME,
    shapes.far,
    stays.flatMap((point) => [projection(point) ?? []]),
  );
  const layers = (view: GeoProjection, frame: Frame) => {
    const grid = dotGrid(points, view, { ...frame, cell });
    const shades = shadePaths(grid, points.length < SPARSE ? 2 : 0);
    return `<g class="land">${land(atlas, drawing, view, frame)}</g>${dots(shades, cell)}`;
  };
  const named = (view: GeoProjection, frame: Frame, taken: readonly Inset[] = []) =>
    marks(
      placedIn(drawing.named, view, frame),
      frame,
      taken.map(({ box }) => box),
    );
  const far = insets.map(({ shape, box, frame }) => {
    const view = lookAt(shape, frame, INSET_MARGIN);
    return `<svg class="inset" x="${box.left * UNIT}" y="${box.top * UNIT}" width="${frame.width * UNIT}" height="${frame.height * UNIT}"><rect width="100%" height="100%"/>${layers(view, frame)}${named(view, frame)}</svg>`;
  });
  return `<svg class="map country" viewBox="0 0 ${FRAME.width * UNIT} ${FRAME.height * UNIT}" aria-hidden="true" focusable="false">${layers(projection, FRAME)}${far.join('')}${named(projection, FRAME, insets)}</svg>`;
}

/** What the map shows, and what lies too far away for it. */
function shapesOf(atlas: Atlas, { codes, iso2, isPart, named }: CountryDrawing, points: Points) {
  const own = isPart ? [] : atlas.outlines.filter((outline) => atlas.ownerOf(outline, codes)?.iso2 === iso2);
  const places: Position[] = named.map(({ longitude, latitude }) => [longitude, latitude]);
  const scaleOf = (polygons: readonly Position[][][]) => lookAt(areaOf(polygons), FRAME, MARGIN).scale();
  const { main, far } = partsOf(own.flatMap(polygonsOf), points, places, scaleOf);
  return { main: main.length > 0 ? areaOf(main) : placesOf(points, named), far: far.map(areaOf) };
}

function areaOf(polygons: readonly Position[][][]): MultiPolygon {
  return { type: 'MultiPolygon', coordinates: [...polygons] };
}

function placesOf(points: Points, named: readonly NamedPoint[]): MultiPoint {
  const at = ({ longitude, latitude }: NamedPoint): Position => [longitude, latitude];
  const places =
    points.length > 0 ? [...withoutStrays(points), ...named.filter(({ own }) => own).map(at)] : named.map(at);
  return { type: 'MultiPoint', coordinates: places.length > 0 ? [...places] : [[0, 0]] };
}

/** Without the few that lie far from all others, as points do that are wrong: they would make the rest small. */
function withoutStrays(points: Points): Position[] {
  const [[west, east], [south, north]] = [limits(points.map(([lon]) => lon)), limits(points.map(([, lat]) => lat))];
  return points
    .filter(([lon, lat]) => lon >= west && lon <= east && lat >= south && lat <= north)
    .map((each) => [...each]);
}

/** Somewhat wider than what all but some hundredths lie in. */
function limits(values: readonly number[]): [number, number] {
  const sorted = values.toSorted((a, b) => a - b);
  const strays = Math.floor(values.length * STRAYS);
  const [low = 0, high = 0] = [sorted[strays], sorted.at(-1 - strays)];
  const around = (high - low) / 5;
  return [low - around, high + around];
}

/** A projection centred on a shape that shows just all of it. */
function lookAt(shape: Shape, { width, height }: Frame, margin: number): GeoProjection {
  const [longitude, latitude] = geoCentroid(shape);
  const projection = geoAzimuthalEqualArea()
    .rotate([-(longitude || 0), -(latitude || 0)])
    .clipAngle(FAR_AWAY)
    .fitExtent(
      [
        [margin, margin],
        [width - margin, height - margin],
      ],
      shape,
    );
  if (!(projection.scale() <= MAX_SCALE)) projection.scale(MAX_SCALE).translate([width / 2, height / 2]);
  return projection.clipExtent([
    [-margin, -margin],
    [width + margin, height + margin],
  ]);
}

/** Every country in view, this one drawn last so that its border lies on top. */
function land(atlas: Atlas, { codes, iso2 }: CountryDrawing, projection: GeoProjection, frame: Frame): string {
  let others = '';
  let own = '';
  const inView = viewTest(projection, frame);
  for (const outline of atlas.outlines) {
    if (!inView(outline.box)) continue;
    const data = pathOf(outline, projection);
    if (data === '') continue;
    const owner = atlas.ownerOf(outline, codes);
    if (owner?.iso2 === iso2) own += `<path class="own" d="${data}"/>`;
    else others += linked(`<path d="${data}"/>`, owner);
  }
  return others + own;
}

function pathOf(outline: Outline, projection: GeoProjection): string {
  const path = compactPath(DETAIL);
  geoPath(projection, path)(outline);
  return path.data();
}

/** Tells boxes that are certainly out of view, so that far countries are not projected corner by corner. */
function viewTest(projection: GeoProjection, { width, height }: Frame): (box: Box) => boolean {
  const [west, north] = projection.rotate();
  const [longitude, latitude] = [-west, -north];
  const reach = (Math.hypot(width, height) / projection.scale()) * (180 / Math.PI);
  const farthest = Math.min(Math.abs(latitude) + reach, 89.9);
  const across = farthest > 80 ? 180 : reach / Math.cos((farthest * Math.PI) / 180);
  return (box) =>
    box.south <= latitude + reach &&
    box.north >= latitude - reach &&
    [-360, 0, 360].some((turn) => box.west + turn <= longitude + across && box.east + turn >= longitude - across);
}
