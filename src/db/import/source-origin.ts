/** What a source says of itself: the version and the date that its own files name, and nothing where they name none. */
import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { text } from './column-values.ts';
import type { FileWatch } from './file-watch.ts';
import { ImportError, systemReason, ValueFault } from './import-error.ts';

export interface SourceOrigin {
  /** Such as `1.0.9`; null where the source does not say. */
  readonly version: string | null;
  /** The day of the source as `2026-07-29`; null where the source does not say. */
  readonly date: string | null;
}

const VERSION = 'must be a text of 1 to 100 characters';
/** It is written into logs, headers and pages. */
const ONE_LINE = /^[^\p{Cc}\p{Bidi_Control}\u2028\u2029]*$/u;

const CONTROLS = 'must be one line without control characters';
const DAY = 'must be a day, as 2026-07-29';

const Manifest = z.object(
  {
    version: z
      .string(VERSION)
      .min(1, VERSION)
      .max(100, VERSION)
      .superRefine(refuseFaults)
      .regex(ONE_LINE, CONTROLS)
      .nullish(),
    // PostgreSQL knows no year 0.
    date: z.iso
      .date(DAY)
      .refine((day) => !day.startsWith('0000'), DAY)
      .nullish(),
  },
  'must be an object',
);

/** Reads `version` and `date` of a JSON file. Where it is missing both are null; throws ImportError where it is damaged. */
export async function readOrigin(path: string, file: string, watch: FileWatch): Promise<SourceOrigin> {
  await watch.see(path, file);
  const json = await textOf(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new ImportError({ file, reason: systemReason(error) });
  });
  if (json === undefined) return { version: null, date: null };
  const { data, error } = Manifest.safeParse(parsed(json, file));
  if (data) return { version: data.version ?? null, date: data.date ?? null };
  const { path: at = [], message } = error.issues[0] ?? {};
  throw new ImportError({
    file,
    reason: `${at.join('.') || 'the top level'}: ${message ?? 'is not what it should be'}`,
  });
}

/** What no column can hold. */
function refuseFaults(value: string, { addIssue }: z.RefinementCtx): void {
  try {
    text(value);
  } catch (error) {
    if (!(error instanceof ValueFault)) throw error;
    addIssue(error.message);
  }
}

/** It has two lines; a pipe or a device would be read for ever. */
const LONGEST_BYTES = 1024 * 1024;

async function textOf(path: string): Promise<string> {
  const found = await stat(path);
  if (!found.isFile()) throw new Error('it is no file');
  if (found.size > LONGEST_BYTES) throw new Error(`it has more than ${LONGEST_BYTES} bytes`);
  const bytes = await readFile(path);
  if (!isUtf8(bytes)) throw new Error('it is not valid UTF-8');
  // Some editors begin a file with a byte-order mark.
  return bytes.toString().replace(/^\uFEFF/, '');
}

function parsed(json: string, file: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new ImportError({ file, reason: 'not valid JSON' });
  }
}
