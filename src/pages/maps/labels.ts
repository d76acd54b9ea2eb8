/** Puts names beside points so that none covers another: a name that finds no room is left out. */

export interface Place {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  /** Its name may cover the rings of other places. */
  readonly first?: boolean;
}

export interface Label extends Place {
  readonly anchor: 'start' | 'middle' | 'end';
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Height of a line and mean width of a letter, in pixels, at the size in which labels are drawn. */
const LINE = 12;
const LETTER = 6.6;
const RING = 5;
const GAP = 7;

/** The labels that fit into a view, tried right, left, above and below their points, in the order given. */
export function placeLabels(
  places: readonly Place[],
  { width, height }: { readonly width: number; readonly height: number },
): Label[] {
  const rings = places.map(({ x, y }) => ({ left: x - RING, top: y - RING, right: x + RING, bottom: y + RING }));
  const taken: Box[] = [];
  const labels: Label[] = [];
  for (const [index, place] of places.entries()) {
    const free = candidates(place).filter(
      ([, box]) =>
        box.left >= 0 &&
        box.right <= width &&
        box.top >= 0 &&
        box.bottom <= height &&
        !taken.some((other) => overlaps(box, other)),
    );
    const found =
      free.find(([, box]) => !rings.some((ring, at) => at !== index && overlaps(box, ring))) ??
      (place.first ? free[0] : undefined);
    if (!found) continue;
    labels.push(found[0]);
    taken.push(found[1]);
  }
  return labels;
}

function candidates({ name, x, y }: Place): [Label, Box][] {
  const wide = [...name].length * LETTER;
  const half = wide / 2;
  return [
    [{ name, x: x + GAP, y: y + 4, anchor: 'start' }, box(x + GAP, y - LINE / 2, wide)],
    [{ name, x: x - GAP, y: y + 4, anchor: 'end' }, box(x - GAP - wide, y - LINE / 2, wide)],
    [{ name, x, y: y - GAP, anchor: 'middle' }, box(x - half, y - GAP - LINE + 2, wide)],
    [{ name, x, y: y + GAP + 8, anchor: 'middle' }, box(x - half, y + GAP - 2, wide)],
  ];
}

function box(left: number, top: number, wide: number): Box {
  return { left, top, right: left + wide, bottom: top + LINE };
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
