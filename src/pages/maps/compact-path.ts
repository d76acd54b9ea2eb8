/** Turns what d3-geo draws into short SVG path data: whole numbers, relative steps, no detail that nobody sees. */
import type { GeoContext } from 'd3-geo';

/** Drawing units per pixel of the view: path data stays in whole numbers and is still exact to a tenth of a pixel. */
export const UNIT = 10;

export interface CompactPath extends GeoContext {
  /** The path data drawn so far; empty when every ring was too small to see. */
  data(): string;
}

/**
 * A d3-geo context. Points nearer than `detail` pixels to the one before are left out, and so is a ring that has fewer
 * than three points left.
 */
export function compactPath(detail: number): CompactPath {
  const least = (detail * UNIT) ** 2;
  let data = '';
  let ring: [number, number][] = [];

  function flush(close: string): void {
    if (ring.length >= 3) data += `${ring.map(step).join('')}${close}`;
    ring = [];
  }

  function add(x: number, y: number): void {
    const point: [number, number] = [Math.round(x * UNIT), Math.round(y * UNIT)];
    const last = ring.at(-1);
    if (!last || (point[0] - last[0]) ** 2 + (point[1] - last[1]) ** 2 >= least) ring.push(point);
  }

  return {
    beginPath: () => undefined,
    // Only points are drawn as arcs, and these maps draw none through a path.
    arc: () => undefined,
    moveTo(x, y) {
      flush('');
      add(x, y);
    },
    lineTo: add,
    closePath: () => flush('z'),
    data() {
      flush('');
      return data;
    },
  };
}

function step([x, y]: [number, number], index: number, ring: readonly [number, number][]): string {
  const before = ring[index - 1];
  if (!before) return `M${x} ${y}`;
  const [dx, dy] = [x - before[0], y - before[1]];
  const text = `${dx}${dy < 0 ? '' : ' '}${dy}`;
  // After the first `l` more pairs follow without a letter; a minus sign parts numbers by itself.
  return index === 1 ? `l${text}` : dx < 0 ? text : ` ${text}`;
}
