/** Tells a database that is out of reach from a fault of our own. */

const INSUFFICIENT_PRIVILEGE = '42501';

/** The server is there, and lets this user not into this database. */
const NOT_LET_IN = [
  '28000', // invalid_authorization_specification
  '28P01', // invalid_password
  '3D000', // invalid_catalog_name
  INSUFFICIENT_PRIVILEGE,
  '55000', // object_not_in_prerequisite_state: it accepts no connections
];

/** No TLS can be agreed on: the codes of Node.js, which are those of OpenSSL (X509_V_ERR_…), and the driver's words for what has none. */
const TLS_CODE =
  /^(?:EPROTO$|ERR_(?:SSL|TLS)_|C(?:ERT|RL)_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_(?:CA|PURPOSE)$|PATH_LENGTH_|HOSTNAME_MISMATCH$)/;
const TLS_WORDS = ['The server does not support SSL connections', 'There was an error establishing an SSL connection'];

/** No server where one should be, or one that does not take connections now. */
const CONNECTION_REFUSED = [
  'ECONNREFUSED',
  'ENOENT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P03', // cannot_connect_now
];

const CONNECTION_LOSS = new Set([
  ...CONNECTION_REFUSED,
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '08000',
  '08003',
  '08006',
  '08001',
  '08004',
]);

/** A lock was waited for longer than the statement was to wait. */
const LOCK_NOT_AVAILABLE = '55P03';

const TOO_MANY_CONNECTIONS = '53300';
/** The statement took longer than it may, or a client wanted it no more. */
const QUERY_CANCELED = '57014';

const DISK_FULL = '53100';

const OVERLOAD = new Set([
  TOO_MANY_CONNECTIONS,
  '53200', // out_of_memory
  DISK_FULL,
  QUERY_CANCELED,
  LOCK_NOT_AVAILABLE,
]);

/** The database is known to be away, so it was not asked. */
export class DatabaseAwayError extends Error {
  override name = 'DatabaseAwayError';
  constructor(options?: ErrorOptions) {
    super('the database is out of reach', options);
  }
}

/** A data set is not in the database any more: others are, since two imports, or since its address leads to another server. */
export class DataSetGoneError extends Error {
  override name = 'DataSetGoneError';
  constructor(id: number) {
    super(`data set ${id} is gone`);
  }
}

/** The database cannot be used as it is. */
export class DatabaseUnfitError extends Error {
  override name = 'DatabaseUnfitError';
  /** What to do about it, by an administrator of the database. */
  readonly advice: string;
  constructor(message: string, advice: string) {
    super(message);
    this.advice = advice;
  }
}

/** True when the statement failed because its connection was lost or could not be made. */
export function isConnectionLoss(error: unknown): boolean {
  return someCause(error, (cause) => {
    const code = codeOf(cause);
    if ((code !== undefined && CONNECTION_LOSS.has(code)) || isWithoutTls(cause)) return true;
    // Of a statement the same code may be our fault. As the last word on a connection it is one more way to lose it.
    if (isFatal(cause) && code !== TOO_MANY_CONNECTIONS) return true;
    return (
      cause instanceof Error &&
      /^Connection terminated|server closed the connection|^Client (?:has encountered a connection error|was closed)/i.test(
        cause.message,
      )
    );
  });
}

/** True when a connection was lost without a word: of a server that is there, or of what lies before it. */
export function isCutOff(error: unknown): boolean {
  return isConnectionLoss(error) && !isConnectionRefused(error) && !someCause(error, isFatal);
}

/** True when a connection could not be made at all, so that another attempt at once will fail too. */
export function isConnectionRefused(error: unknown): boolean {
  return isNotLetIn(error) || someCause(error, (cause) => CONNECTION_REFUSED.includes(codeOf(cause) ?? ''));
}

/**
 * True when a server that is there takes no connection of this user to this database, or none that is encrypted as it is to be: the
 * wrong ones are configured, or it was changed. Connections from before go on.
 */
export function isNotLetIn(error: unknown): boolean {
  return someCause(
    error,
    (cause) => (isFatal(cause) && NOT_LET_IN.includes(codeOf(cause) ?? '')) || isWithoutTls(cause),
  );
}

