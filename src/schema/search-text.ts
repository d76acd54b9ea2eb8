/** The rule for texts that lists are searched by (contract, section 1). */
import { badInput } from './bad-input.ts';

/** The text trimmed and NFC-normalised; undefined for none; throws BAD_USER_INPUT when it breaks the rule. */
export function searchText(search: string | null | undefined, name: string): string | undefined {
  if (search === null || search === undefined) return undefined;
  const text = search.trim().normalize('NFC');
  const length = [...text.slice(0, 400)].length;
  if (length < 2 || length > 100) throw badInput(`${name} must be 2 to 100 characters`);
  if (text.includes('\0')) throw badInput(`${name} must not contain NUL`);
  return text;
}
