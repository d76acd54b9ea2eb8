/** The pattern of a literal substring match. */

/**
 * An ILIKE pattern that matches whatever contains `text`, in any letter case: `%`, `_` and `\` mean themselves
 * (contract, section 1).
 */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
