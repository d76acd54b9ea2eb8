/** Reads a CSV file row by row, and says what is wrong with one that can't be read. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type ReadableStream, TextDecoderStream } from 'node:stream/web';
import { CsvError, parse } from 'csv-parse';
import { CommandError } from './failure.ts';

export interface CsvRow {
  /** As many as the line of names has. */
  readonly cells: readonly string[];
  /** Why the row cannot be told apart into its cells; undefined where it can. */
  readonly problem: string | undefined;
  /** Of the file, up to the end of the row. */
  readonly bytes: number;
}

interface Info {
  readonly lines: number;
  readonly empty_lines: number;
  readonly bytes: number;
}

interface Parsed {
  readonly cells: readonly string[];
  readonly info: Info;
}

/** A row of more bytes is none: a quote that nothing closes would have the whole file read into memory. */
const MOST_ROW_MB = 16;
/** A quote within a cell is a sign like any other. */
const READING = {
  bom: true,
  skip_empty_lines: true,
  relax_column_count: true,
  relax_quotes: true,
  max_record_size: MOST_ROW_MB * 1024 * 1024,
};
const DELIMITERS = [',', ';', '\t'];
const FIRST_LINE_BYTES = 64 * 1024;

/** The rows of a file, or of so many bytes of it, the line of names first, and as wide. Rejects with a CommandError that names the file and the line. */
export async function* readCsv(
  file: string,
  delimiter: string | undefined,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<CsvRow> {
  const sign = delimiter ?? (await delimiterOf(file));
  // Rows are kept here, not in the stream: one that ends in an error forgets those that nobody has taken yet.
  let rows: Parsed[] = [];
  const keep = (cells: readonly string[], info: Info) => {
    rows.push({ cells, info: { ...info } });
    return null;
  };
  const parser = parse({ ...READING, delimiter: sign, on_record: keep });
  let fault: Error | undefined;
  parser.on('error', (error) => {
    fault = error;
  });
  const bytes = Readable.toWeb(createReadStream(file, { end: most - 1 })) as ReadableStream<Uint8Array>;
  const text = Readable.fromWeb(bytes.pipeThrough(new TextDecoderStream('utf-8', { fatal: true })));
  let width: number | undefined;
  let before = { lines: 0, empty_lines: 0 };
  const taken = (): CsvRow[] => {
    const some = rows.map(({ cells, info }) => {
      width ??= cells.length;
      const first = before.lines + 1 + info.empty_lines - before.empty_lines;
      before = info;
      return { ...rowOf(cells, width, first, info.lines), bytes: info.bytes };
    });
    rows = [];
    return some;
  };
  try {
    for await (const some of text) {
      parser.write(some);
      yield* taken();
      if (fault) break;
    }
    if (!fault) await new Promise<unknown>((resolve) => parser.end(resolve));
    yield* taken();
    if (fault) throw unclosed(fault, file, before);
  } catch (error) {
    throw readable(error, file);
  } finally {
    text.destroy();
  }
}

const UNCLOSED: Readonly<Record<string, (line: number) => string>> = {
  CSV_QUOTE_NOT_CLOSED: (line) => `has a quote in the row from line ${line} on that nothing closes`,
  CSV_MAX_RECORD_SIZE: (line) =>
    `has a row from line ${line} on of more than ${MOST_ROW_MB} MB: a quote in it may be one that nothing closes`,
};

function unclosed(error: Error, file: string, before: { lines: number; empty_lines: number }): Error {
  const said = error instanceof CsvError ? UNCLOSED[error.code] : undefined;
  if (!(error instanceof CsvError) || said === undefined) return error;
  const line = before.lines + 1 + Number(error['empty_lines']) - before.empty_lines;
  return new CommandError(`${file} ${said(line)}: close it, or write "" for a quote within quotes`, 2);
}

/** A row with fewer or more cells than there are names goes on with the cells that it has, and says so. */
function rowOf(
  cells: readonly string[],
  width: number,
  first: number,
  line: number,
): Pick<CsvRow, 'cells' | 'problem'> {
  // The next row's quote has ended it.
  if (cells.some((cell) => cell.startsWith('"') && cell.includes('\n'))) {
    const problem = `a quote in the row from line ${first} to ${line} seems not to be closed`;
    return { cells: Array.from({ length: width }, (_, at) => cells[at] ?? ''), problem };
  }
  if (cells.length === width) return { cells, problem: undefined };
  const problem = `line ${line} has ${cells.length} cells, the line of names has ${width}`;
  return { cells: Array.from({ length: width }, (_, at) => cells[at] ?? ''), problem };
}

/** What the first line has most of. */
async function delimiterOf(file: string): Promise<string> {
  const handle = await open(file).catch((error: unknown) => {
    throw readable(error, file);
  });
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(FIRST_LINE_BYTES), 0, FIRST_LINE_BYTES, 0);
    const [line = ''] = buffer.subarray(0, bytesRead).toString().split('\n', 1);
    const counts = DELIMITERS.map((sign) => line.split(sign).length);
    return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
  } catch (error) {
    throw readable(error, file);
  } finally {
    await handle.close();
  }
}

function readable(error: unknown, file: string): unknown {
  if (error instanceof CsvError) return new CommandError(`${file} is no CSV file: ${error.message}`, 2);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENOENT':
      return new CommandError(`there is no file ${file}`, 2);
    case 'EISDIR':
      return new CommandError(`${file} is a folder`, 2);
    case 'EACCES':
      return new CommandError(`${file} may not be read`, 2);
    case 'ERR_ENCODING_INVALID_ENCODED_DATA':
      return new CommandError(`${file} is not in UTF-8: save it so`, 2);
    default:
      return error;
  }
}
