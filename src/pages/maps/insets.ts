/** Finds the corner of a map where small maps of far parts hide the least. */
import { geoAzimuthalEqualArea, geoCentroid, geoPath } from 'd3-geo';
import type { MultiPolygon } from 'geojson';
import type { Box } from './labels.ts';
import type { Frame } from './marks.ts';

/** A small map in a corner, in pixels. */
export interface Inset {
  readonly shape: MultiPolygon;
  readonly frame: Frame;
  readonly box: Box;
}

interface Corner {
  readonly isTop: boolean;
  readonly isRight: boolean;
}

const CORNERS: readonly Corner[] = [
  { isTop: false, isRight: false },
  { isTop: false, isRight: true },
  { isTop: true, isRight: false },
  { isTop: true, isRight: true },
];
const HEIGHT = 108;
const NARROWEST = 88;
const WIDEST = 150;
const EDGE = 10;
/** To hide this share is no reason to take another corner than the usual one. */
const LITTLE = 0.005;
const GAP = 8;

/** The insets of shapes side by side in one corner; `points` are the pixels of what should stay in sight. */
export function corner(view: Frame, shapes: readonly MultiPolygon[], points: readonly (readonly number[])[]): Inset[] {
  const frames = shapes.map((shape) => ({ width: Math.round(widthOf(shape)), height: HEIGHT }));
  const hides = (row: readonly Box[]) =>
    points.filter(([x = -1, y = -1]) =>
      row.some(({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom),
    ).length;
  const layouts = [false, true].flatMap((isColumn) => CORNERS.map((at) => laidOut(view, frames, at, isColumn)));
  const least = Math.min(...layouts.map(hides));
  const best = layouts.find((layout) => hides(layout) <= Math.max(least, LITTLE * points.length)) ?? [];
  return shapes.flatMap((shape, at) => {
    const [frame, box] = [frames[at], best[at]];
    return frame && box ? [{ shape, frame, box }] : [];
  });
}

/** In a row or a column that begins in a corner. */
function laidOut(view: Frame, frames: readonly Frame[], { isTop, isRight }: Corner, isColumn: boolean): Box[] {
  let [across, down] = [EDGE, EDGE];
  return frames.map(({ width, height }) => {
    const left = isRight ? view.width - across - width : across;
    const top = isTop ? down : view.height - down - height;
    if (isColumn) down += height + GAP;
    else across += width + GAP;
    return { left, right: left + width, top, bottom: top + height };
  });
}

/** As wide as the shape is at this height, within reason. */
function widthOf(shape: MultiPolygon): number {
  const [longitude, latitude] = geoCentroid(shape);
  const projection = geoAzimuthalEqualArea().rotate([-longitude, -latitude]);
  const [[left, top], [right, bottom]] = geoPath(projection).bounds(shape);
  return Math.min(WIDEST, Math.max(NARROWEST, (HEIGHT * (right - left)) / Math.max(bottom - top, 1e-9)));
}
