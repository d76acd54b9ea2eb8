/** Binary search. */

/** The first index of a range for which the claim no longer holds; it holds for all before it. */
export function lowerBound(from: number, to: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
