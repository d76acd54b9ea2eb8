/** Writes a CSV file so that what an interrupted run wrote of it can be gone on with. */
import { createReadStream } from 'node:fs';
import { appendFile, open, truncate } from 'node:fs/promises';
import { CommandError } from './failure.ts';

const QUOTE = 0x22;
const NEWLINE = 0x0a;

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\n`;
}

function csvCell(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export async function appendLines(file: string, lines: string): Promise<void> {
  await appendFile(file, lines).catch((error: NodeJS.ErrnoException) => {
    throw diskFull(error, file) ?? error;
  });
}

/** Undefined where an error is another one. What was written stays, and is gone on with. */
export function diskFull({ code }: NodeJS.ErrnoException, file: string): CommandError | undefined {
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return undefined;
  return new CommandError(
    `the disk is full where ${file} is: free some of it, and run this again, which goes on from here`,
  );
}

/**
 * Bytes of a file up to the end of its last whole row, 0 where not even the line of names is; undefined where there is no such file. What
 * follows is half a row. Changes nothing: it may be somebody else's.
 */
export async function wholeBytes(file: string): Promise<number | undefined> {
  let [whole, at] = [0, 0];
  let quoted = false;
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      for (const byte of chunk) {
        at += 1;
        if (byte === QUOTE) quoted = !quoted;
        if (byte === NEWLINE && !quoted) whole = at;
      }
    }
    return whole;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether a file begins with this line, or holds the beginning of it and nothing else. */
export async function beginsAs(file: string, line: string): Promise<boolean> {
  const wanted = Buffer.from(line);
  const handle = await open(file);
  try {
    // As bytes: what was cut off may have been cut off within a letter.
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(wanted.length), 0, wanted.length, 0);
    return buffer.subarray(0, bytesRead).equals(wanted.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** Cuts off what follows. */
export async function cutAfter(file: string, bytes: number): Promise<void> {
  await truncate(file, bytes);
}
