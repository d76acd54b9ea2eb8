/** Reads the operator's folder of stored operations. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type OperationFile, OperationsError } from './stored-operations.ts';

const FAULTS: Readonly<Record<string, string>> = {
  EACCES: 'no permission',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'it is no folder',
};

/** The `*.graphql` files of a folder by name; throws {@link OperationsError} when the folder cannot be read. */
export async function readOperationsFolder(folder: string): Promise<OperationFile[]> {
  try {
    const names = (await entriesOf(folder)).filter((name) => name.endsWith('.graphql')).sort();
    return await Promise.all(names.map((name) => readOperations(join(folder, name))));
  } catch (error) {
    throw new OperationsError([`${folder} cannot be read (${error instanceof Error ? error.message : String(error)})`]);
  }
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const fault = FAULTS[String((error as NodeJS.ErrnoException).code)];
    throw fault === undefined ? error : new Error(fault, { cause: error });
  }
}

async function readOperations(file: string): Promise<OperationFile> {
  // A pipe would be waited for.
  if (!(await stat(file)).isFile()) throw new Error(`${file} is no file`);
  return { file, text: await readFile(file, 'utf8') };
}
