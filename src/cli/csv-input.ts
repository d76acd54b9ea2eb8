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

const DELIMITERS = [',', ';', '\t'];
const FIRST_LINE_BYTES = 64 * 1024;

/** The rows of a file, the line of names first, and as wide. Rejects with a CommandError that names the file and the line. */
export async function* readCsv(file: string, delimiter: string | undefined): AsyncGenerator<CsvRow> {
  const sign = delimiter ?? (await delimiterOf(file));
  const parser = parse({ bom: true, info: true, skip_empty_lines: true, relax_column_count: true, delimiter: sign });
  const bytes = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
  const text = Readable.fromWeb(bytes.pipeThrough(new TextDecoderStream('utf-8', { fatal: true })));
  text.on('error', (error) => parser.destroy(error)).pipe(parser);
  try {
    let width: number | undefined;
    for await (const { record, info } of parser) {
      const cells: readonly string[] = record;
      width ??= cells.length;
      yield { ...rowOf(cells, width, info.lines), bytes: info.bytes };
    }
  } catch (error) {
    throw readable(error, file);
  } finally {
    text.destroy();
  }
}

/** A row with fewer or more cells than there are names goes on with the cells that it has, and says so. */
function rowOf(cells: readonly string[], width: number, line: number): Pick<CsvRow, 'cells' | 'problem'> {
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
