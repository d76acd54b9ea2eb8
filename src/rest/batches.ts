/** The routes of `/v1` that take rows by POST. */
import type { BatchRoute } from './batch.ts';
import { reconcileRows } from './reconcile-rows.ts';

export const BATCHES: readonly BatchRoute[] = [reconcileRows];
