/** GraphiQL's static files: made once, by a thread, when the page is opened for the first time. */
import { Worker } from 'node:worker_threads';
import { Answer } from '../http/answer.ts';

export interface GraphiqlFile {
  /** What the page needs it for. */
  readonly role: string;
  /** Its name with the hash of its content, so that a browser may keep it for ever. */
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface GraphiqlAsset {
  readonly type: string;
  readonly answer: Answer;
}

export interface GraphiqlAssets {
  /** A file by name. */
  get(name: string): GraphiqlAsset | undefined;
  /** The name of the file with a role. */
  nameOf(role: string): string;
}

/** A function that gives the files; the first call makes them, a call after a failure tries again. */
export function graphiqlAssets(): () => Promise<GraphiqlAssets> {
  let made: Promise<GraphiqlAssets> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

async function make(): Promise<GraphiqlAssets> {
  const worker = new Worker(workerFile(), { execArgv: [] });
  const files = await new Promise<readonly GraphiqlFile[]>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread that makes the files of GraphiQL ended')));
  });
  await worker.terminate();
  const byName = new Map(files.map((file) => [file.name, assetOf(file)]));
  const byRole = new Map(files.map((file) => [file.role, file.name]));
  return { get: (name) => byName.get(name), nameOf: (role) => byRole.get(role) ?? '' };
}

function assetOf({ name, type, bytes: { buffer, byteOffset, byteLength } }: GraphiqlFile): GraphiqlAsset {
  return { type, answer: Answer.ofFile(Buffer.from(buffer, byteOffset, byteLength), name) };
}

/** The same folder holds the sources or their emitted JavaScript, and a URL in a string is not rewritten. */
function workerFile(): URL {
  const name = import.meta.url.endsWith('.ts') ? './graphiql-assets-worker.ts' : './graphiql-assets-worker.js';
  return new URL(name, import.meta.url);
}
