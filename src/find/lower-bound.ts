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

/** Where the first number of at least `wanted` stands in a rising part of an array. Searches spend their time here: no claim is called. */
export function lowerBoundIn(rising: Uint32Array, wanted: number, from = 0, to = rising.length): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    // In bounds, as long as the range is.
    if ((rising[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
