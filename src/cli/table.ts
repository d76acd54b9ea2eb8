/** Records as text for people. */
import { escaped } from './print.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** The columns of these rows under each other; the last one is not padded. */
export function columns(given: readonly (readonly string[])[]): string {
  // Names are of the data, which others have written.
  const rows = given.map((row) => row.map(escaped));
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, width(cell));
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - width(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A record with a field on each line; what is not known is left out, and JSON within is not spread out. */
export function record(fields: Fields): string {
  const shown = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return columns(shown.map(([name, value]) => [name, shortened(textOf(value))]));
}

export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function shortened(text: string): string {
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}

/** Columns that a terminal gives a text: East Asian letters and emoji take two, combining marks none. */
function width(text: string): number {
  let columns = 0;
  for (const letter of text) {
    if (/\p{Mark}|\u200d|\ufe0f/u.test(letter)) continue;
    columns += /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}/u.test(
      letter,
    )
      ? 2
      : 1;
  }
  return columns;
}
