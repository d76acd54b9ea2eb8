/** Puts texts that stand in arrays of code units in order, without making texts of them: quicksort by one unit after the other. */

/** The code unit of an item at a depth; -1 behind its end. */
export type UnitAt = (item: number, depth: number) => number;

const FEW = 12;

/** The numbers below `count` in the order of their texts' code units, as texts compare; of equal texts the lower number first. */
export function orderedByUnits(count: number, unitAt: UnitAt): Uint32Array<ArrayBuffer> {
  const order = new Uint32Array(count).map((_, index) => index);
  // What is left to do: from, to, and how many units the items there have in common.
  const left: number[] = [0, count, 0];
  while (left.length > 0) {
    const [from = 0, to = 0, depth = 0] = left.splice(-3);
    if (to - from <= FEW) insertionSort(order, from, to, depth, unitAt);
    else splitByUnit(order, from, to, depth, unitAt, left);
  }
  return order;
}

/** Those with a lower unit, those with the same as one from the middle, those with a higher one. */
function splitByUnit(
  order: Uint32Array,
  from: number,
  to: number,
  depth: number,
  unitAt: UnitAt,
  left: number[],
): void {
  const pivot = middleOf(
    unitAt(order[from] ?? 0, depth),
    unitAt(order[(from + to) >>> 1] ?? 0, depth),
    unitAt(order[to - 1] ?? 0, depth),
  );
  let [lower, higher] = [from, to];
  for (let at = from; at < higher; ) {
    const item = order[at] ?? 0;
    const unit = unitAt(item, depth);
    if (unit < pivot) {
      order[at++] = order[lower] ?? 0;
      order[lower++] = item;
    } else if (unit > pivot) {
      order[at] = order[--higher] ?? 0;
      order[higher] = item;
    } else at += 1;
  }
  if (lower - from > 1) left.push(from, lower, depth);
  if (to - higher > 1) left.push(higher, to, depth);
  if (pivot === -1) order.subarray(lower, higher).sort();
  else if (higher - lower > 1) left.push(lower, higher, depth + 1);
}

function insertionSort(order: Uint32Array, from: number, to: number, depth: number, unitAt: UnitAt): void {
  for (let next = from + 1; next < to; next += 1) {
    const item = order[next] ?? 0;
    let at = next;
    for (; at > from && isBefore(item, order[at - 1] ?? 0, depth, unitAt); at -= 1) order[at] = order[at - 1] ?? 0;
    order[at] = item;
  }
}

function isBefore(one: number, other: number, depth: number, unitAt: UnitAt): boolean {
  for (let at = depth; ; at += 1) {
    const [own, its] = [unitAt(one, at), unitAt(other, at)];
    if (own !== its) return own < its;
    if (own === -1) return one < other;
  }
}

function middleOf(one: number, other: number, third: number): number {
  return Math.max(Math.min(one, other), Math.min(Math.max(one, other), third));
}
