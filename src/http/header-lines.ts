/** Header fields as the lines that are sent of them. */

/** The lines of headers, each with its end. */
export function headerLines(headers: Readonly<Record<string, string>>): string {
  // Joined they are one text for V8; added up they would stay a tree of as many, which is walked whenever they are sent.
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}

/** The names and values of lines that {@link headerLines} made. */
export function headerPairs(lines: string): [name: string, value: string][] {
  return lines
    .split('\r\n')
    .slice(0, -1)
    .map((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)];
    });
}
