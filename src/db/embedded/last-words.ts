/** What PostgreSQL writes of why it ended. */

const MOST_LINES = 3;
const TELLING = /FATAL|PANIC|HINT|DETAIL/g;
/** Of damaged data it speaks wherever its start did not end well, as on a full disk. */
const GUESS = 'last backup';

/** The last lines that tell something, from the word on that says of which kind they are. */
export function lastWords(output: readonly string[]): string[] {
  return output.flatMap((line) => told(line) ?? []).slice(-MOST_LINES);
}

function told(line: string): string | undefined {
  const guess = line.lastIndexOf(GUESS);
  for (const { 0: word, index } of line.matchAll(TELLING)) {
    if (word !== 'HINT' || index > guess) return line.slice(index);
  }
  return undefined;
}
