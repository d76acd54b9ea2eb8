/** What pages of other sites may do with answers (the CORS protocol of the Fetch standard). */

/** Headers that scripts of other sites may read. */
export const EXPOSED_HEADERS = [
  'ETag',
  'Link',
  'X-Cache',
  'X-SVCAPI-Plan',
  'X-SVCAPI-Daily-Used',
  'X-SVCAPI-Daily-Limit',
  'X-SVCAPI-Monthly-Used',
  'X-SVCAPI-Monthly-Limit',
  'RateLimit',
  'RateLimit-Policy',
  'X-Request-Id',
  'Retry-After',
].join(', ');
