/** Gives the current data set the indexes that it lacks: it may have been loaded by a release that made others, or none. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { findCurrentDataSet } from '../data-set.queries.ts';
import { buildIndexWhereMissing, type IndexMaker } from '../find-index.queries.ts';
import { schemaOf } from './data-set-schema.ts';
import { withFrugalHeap } from './frugal-heap.ts';
import { ImportClaim } from './import-claim.ts';
import { ImportConnection } from './import-connection.ts';

export interface BuildOptions {
  /** Ends it when it aborts. */
  readonly signal?: AbortSignal;
  /** The stamp of stored indexes that are as good as none. */
  readonly refused?: string | undefined;
  /** Told why the database goes on answering the search by similarity. */
  onNoTrigrams?(reason: string): void;
}

/**
 * Builds the indexes of the current data set where there are none that this program can use, or only those with the stamp
 * `refused`; false when there was nothing to do. One process at a time does it: throws ImportBusyError while another one does, or imports. An aborted `signal` ends it.
 */
export function buildMissingIndex(em: EntityManager, maker: IndexMaker, options: BuildOptions = {}): Promise<boolean> {
  return withFrugalHeap(() => build(em, maker, options));
}

async function build(
  em: EntityManager,
  maker: IndexMaker,
  { signal, refused, onNoTrigrams }: BuildOptions,
): Promise<boolean> {
  const connection = await ImportConnection.open(em);
  try {
    const claim = await ImportClaim.take(connection);
    try {
      const id = (await findCurrentDataSet(em))?.id;
      if (id === undefined) return false;
      const between = async () => {
        signal?.throwIfAborted();
        await claim.beat();
      };
      const ownMaker = stoppable(maker, signal);
      const built = await buildIndexWhereMissing(connection, schemaOf(id), ownMaker, between, refused);
      if (built?.noTrigrams !== undefined) onNoTrigrams?.(built.noTrigrams);
      return built !== undefined;
    } finally {
      await claim.release().catch(() => undefined);
    }
  } finally {
    connection.close();
  }
}

/** Building takes seconds in which nothing is asked of the database: whoever stops the process does not wait for it. */
function stoppable(maker: IndexMaker, signal: AbortSignal | undefined): IndexMaker {
  return {
    ...maker,
    start() {
      const builder = maker.start();
      signal?.addEventListener('abort', () => void builder.stop(), { once: true });
      return builder;
    },
  };
}