function isWithoutTls(cause: unknown): boolean {
  return TLS_CODE.test(codeOf(cause) ?? '') || (cause instanceof Error && TLS_WORDS.includes(cause.message));
}

/** True when the server gives us no further connection. */
export function isWithoutRoom(error: unknown): boolean {
  return someCause(error, (cause) => codeOf(cause) === TOO_MANY_CONNECTIONS);
}

/** True when the server's disk has no room for what a statement writes. */
export function isDiskFull(error: unknown): boolean {
  return someCause(error, (cause) => codeOf(cause) === DISK_FULL);
}

/** True when a server is away or silent, and not merely unable to answer one statement. */
export function isOutOfReach(error: unknown): boolean {
  return isConnectionLoss(error) || isWithoutRoom(error) || someCause(error, isSilence);
}

/** True when a server that answers has ended the statement before its end. */
export function isCanceled(error: unknown): boolean {
  return someCause(error, (cause) => codeOf(cause) === QUERY_CANCELED);
}

/** True when the role that asked has no right to what it asked for. */
export function isForbidden(error: unknown): boolean {
  return someCause(error, (cause) => codeOf(cause) === INSUFFICIENT_PRIVILEGE);
}

/** True when somebody else kept a lock for longer than it was waited for. */
export function isLocked(error: unknown): boolean {
  return someCause(error, (cause) => codeOf(cause) === LOCK_NOT_AVAILABLE);
}

/** True when the database could not answer now but may later: no connection, no free slot, or over its time limit. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return (
    isConnectionLoss(error) ||
    isPoolExhausted(error) ||
    someCause(error, (cause) => {
      const code = codeOf(cause);
      if (code !== undefined && OVERLOAD.has(code)) return true;
      return cause instanceof DatabaseAwayError || cause instanceof DataSetGoneError || isSilence(cause);
    })
  );
}

/** True when no connection of the pool came free in time: as far as is known the database is there, and busy with us. */
export function isPoolExhausted(error: unknown): boolean {
  return someCause(
    error,
    (cause) => cause instanceof Error && /timeout exceeded when trying to connect/i.test(cause.message),
  );
}

/** True when no connection was had in time, for want of a free one or of a server's answer. */
export function isConnectionLate(error: unknown): boolean {
  const isLate = (cause: unknown) => cause instanceof Error && cause.message === CONNECT_TIMEOUT;
  return isPoolExhausted(error) || someCause(error, isLate);
}

/** The driver's words for a server that accepts and does not answer. */
export const CONNECT_TIMEOUT = 'Connection terminated due to connection timeout';

/** True when a table is not there: the migrations have not run yet. */
export function isTableMissing(error: unknown): boolean {
  return someCause(error, (cause) => codeOf(cause) === '42P01');
}

/** True when a column is not there: the migration that adds it has not run yet. */
export function isColumnMissing(error: unknown): boolean {
  return someCause(error, (cause) => codeOf(cause) === '42703');
}

/** The driver's words for a statement that nothing was heard of. */
export const ANSWER_TIMEOUT = 'Query read timeout';

export function isSilence(cause: unknown): boolean {
  return cause instanceof Error && cause.message === ANSWER_TIMEOUT;
}

/** True when nothing was heard in time: of a statement, or of a connection for it. */
export function isGivenUp(error: unknown): boolean {
  return isConnectionLate(error) || someCause(error, isSilence);
}

function someCause(error: unknown, test: (cause: unknown) => boolean): boolean {
  for (let cause = error, depth = 0; cause !== undefined && cause !== null && depth < 8; depth++) {
    if (test(cause)) return true;
    if (cause instanceof AggregateError && cause.errors.some((part) => someCause(part, test))) return true;
    cause = causeOf(cause);
  }
  return false;
}

function causeOf(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('originalError' in error) return error.originalError;
  if ('previous' in error) return error.previous;
  return 'cause' in error ? error.cause : undefined;
}

function codeOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

/** True when the server ends the connection with what it says. */
export function isFatal(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'severity' in error && error.severity === 'FATAL';
}
