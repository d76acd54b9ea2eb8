/** Header fields as the lines that are sent of them. */

/** The lines of headers, each with its end. */
export function headerLines(headers: Readonly<Record<string, string>>): string {
  let lines = '';
  for (const name in headers) lines += `${name}: ${headers[name]}\r\n`; // A plain object: all its keys are its own.
  return lines;
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
