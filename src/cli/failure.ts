/** What a failed command says, and the exit code that it leaves. */
import { CommanderError } from 'commander';
import { ConfigError } from '../config.ts';
import { DataFolderError, DataFolderLockedError } from '../db/embedded/data-folder.ts';
import {
  DatabaseUnfitError,
  isCanceled,
  isConnectionLoss,
  isConnectionRefused,
  isDatabaseUnavailable,
  isDiskFull,
  isForbidden,
  isGivenUp,
  isLocked,
  isNotLetIn,
  isWithoutRoom,
} from '../db/faults.ts';
import { ImportBusyError } from '../db/import/import-error.ts';
import { escaped } from './print.ts';

/** The exit codes of every command. */
export const EXIT_CODES = {
  0: 'Done.',
  1: 'Failed, or (`doctor`) something is wrong.',
  2: 'Wrong usage or wrong configuration; nothing was done.',
  3: 'Busy: another process holds the data folder, the import, the port or the output; the same command may work later.',
} as const;
export type ExitCode = keyof typeof EXIT_CODES;

export interface Failure {
  readonly message: string;
  readonly exitCode: ExitCode;
  /** Every fault of a configuration on its own. */
  readonly faults?: readonly string[];
}

/** A command that cannot do what it was asked: one line for the operator. */
export class CommandError extends Error {
  override name = 'CommandError';
  readonly exitCode: ExitCode;
  constructor(message: string, exitCode: ExitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

export function failureOf(error: unknown): Failure {
  if (error instanceof CommandError) return { message: error.message, exitCode: error.exitCode };
  if (error instanceof CommanderError) return { message: usageFault(error.message), exitCode: 2 };
  if (error instanceof ConfigError) return { message: error.message, exitCode: 2, faults: error.faults };
  // By name: its class would bring all of GraphQL into every command.
  if (error instanceof Error && error.name === 'OperationsError') return { message: error.message, exitCode: 2 };
  if (error instanceof DataFolderLockedError || error instanceof ImportBusyError) {
    return { message: error.message, exitCode: 3 };
  }
  // Before the database's: its cause may carry a code that a lost connection has too.
  if (error instanceof DataFolderError) return { message: error.message, exitCode: 1 };
  if (error instanceof DatabaseUnfitError) return { message: `${error.message}: ${error.advice}`, exitCode: 1 };
  return (
    listenFailure(error) ??
    diskFailure(error) ??
    fileFailure(error) ??
    databaseFailure(error) ?? { message: messageOf(error), exitCode: 1 }
  );
}

/** What commander says of an argument begins and ends with its own words; in between it repeats the argument. */
const SHOWN = { before: 120, after: 280 };

function usageFault(message: string): string {
  const { before, after } = SHOWN;
  const text = message
    .replace(/^error: /, '')
    .split('\n')
    .map(escaped)
    .join('\n');
  return text.length <= before + after ? text : `${text.slice(0, before)}…${text.slice(-after)}`;
}

function listenFailure(error: unknown): Failure | undefined {
  if (!isObject(error) || error['syscall'] !== 'listen') return undefined;
  // Listeners beside the main one say which variable names their port.
  const variable = String(error['variable'] ?? 'PORT');
  const where = `${error['address'] ?? ''}:${error['port'] ?? ''}`;
  switch (error['code']) {
    case 'EADDRINUSE':
      return { message: `cannot listen on ${where}: the port is taken; set ${variable} to a free one`, exitCode: 3 };
    case 'EACCES':
      return { message: `cannot listen on ${where}: no permission; set ${variable} to 1024 or above`, exitCode: 1 };
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return { message: `cannot listen on ${where}: this machine has no such address; set HOST`, exitCode: 1 };
    default:
      return { message: `cannot listen on ${where}: ${messageOf(error)}`, exitCode: 1 };
  }
}

const FILE_FAULTS: Readonly<Record<string, string>> = {
  EACCES: 'no permission',
  EISDIR: 'that is a folder',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of that path is no folder',
  EROFS: 'nothing can be written there',
};

/** Whatever was written, and wherever: the embedded database is the largest of it. */
function diskFailure(error: unknown): Failure | undefined {
  if (!isObject(error) || (error['code'] !== 'ENOSPC' && error['code'] !== 'EDQUOT')) return undefined;
  const where = typeof error['path'] === 'string' ? error['path'] : 'where DATA_DIR is';
  return { message: `the disk is full (${where}): free some of it; geo doctor says how much is needed`, exitCode: 1 };
}

/** A path that the caller gave; a database's socket has one too, and is connected to. */
function fileFailure(error: unknown): Failure | undefined {
  if (!isObject(error) || error['syscall'] === 'connect' || typeof error['path'] !== 'string') return undefined;
  const fault = FILE_FAULTS[String(error['code'])];
  return fault === undefined ? undefined : { message: `${error['path']}: ${fault}`, exitCode: 2 };
}

function databaseFailure(error: unknown): Failure | undefined {
  // 3D000: invalid_catalog_name
  if (isObject(error) && error['code'] === '3D000') {
    return { message: `${messageOf(error)}: make it with createdb, or correct DATABASE_URL`, exitCode: 1 };
  }
  if (isNotLetIn(error)) {
    const message = `the database does not let us in (${messageOf(error)}); change that there, or correct DATABASE_URL`;
    return { message, exitCode: 1 };
  }
  if (isForbidden(error)) {
    const advice = 'let the user of DATABASE_URL own the database and what the service has in it, or name who does';
    return { message: `the database forbids us something (${messageOf(error)}); ${advice}`, exitCode: 1 };
  }
  // 25006: read_only_sql_transaction
  if (isObject(error) && error['code'] === '25006') {
    const advice = 'name the primary in DATABASE_URL, and no standby, or take default_transaction_read_only away';
    return { message: `nothing can be written to the database (${messageOf(error)}); ${advice}`, exitCode: 1 };
  }
  if (!isDatabaseUnavailable(error)) return undefined;
  if (isDiskFull(error)) {
    return { message: `the database's disk is full (${messageOf(error)}); free some of it`, exitCode: 1 };
  }
  if (isConnectionLoss(error) && !isConnectionRefused(error)) {
    return { message: `the connection to the database was lost (${messageOf(error)})`, exitCode: 1 };
  }
  if (isWithoutRoom(error)) {
    const advice =
      'allow more there (max_connections, or the CONNECTION LIMIT of our user), or lower DATABASE_POOL_SIZE';
    return { message: `the database has no connection left for us (${messageOf(error)}); ${advice}`, exitCode: 1 };
  }
  if (isGivenUp(error)) return { message: `the database does not answer (${messageOf(error)})`, exitCode: 1 };
  if (isCanceled(error)) {
    const advice = 'try again, or give our user the time that it takes (statement_timeout)';
    return { message: `the database ended what we asked for (${messageOf(error)}); ${advice}`, exitCode: 1 };
  }
  if (isLocked(error)) {
    const advice = 'try again when whoever has locked it is done (pg_locks says who)';
    return {
      message: `something in the database is locked for too long (${messageOf(error)}); ${advice}`,
      exitCode: 1,
    };
  }
  const message = `the database is out of reach (${messageOf(error)}); start it or correct DATABASE_URL`;
  return { message, exitCode: 1 };
}

export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
