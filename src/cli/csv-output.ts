/** Writes a CSV file so that what an interrupted run wrote of it can be gone on with. */
import { createReadStream } from 'node:fs';
import { appendFile, open, readFile, stat, truncate } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { CommandError } from './failure.ts';

/** What stands in a file already. */
export interface Written {
  /** The line of names; undefined where not even that is whole. */
  readonly names: readonly string[] | undefined;
  /** Bytes that whole rows take; what follows is half a row. */
  readonly end: number;
}

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

/** What stands in a file; undefined where there is no such file. Changes nothing: it may be somebody else's. */
export async function inspect(file: string): Promise<Written | undefined> {
  const ends = await endsOf(file).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  return ends && { names: ends.first === 0 ? undefined : await firstRecord(file, ends.first), end: ends.last };
}

/** Whether a file holds the beginning of this line and nothing else. */
export async function holdsBeginning(file: string, line: string): Promise<boolean> {
  const { size } = await stat(file);
  const wanted = Buffer.from(line);
  // As bytes: what was cut off may have been cut off within a letter.
  return size <= wanted.length && wanted.subarray(0, size).equals(await readFile(file));
}

/** Cuts off what follows. */
export async function cutAfter(file: string, bytes: number): Promise<void> {
  await truncate(file, bytes);
}

/** Bytes up to the end of the first record, and of the last. A record ends with a line's end that stands in no quotes. */
async function endsOf(file: string): Promise<{ readonly first: number; readonly last: number }> {
  let [first, last, at] = [0, 0, 0];
  let quoted = false;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    for (const byte of chunk) {
      at += 1;
      if (byte === QUOTE) quoted = !quoted;
      if (byte !== NEWLINE || quoted) continue;
      first ||= at;
      last = at;
    }
  }
  return { first, last };
}

async function firstRecord(file: string, bytes: number): Promise<readonly string[]> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
    const [record = []] = parse(buffer, { relax_column_count: true }) as string[][];
    return record;
  } finally {
    await handle.close();
  }
}
