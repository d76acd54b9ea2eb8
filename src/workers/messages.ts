/** What the supervisor and its workers tell each other. */

/** What `/readyz` of a worker answers at the moment. */
export interface Readiness {
  readonly status: number;
  readonly text: string;
}

/** What prom-client gives as JSON and takes back to add up. */
export type Counted = { readonly values: readonly { readonly labels: Readonly<Record<string, unknown>> }[] }[];

/** A worker to its supervisor. */
export type WorkerNote =
  | { readonly type: 'readiness'; readonly readiness: Readiness }
  | { readonly type: 'metrics'; readonly id: number; readonly metrics: Counted };

/**
 * A supervisor to its worker: it asks for what it has counted; or, where all end, says that this one is to go on at their socket until the others
 * have gone, and that they have.
 */
export type SupervisorOrder =
  | { readonly type: 'metrics'; readonly id: number }
  | { readonly type: 'beLast' }
  | { readonly type: 'othersGone' };
