/** Cities as dots on a grid: how many lie in each cell, and one SVG path for each shade. */
import type { GeoProjection } from 'd3-geo';
import { UNIT } from './compact-path.ts';

/** Shades from few cities to many. */
const SHADES = 5;
/** Share of the cells that lie below each shade after the first. */
const BREAKS = [0.34, 0.62, 0.82, 0.94];
/** Part of a cell that its dot fills; the rest is the gap to the next. */
const FILLED = 0.75;

/** Cells in reading order: `row * columns + column` to the number of cities there. */
export interface DotGrid {
  readonly cell: number;
  readonly columns: number;
  readonly cells: ReadonlyMap<number, number>;
}

/** Longitude and latitude in degrees of each point of `lon lat,lon lat,…` in hundredths of a degree. */
export function parsePoints(text: string): [number, number][] {
  if (text === '') return [];
  return text.split(',').map((pair) => {
    const gap = pair.indexOf(' ');
    return [Number(pair.slice(0, gap)) / 100, Number(pair.slice(gap + 1)) / 100];
  });
}

/** Counts points in square cells of `cell` pixels; points outside the view are left out. */
export function dotGrid(
  points: readonly [number, number][],
  project: GeoProjection,
  { width, height, cell }: { readonly width: number; readonly height: number; readonly cell: number },
): DotGrid {
  const columns = Math.ceil(width / cell);
  const cells = new Map<number, number>();
  for (const point of points) {
    const [x, y] = project(point) ?? [-1, -1];
    if (!(x >= 0 && y >= 0 && x < width && y < height)) continue;
    const index = Math.floor(y / cell) * columns + Math.floor(x / cell);
    cells.set(index, (cells.get(index) ?? 0) + 1);
  }
  return { cell, columns, cells };
}

/**
 * The path data of each shade. Neighbours of one shade in a row are one line; the dash pattern of the stroke
 * ({@link dotStroke}) makes it dots again, so thousands of dots need few characters. `lowest` is the shade of a cell with
 * one city.
 */
export function shadePaths({ cell, columns, cells }: DotGrid, lowest = 0): string[] {
  const limits = shadeLimits([...cells.values()]);
  const size = cell * UNIT;
  const paths = Array.from({ length: SHADES }, () => ({ data: '', x: 0, y: 0 }));
  const shadeOf = (index: number): number => {
    const count = cells.get(index);
    return count === undefined ? -1 : Math.max(lowest, limits.filter((limit) => count > limit).length);
  };
  const indices = [...cells.keys()].sort((a, b) => a - b);
  for (let at = 0; at < indices.length; ) {
    const start = indices[at] ?? 0;
    const shade = shadeOf(start);
    let length = 1;
    while (indices[at + length] === start + length && shadeOf(start + length) === shade && (start + length) % columns) {
      length += 1;
    }
    at += length;
    const path = paths[shade];
    if (!path) continue;
    const x = (start % columns) * size;
    const y = Math.floor(start / columns) * size + size / 2;
    const width = (length - 1) * size + size * FILLED;
    path.data += `m${x - path.x} ${y - path.y}h${width}`;
    path.x = x + width;
    path.y = y;
  }
  return paths.map(({ data }) => data);
}

/** Width and dashes of the stroke that draws {@link shadePaths}. */
export function dotStroke(cell: number): { readonly width: number; readonly dashes: string } {
  const dot = cell * UNIT * FILLED;
  return { width: dot, dashes: `${dot} ${cell * UNIT - dot}` };
}

/** The counts above which the next shade begins: by rank, so that any data set uses all shades. */
function shadeLimits(counts: readonly number[]): number[] {
  const sorted = counts.toSorted((a, b) => a - b);
  return BREAKS.map((share) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
}
