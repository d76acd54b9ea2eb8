/** Has the indexes of a data set built in a thread of its own, which is handed the rows as they are read. */
import { Worker } from 'node:worker_threads';
import type { BuiltIndex, FoundTable } from './find-index.ts';

/** What the thread is told, one message after the other. */
export type BuildOrder =
  | { readonly kind: 'rows'; readonly table: FoundTable; readonly properties: readonly string[]; readonly json: string }
  | { readonly kind: 'letters'; readonly json: string }
  | { readonly kind: 'build'; readonly withGeonames: boolean };

/** What it answers: to each order, and at the end. */
export type BuildAnswer = { readonly taken: true } | { readonly built: BuiltIndex };

export interface IndexBuilder {
  /** Takes rows of a table: JSON of an array of arrays, values in the order of `properties`. */
  addRows(table: FoundTable, properties: readonly string[], json: string): Promise<void>;
  /** Takes what the database says of letters: JSON of a `LetterEvidence`. */
  addLetters(json: string): Promise<void>;
  /** Builds and packs the indexes. */
  finish(): Promise<BuiltIndex>;
  /** Ends the thread, whatever it is doing. */
  stop(): Promise<void>;
}

/** Starts the thread; GeoNames' places are joined where they are installed, unless told otherwise. Every method rejects once it has failed. */
export function startIndexBuilder(withGeonames = true): IndexBuilder {
  const file = new URL(import.meta.url.endsWith('.ts') ? './build-worker.ts' : './build-worker.js', import.meta.url);
  const worker = new Worker(file, { execArgv: [] });
  const failed = new Promise<never>((_, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread that builds the indexes ended')));
  });
  failed.catch(() => undefined); // Whoever waits for an answer is told.

  /** The thread answers in the order of the orders, and one is sent at a time. */
  function send(order: BuildOrder): Promise<BuildAnswer> {
    const answered = new Promise<BuildAnswer>((resolve) => worker.once('message', resolve));
    worker.postMessage(order);
    return Promise.race([answered, failed]);
  }

  return {
    async addRows(table, properties, json) {
      await send({ kind: 'rows', table, properties, json });
    },
    async addLetters(json) {
      await send({ kind: 'letters', json });
    },
    async finish() {
      const answer = await send({ kind: 'build', withGeonames });
      if ('built' in answer) return answer.built;
      throw new Error('the thread that builds the indexes gave none');
    },
    async stop() {
      await worker.terminate();
    },
  };
}
