/** Sees to it that the current data set has its indexes: one that another release loaded may have none, and some are damaged. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { DataSetWatch } from './db/data-set-watch.ts';
import { isDatabaseUnavailable } from './db/faults.ts';
import { buildMissingIndex } from './db/import/build-missing-index.ts';
import { ImportBusyError } from './db/import/import-error.ts';
import { INDEX_MAKER } from './find/index-maker.ts';

const LOOK_MS = 5000;

export interface IndexUpkeep {
  readonly em: EntityManager;
  readonly dataSets: DataSetWatch;
  readonly signal: AbortSignal;
  onBuilt(seconds: number): void;
  /** Told once a data set why it gets no indexes; the database goes on answering searches. */
  onFault(error: unknown): void;
}

/** Goes on until `signal` aborts; never rejects. */
export async function keepIndexed({ em, dataSets, signal, onBuilt, onFault }: IndexUpkeep): Promise<void> {
  const hopeless = new Set<number>();
  const builtAnew = new Set<number>();
  while (!signal.aborted) {
    const dataSet = dataSets.current();
    if (dataSet && !dataSet.findIndex && !hopeless.has(dataSet.id)) {
      const startedAt = performance.now();
      const refused = dataSets.unusableIndex();
      // Once: what is refused again is not bettered by building it over and over.
      if (refused !== undefined && builtAnew.has(dataSet.id)) hopeless.add(dataSet.id);
      else if (refused !== undefined) builtAnew.add(dataSet.id);
      try {
        if (await buildMissingIndex(em, INDEX_MAKER, { signal, refused }))
          onBuilt((performance.now() - startedAt) / 1000);
        await dataSets.refresh();
      } catch (error) {
        if (signal.aborted) return;
        // Whoever holds the claim may be building them; and a database that is away comes back.
        if (!(error instanceof ImportBusyError) && !isDatabaseUnavailable(error)) {
          hopeless.add(dataSet.id);
          onFault(error);
        }
      }
    }
    await sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
