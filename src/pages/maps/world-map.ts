/** Draws the world: the land, country by country, and the cities as dots whose shade tells how dense they lie. */
import { type GeoProjection, geoNaturalEarth1, geoPath } from 'd3-geo';
import { escapeText } from '../../html/html.ts';
import type { Atlas, OutlineCode } from './atlas.ts';
import { compactPath, UNIT } from './compact-path.ts';
import { dotGrid, dotStroke, parsePoints, shadePaths } from './dot-grid.ts';

export interface WorldDrawing {
  readonly codes: readonly OutlineCode[];
  /** `longitude latitude` pairs in hundredths of a degree, joined by commas. */
  readonly points: string;
}

const WIDTH = 1072;
const HEIGHT = 536;
const TOP = 8;
const CELL = 4;
/** Pixels below which two points of a coast are one. */
const DETAIL = 0.5;

/** The SVG mark-up of the world map. Its links and names are also on the page as text, so it is hidden from readers. */
export function drawWorld(atlas: Atlas, { codes, points }: WorldDrawing): string {
  const projection = geoNaturalEarth1().fitWidth(WIDTH, { type: 'Sphere' });
  // The empty edge of the Antarctic is cut off rather than everything else made smaller.
  const [x, y] = projection.translate();
  projection.translate([x, y + TOP]);
  const grid = dotGrid(parsePoints(points), projection, { width: WIDTH, height: HEIGHT, cell: CELL });
  return `<svg class="map world" viewBox="0 0 ${WIDTH * UNIT} ${HEIGHT * UNIT}" aria-hidden="true" focusable="false"><path class="sea" d="${outlinePath({ type: 'Sphere' }, projection)}"/><g class="land">${land(atlas, codes, projection)}</g>${dots(shadePaths(grid), CELL)}</svg>`;
}

function land(atlas: Atlas, codes: readonly OutlineCode[], projection: GeoProjection): string {
  return atlas.outlines
    .map((outline) => {
      const path = `<path d="${outlinePath(outline, projection)}"/>`;
      return linked(path, atlas.ownerOf(outline, codes));
    })
    .join('');
}

/** Path data of anything that d3-geo draws. */
function outlinePath(shape: Parameters<ReturnType<typeof geoPath>>[0], projection: GeoProjection): string {
  const path = compactPath(DETAIL);
  geoPath(projection, path)(shape);
  return path.data();
}

/** A shape as a link to its country's page: for the pointer only, as the keyboard has the list of countries. */
export function linked(shape: string, owner: OutlineCode | undefined): string {
  if (!owner) return shape;
  return `<a href="/c/${owner.iso2}" tabindex="-1"><title>${escapeText(owner.name)}</title>${shape}</a>`;
}

/** The mark-up of dots, one path a shade. */
export function dots(paths: readonly string[], cell: number): string {
  const { width, dashes } = dotStroke(cell);
  const shades = paths.map((data, shade) => (data === '' ? '' : `<path class="d${shade}" d="${data}"/>`)).join('');
  return `<g class="dots" fill="none" stroke-width="${width}" stroke-dasharray="${dashes}">${shades}</g>`;
}
