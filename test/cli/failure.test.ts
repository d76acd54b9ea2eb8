/** What is said of ports that cannot be listened on, disks that are full and databases that are away. */
import { describe, expect, it } from 'vitest';
import { CommandError, failureOf } from '../../src/cli/failure.ts';
import { sayingLittleRoom } from '../../src/cli/little-room.ts';
import { choosePort } from '../../src/listeners.ts';

const failureAt = (host: string) =>
  choosePort({ host, port: 4000 }).then(
    () => undefined,
    (error: unknown) => failureOf(error).message,
  );

describe('a port that cannot be listened on', () => {
  it('is told from an address that this machine does not have', async () => {
    const said = (where: string) => `cannot listen on ${where}:4000: this machine has no such address; set HOST`;
    expect(await failureAt('192.0.2.1')).toBe(said('192.0.2.1'));
    expect(await failureAt('nowhere.invalid')).toBe(said('nowhere.invalid'));
  });

  it('is told with the words of the system where it is something else', async () => {
    const error = Object.assign(new Error('listen EMFILE: too many open files 127.0.0.1:4000'), {
      ...{ code: 'EMFILE', syscall: 'listen', address: '127.0.0.1', port: 4000 },
    });
    expect(failureOf(error)).toEqual({
      message: 'cannot listen on 127.0.0.1:4000: listen EMFILE: too many open files 127.0.0.1:4000',
      exitCode: 1,
    });
  });
});

describe.each([
  [
    { code: 'ENOSPC', syscall: 'write' },
    'the disk is full (where DATA_DIR is): free some of it; geo doctor says how much is needed',
  ],
  [
    { code: 'ENOSPC', path: '/data/x' },
    'the disk is full (/data/x): free some of it; geo doctor says how much is needed',
  ],
  [{ code: '53100' }, "the database's disk is full (words); free some of it"],
  [{ code: '57P01', severity: 'FATAL' }, 'the connection to the database was lost (words)'],
  [
    { code: '28000', severity: 'FATAL' },
    'the database does not let us in (words); change that there, or correct DATABASE_URL',
  ],
  [
    { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    'the database does not let us in (words); change that there, or correct DATABASE_URL',
  ],
  [
    { message: 'The server does not support SSL connections' },
    'the database does not let us in (The server does not support SSL connections); change that there, or correct DATABASE_URL',
  ],
  [
    { code: '53300', severity: 'FATAL' },
    'the database has no connection left for us (words); allow more there (max_connections, or the CONNECTION LIMIT of our user), or lower DATABASE_POOL_SIZE',
  ],
  [
    { code: '42501' },
    'the database forbids us something (words); let the user of DATABASE_URL own the database and what the service has in it, or name who does',
  ],
  [
    { code: '25006' },
    'nothing can be written to the database (words); name the primary in DATABASE_URL, and no standby, or take default_transaction_read_only away',
  ],
  [
    { code: '57014' },
    'the database ended what we asked for (words); try again, or give our user the time that it takes (statement_timeout)',
  ],
  [
    { code: '55P03' },
    'something in the database is locked for too long (words); try again when whoever has locked it is done (pg_locks says who)',
  ],
  [{ message: 'Query read timeout' }, 'the database does not answer (Query read timeout)'],
  [{ code: 'ECONNREFUSED' }, 'the database is out of reach (words); start it or correct DATABASE_URL'],
])('of an error with %o', (told, message) => {
  it(`is said: ${message}`, () => {
    expect(failureOf(Object.assign(new Error('words'), told))).toEqual({ message, exitCode: 1 });
  });
});

describe('a failure on a disk with next to no room', () => {
  const said = (databaseUrl: string | undefined, freeMib: number, error: Error) =>
    sayingLittleRoom(
      { databaseUrl, dataDir: '/data/geo' },
      () => Promise.reject(error),
      async () => freeMib * 1024 * 1024,
    ).catch((reason: unknown) => failureOf(reason).message);
  const ended = new Error('Connection terminated unexpectedly');
  const lost = 'the connection to the database was lost (Connection terminated unexpectedly)';

  it('says so, where it is of the embedded database', async () => {
    const room = 'only 14 MiB are free where /data/geo is: free some, or set DATA_DIR to a folder on a larger disk';
    expect(await said(undefined, 14, ended)).toBe(`${lost} (${room})`);
    expect(await said(undefined, 64, ended)).toBe(lost);
    expect(await said('postgresql://h/d', 14, ended)).toBe(lost);
    const usage = new CommandError('wrong', 2);
    expect(await said(undefined, 14, usage)).toBe('wrong');
  });
});
