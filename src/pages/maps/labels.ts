/** Puts names beside points so that none covers another: a name that finds no room is left out. */

export interface Place {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  /** Its name may cover the rings of other places. */
  readonly first?: boolean;
}

/** On which side of its point a name stands. */
export type Side = 'right' | 'left' | 'above' | 'below';

export type Label<P extends Place = Place> = P & { readonly side: Side };

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface LabelRoom {
  readonly width: number;
  readonly height: number;
  /** How much the map is magnified while the names keep their size: at 2 they take half of the room. */
  readonly zoom?: number;
  /** What names may not cover. */
  readonly taken?: readonly Box[];
}

/** Size of the letters, height of a line and mean width of a letter, in pixels. */
const LETTERS = 11.2;
const LINE = 12;
const LETTER = 6.6;
const RING = 5;
const GAP = 7;

/** The labels that fit into a view, tried right, left, above and below their points, in the order given. */
export function placeLabels<P extends Place>(
  places: readonly P[],
  { width, height, zoom = 1, taken = [] }: LabelRoom,
): Label<P>[] {
  const ring = RING / zoom;
  const rings = places.map(({ x, y }) => ({ left: x - ring, top: y - ring, right: x + ring, bottom: y + ring }));
  const full = [...taken];
  const labels: Label<P>[] = [];
  for (const [index, place] of places.entries()) {
    const free = candidates(place, zoom).filter(
      ([, box]) =>
        box.left >= 0 &&
        box.right <= width &&
        box.top >= 0 &&
        box.bottom <= height &&
        !full.some((other) => overlaps(box, other)),
    );
    const found =
      free.find(([, box]) => !rings.some((ring, at) => at !== index && overlaps(box, ring))) ??
      (place.first ? free[0] : undefined);
    if (!found) continue;
    labels.push({ ...place, side: found[0] });
    full.push(found[1]);
  }
  return labels;
}

/** How far from its point a label's text begins, in heights of its letters, and how it is anchored there. */
export const SIDES: Readonly<Record<Side, { readonly dx: number; readonly dy: number; readonly anchor: string }>> = {
  right: { dx: GAP / LETTERS, dy: 4 / LETTERS, anchor: 'start' },
  left: { dx: -GAP / LETTERS, dy: 4 / LETTERS, anchor: 'end' },
  above: { dx: 0, dy: -GAP / LETTERS, anchor: 'middle' },
  below: { dx: 0, dy: (GAP + 8) / LETTERS, anchor: 'middle' },
};

function candidates({ name, x, y }: Place, zoom: number): [Side, Box][] {
  const [line, gap] = [LINE / zoom, GAP / zoom];
  const wide = ([...name].length * LETTER) / zoom;
  const box = (left: number, top: number): Box => ({ left, top, right: left + wide, bottom: top + line });
  return [
    ['right', box(x + gap, y - line / 2)],
    ['left', box(x - gap - wide, y - line / 2)],
    ['above', box(x - wide / 2, y - gap - (LINE - 2) / zoom)],
    ['below', box(x - wide / 2, y + gap - 2 / zoom)],
  ];
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
