/** Standard output of a command: what it answers and nothing else. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
