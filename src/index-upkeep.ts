/** Sees to it that the current data set has its indexes: one that another release loaded may have none, and some are damaged. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { DataSet } from './db/data-set.queries.ts';
import type { DataSetWatch } from './db/data-set-watch.ts';
import { isDatabaseUnavailable } from './db/faults.ts';
import { buildMissingIndex } from './db/import/build-missing-index.ts';
import { ImportBusyError } from './db/import/import-error.ts';
import { geonamesFile } from './find/geonames-file.ts';
import { INDEX_MAKER } from './find/index-maker.ts';
import { openedIndex } from './find/opened-indexes.ts';

const LOOK_MS = 5000;

export interface IndexUpkeep {
  readonly em: EntityManager;
  readonly dataSets: DataSetWatch;
  readonly signal: AbortSignal;
  onBuilt(seconds: number): void;
  /** Told once a data set why it gets no indexes; the database goes on answering searches. */
  onFault(error: unknown): void;
  /** Whether GeoNames' places can be joined; they are looked for where the indexes were built without. */
  readonly hasGeonames?: boolean;
}

/** Goes on until `signal` aborts; never rejects. */
export async function keepIndexed(upkeep: IndexUpkeep): Promise<void> {
  const { em, dataSets, signal, onBuilt, onFault, hasGeonames = geonamesFile() !== undefined } = upkeep;
  const hopeless = new Set<number>();
  const builtAnew = new Set<number>();
  while (!signal.aborted) {
    const dataSet = dataSets.current();
    // Once: what is refused again, or lacks places again, is not bettered by building it over and over.
    const lacksPlaces = hasGeonames && dataSet !== undefined && !builtAnew.has(dataSet.id) && hasNoGeonames(dataSet);
    if (dataSet && !hopeless.has(dataSet.id) && (!dataSet.findIndex || lacksPlaces)) {
      const startedAt = performance.now();
      const refused = lacksPlaces ? dataSet.indexStamp : dataSets.unusableIndex();
      if (refused !== undefined && builtAnew.has(dataSet.id)) hopeless.add(dataSet.id);
      try {
        const onNoTrigrams = (reason: string) => onFault(new Error(reason));
        if (await buildMissingIndex(em, INDEX_MAKER, { signal, refused, onNoTrigrams }))
          onBuilt((performance.now() - startedAt) / 1000);
        if (refused !== undefined) builtAnew.add(dataSet.id);
        await dataSets.refresh({ indexAnew: lacksPlaces });
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

/** The package with GeoNames' places may have been installed after the indexes were built. */
function hasNoGeonames({ findIndex }: DataSet): boolean {
  return findIndex !== undefined && openedIndex(findIndex).geonamesListed === 0;
}
