/** Whether a database still has what a process answers from: if not it is as good as away, see ADR 106. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { againstRowSecurity } from './data-set.entity.ts';
import { type DataSet, type FoundDataSet, findCurrentDataSet, loadDataSet } from './data-set.queries.ts';
import { DatabaseUnfitError, isColumnMissing, isTableMissing } from './faults.ts';

const NO_REGISTER = [
  'the database names no data set any more',
  'end its restoration, correct the search_path of our user, or lift the row security that hides them',
] as const;
const OTHER_REGISTER = [
  "the table data_sets that our user sees first is another program's",
  'correct the search_path of our user',
] as const;
const HIDDEN_KEYS = ['row security hides rows of the table api_keys', againstRowSecurity('…')] as const;
const OTHER_KEYS = [
  'the table api_keys is not there any more, or our user sees another one first',
  'end its restoration, or correct the search_path of our user',
] as const;

/** Which data set the database names; undefined where it names none, or has no register yet. */
export function findNamed(em: EntityManager, before?: number): Promise<FoundDataSet | undefined> {
  return findCurrentDataSet(em, before).catch((error: unknown) => {
    if (isColumnMissing(error)) throw new DatabaseUnfitError(...OTHER_REGISTER);
    if (!isTableMissing(error)) throw error;
    return undefined;
  });
}

/** Rejects where what the database has cannot be asked for, or would be no answer. `inService` is what requests read, `found` what it names. */
export async function assertUsable(
  em: EntityManager,
  inService: DataSet,
  found: FoundDataSet | undefined,
): Promise<void> {
  if (!found) throw new DatabaseUnfitError(...NO_REGISTER);
  if (!found.areKeysOurs) throw new DatabaseUnfitError(...OTHER_KEYS);
  if (found.areKeysHidden) throw new DatabaseUnfitError(...HIDDEN_KEYS);
  if (found.id === inService.id && !found.isReadable) await loadDataSet(em, inService.id);
}
