/** Reads a data set from a folder of upstream release assets, plain or gzipped, one JSON array per table. */
import { createReadStream, type ReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type DataSetSource, type SourceBatch, TABLES, type TableName } from './data-set-source.ts';
import { FileWatch } from './file-watch.ts';
import { ImportError, systemReason } from './import-error.ts';
import { JsonArraySplitter } from './json-array-splitter.ts';
import { readOrigin, type SourceOrigin } from './source-origin.ts';

/** `{"version", "date"}` of the release, where its folder says so. */
const MANIFEST = 'manifest.json';
const CHUNK_BYTES = 64 * 1024;

const NO_FOLDER = `it is no folder: give the one that has ${TABLES.join(', ')} as .json or .json.gz`;

/**
 * The release assets `regions|subregions|countries|states|cities` in `folder`, each as `.json` or, where that is not
 * there, `.json.gz`. Whether a file is gzipped is told by its first bytes.
 */
export function releaseFolder(folder: string): DataSetSource {
  const watch = new FileWatch();
  return {
    label: `release folder ${resolve(folder)}`,
    watch,
    origin: () => readManifest(folder, watch),
    batches: (table) => readTable(folder, table, watch),
  };
}

/** All files are seen before the first is read: who copies others over them may begin with the last. */
async function readManifest(folder: string, watch: FileWatch): Promise<SourceOrigin> {
  for (const table of TABLES) await findAsset(folder, table, watch);
  return readOrigin(join(folder, MANIFEST), MANIFEST, watch);
}

async function* readTable(folder: string, table: TableName, watch: FileWatch): AsyncGenerator<SourceBatch> {
  const { path, file, bytes } = await findAsset(folder, table, watch);
  const splitter = new JsonArraySplitter(file);
  let firstRow = 1;
  let raw: ReadStream | undefined;
  try {
    const isZipped = await isGzipped(path);
    // Whoever makes the stream has to listen to it at once, or its failure would end the process.
    raw = createReadStream(path, { highWaterMark: CHUNK_BYTES });
    for await (const chunk of isZipped ? unzipped(raw) : raw) {
      // The streams have no encoding set, so they bring Buffers only.
      const values = splitter.push(chunk as Buffer);
      yield { file, firstRow, values, done: raw.bytesRead, total: bytes };
      firstRow += values.length;
    }
    splitter.end();
  } catch (error) {
    throw error instanceof ImportError ? error : new ImportError({ file, reason: readFault(error) });
  } finally {
    raw?.destroy();
  }
}

function unzipped(raw: Readable): Readable {
  // The callback is there because pipeline wants one: the error also reaches whoever iterates over the result.
  return pipeline(raw, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined);
}

async function findAsset(folder: string, table: TableName, watch: FileWatch) {
  for (const file of [`${table}.json`, `${table}.json.gz`]) {
    const path = join(folder, file);
    await watch.see(path, file);
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw new ImportError({ file, reason: readFault(error) });
    });
    if (found?.isFile()) return { path, file, bytes: found.size };
    if (found) throw new ImportError({ file, reason: "can't be read: it is no file" });
  }
  const whole = resolve(folder);
  const found = await stat(whole).catch(() => undefined);
  if (!found) throw new ImportError({ file: whole, reason: 'there is no such folder' });
  if (!found.isDirectory()) throw new ImportError({ file: whole, reason: NO_FOLDER });
  throw new ImportError({ file: `${table}.json`, reason: `not found, nor ${table}.json.gz, in ${whole}` });
}

async function isGzipped(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}

function readFault(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException; // streams reject with system or zlib errors only
  if (code === 'Z_BUF_ERROR') return 'the gzip data is cut off';
  if (code?.startsWith('Z_')) return `the gzip data is damaged: ${message}`;
  return systemReason(error as Error);
}
