/** Data that was cut off on its way does not take the place of what is there. */
import type { ActiveDataSet } from './data-set-record.ts';
import type { DataSetSource } from './data-set-source.ts';
import { ImportError } from './import-error.ts';
import type { DataSetSummary } from './read-data-set.ts';

/** The current data set's tables may not lose more than a tenth of their rows. */
const LEAST_SHARE = 0.9;
const GUARDED_TABLES = ['states', 'cities'] as const;

/**
 * The same countries with far fewer states or cities look like a source that was cut off. Fewer countries are another data
 * set: a cut there leaves orphans, which are refused anyway.
 */
export function refuseShrinking(source: DataSetSource, { counts }: DataSetSummary, active: ActiveDataSet): void {
  if (counts.countries < (active.row_counts.countries ?? 0) * LEAST_SHARE) return;
  for (const table of GUARDED_TABLES) {
    const before = active.row_counts[table] ?? 0;
    if (counts[table] >= before * LEAST_SHARE) continue;
    throw new ImportError({
      file: source.label,
      reason: `${counts[table]} ${table} where the current data set has ${before} for the same countries: refused unless shrinking is allowed (--allow-shrink)`,
    });
  }
}
