/** An operation of `/v1` as far as the documentation tells of it. */
import type { Feature, Plan } from '../auth/plans.ts';

export interface DocumentedOperation {
  /** The path with `{name}` for each parameter. */
  readonly path: string;
  readonly summary: string;
  /** The lowest plan and the feature that it is part of; absent where every plan has it. */
  readonly gate?: { readonly plan: Plan; readonly feature: Feature } | undefined;
  /** Texts of its 404s. */
  readonly notFound: readonly string[];
  /** Requests that are answered with 400, and the texts of the answers. */
  readonly badRequests: readonly { readonly target: string; readonly error: string }[];
}
