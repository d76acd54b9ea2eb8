/** Remembers what the files of a data set were at first: who copies a release over another while it is read would get some of both. */
import { stat } from 'node:fs/promises';
import { ImportError } from './import-error.ts';

interface Seen {
  /** The file's name as an operator would look for it. */
  readonly file: string;
  readonly state: string;
}

export class FileWatch {
  /** By path. */
  readonly #seen = new Map<string, Seen>();

  /** Does what reads the files. Between those of two releases anything may be amiss: that they are of two is what is told. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#seen.clear();
    try {
      return await work();
    } catch (error) {
      if (error instanceof ImportError) await this.assertUnchanged();
      throw error;
    }
  }

  /** To be called before a file is read, also of one that is not there: what it was at the first call counts. */
  async see(path: string, file: string): Promise<void> {
    if (!this.#seen.has(path)) this.#seen.set(path, { file, state: await stateOf(path) });
  }

  /** Throws ImportError for a file that is not what it was when it was first seen. */
  async assertUnchanged(): Promise<void> {
    for (const [path, { file, state }] of this.#seen) {
      if ((await stateOf(path)) === state) continue;
      throw new ImportError({
        file,
        reason:
          'it changed while it was being imported, so nothing was taken: import again when all files are in place',
      });
    }
  }
}

/** What tells a file from any later one at its path. Not the inode: some file systems make it up anew for each look. */
async function stateOf(path: string): Promise<string> {
  try {
    const { size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return `${size} ${mtimeNs} ${ctimeNs}`;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code); // Nothing else comes of it: it is there, or why it is not.
  }
}
