/** Coordinates and distances as people and programs write them. */

// Programs write a number near 0 with an exponent, as Python does 5e-05, and some write all of them so (1.397E+02).
// Decimal types write more digits than a point has, and cells of a fixed width begin with zeros.
const NUMBER = /^[+-]?(?:[0-9]{1,20}(?:\.[0-9]{0,60})?|\.[0-9]{1,60})(?:[eE][+-]?[0-9]{1,3})?$/;

/** Degrees from `-most` to `most` that stand in a text, with blanks around them or not. */
export function degrees(text: string, most: number): number | undefined {
  return numberWithin(text, -most, most);
}

/** A number from `min` to `max` that stands in a text, with blanks around it or not. */
export function numberWithin(text: string, min: number, max: number): number | undefined {
  // An unencoded + arrives as a blank, and cells of tables begin with one.
  const bare = text.trim();
  const value = NUMBER.test(bare) ? Number(bare) : Number.NaN;
  // `-0` and `0` are one point, and one entry of the cache.
  return value >= min && value <= max ? value + 0 : undefined;
}
