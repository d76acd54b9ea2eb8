/** How many rows of a list a request gets. */
export interface PageLimits {
  /** Rows of a list when the request names no number; undefined for all of them. */
  readonly default: number | undefined;
  /** The most rows that a request may ask of one list. */
  readonly max: number;
}

/** Lists of `/v1` are whole. */
export const WHOLE_LISTS: PageLimits = { default: undefined, max: Number.MAX_SAFE_INTEGER };
/** Lists of `/graphql` come in pages. */
export const PAGED_LISTS: PageLimits = { default: 100, max: 500 };
