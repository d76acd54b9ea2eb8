/** Standard output of a command: what it answers and nothing else. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** What would move a terminal's cursor, colour it, or turn the line around. */
export const CONTROL = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** What others have written is repeated by so many of its signs at most. */
const MOST_SHOWN = 60;

/** What others have written, as a part of our own line: escaped, and cut where it is long. */
export function shown(text: string): string {
  const written = escaped(text);
  return written.length > MOST_SHOWN ? `${written.slice(0, MOST_SHOWN)}…` : written;
}

/** Letters of a word that an error repeats, and of a whole line. */
const MOST_OF_WORD = 300;
const MOST_OF_LINE = 4_000;

/** What went wrong, for a terminal: it may repeat arguments, settings and names of files, whatever these hold and however long they are. */
export function readable(message: string): string {
  return shortened(message).split('\n').map(escaped).join('\n');
}

/** Long words and lines cut. */
export function shortened(message: string): string {
  const lines = message.split('\n').map((line) => line.split(' ').map(cut(MOST_OF_WORD)).join(' '));
  return lines.map(cut(MOST_OF_LINE)).join('\n');
}

/** Of what is too long its beginning and its end: there stand what is around it and the end of a path. */
function cut(most: number): (text: string) => string {
  const half = most / 2;
  return (text) => (text.length > most ? `${text.slice(0, half)}…${text.slice(-half)}`.toWellFormed() : text);
}

/** The text on one line, with what a terminal would obey written out: `\u001b`, which within JSON is that very sign. */
export function escaped(text: string): string {
  return text.replace(CONTROL, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
