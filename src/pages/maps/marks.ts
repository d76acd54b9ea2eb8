/** Draws named places: a ring each, and the names that there is room for at each magnification. */
import type { GeoProjection } from 'd3-geo';
import { escapeText } from '../../html/html.ts';
import { UNIT } from './compact-path.ts';
import { type Box, type Label, type Place, placeLabels, SIDES } from './labels.ts';

export interface NamedPoint {
  readonly name: string;
  /** Degrees. */
  readonly longitude: number;
  readonly latitude: number;
  /** Its name is there in any case, even where it covers the rings of others. */
  readonly first: boolean;
  /** True for what the map is about. */
  readonly own?: boolean;
  /** The address of its page; null where it has none. */
  readonly path: string | null;
}

/** Part of a drawing, in pixels. */
export interface Frame {
  readonly width: number;
  readonly height: number;
}

/**
 * Names are laid out anew for each magnification, since there is room for more of them then; the style sheet shows one
 * layout at a time. Narrow screens show the map at half of its size, so there the first has letters of twice the size.
 */
const ZOOMS = [0.5, 1, 2, 4] as const;
const RING_RADIUS = 3.5;
/** So many rings are drawn smaller. */
const MANY = 100;

type PlacedPoint = Place & Pick<NamedPoint, 'path' | 'own'>;

/** The points inside a frame, in their order: the first have their names placed first. */
export function placedIn(points: readonly NamedPoint[], projection: GeoProjection, frame: Frame): PlacedPoint[] {
  return points.flatMap(({ longitude, latitude, ...point }) => {
    const [x, y] = projection([longitude, latitude]) ?? [-1, -1];
    return x >= 0 && y >= 0 && x <= frame.width && y <= frame.height ? [{ ...point, x, y }] : [];
  });
}

/** `taken` is what names may not cover. */
export function marks(places: readonly PlacedPoint[], frame: Frame, taken: readonly Box[] = []): string {
  const rings = places.map(ring).join('');
  const layouts = ZOOMS.map((zoom) => {
    const labels = placeLabels(places, { ...frame, zoom, taken });
    return `<g class="labels z${String(zoom).replace('.', '')}">${labels.map(text).join('')}</g>`;
  });
  return places.length === 0
    ? ''
    : `<g class="states${places.length > MANY ? ' many' : ''}">${rings}</g>${layouts.join('')}`;
}

function ring({ name, x, y, path, own }: PlacedPoint): string {
  const circle = `<circle${own ? ' class="own"' : ''} cx="${units(x)}" cy="${units(y)}" r="${RING_RADIUS * UNIT}"><title>${escapeText(name)}</title></circle>`;
  // For the pointer only: the page has the same as a list.
  return path === null ? circle : `<a href="${escapeText(path)}" tabindex="-1">${circle}</a>`;
}

/** Moved from its point in heights of its letters, so that it stays beside the point whatever their size is. */
function text({ name, x, y, side, own }: Label<PlacedPoint>): string {
  const { dx, dy, anchor } = SIDES[side];
  const moved = `${dx === 0 ? '' : ` dx="${em(dx)}"`} dy="${em(dy)}"`;
  const anchored = anchor === 'start' ? '' : ` text-anchor="${anchor}"`;
  return `<text${own ? ' class="own"' : ''} x="${units(x)}" y="${units(y)}"${moved}${anchored}>${escapeText(name)}</text>`;
}

function em(letters: number): string {
  return `${Math.round(letters * 100) / 100}em`;
}

function units(pixels: number): number {
  return Math.round(pixels * UNIT);
}
