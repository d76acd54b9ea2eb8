/** The fault matrix: what can go wrong, by number, and what shows that the service stands it. */
import type { Row } from './row.ts';
import { downAtStart } from './rows/01-down-at-start.ts';
import { backendsKilledBehindPgBouncer, databaseRestartsBehindPgBouncer } from './rows/03-behind-pgbouncer.ts';
import { backendsKilled } from './rows/03-backends-killed.ts';
import { databaseRestarts } from './rows/04-database-restarts.ts';
import { slowDatabase } from './rows/05-slow-database.ts';
import { frozenDatabase } from './rows/06-frozen-database.ts';
import { replicaFails } from './rows/09-replica.ts';
import { redisAway } from './rows/10-redis.ts';
import { redisClusterNodeKilled, redisMasterKilled } from './rows/10-redis-groups.ts';
import { fullLog } from './rows/11-full-log.ts';
import { importKilled } from './rows/12-import-killed.ts';
import { twoImporters } from './rows/13-two-importers.ts';
import { importUnderLoad } from './rows/15-import-under-load.ts';
import { clockJumps } from './rows/16-clock-jumps.ts';
import { stoppedUnderLoad } from './rows/17-stopped-under-load.ts';
import { processKilled, rollingRestart } from './rows/18-rolling-restart.ts';
import { workersKilled, workersKilledBehindHaproxy } from './rows/19-workers-killed.ts';
import { overload } from './rows/21-overload.ts';
import { overloadOfWorkers } from './rows/21-overload-of-workers.ts';
import { hugeHeads } from './rows/22-huge-heads.ts';
import { slowReaders } from './rows/23-slow-readers.ts';
import { badInput } from './rows/28-bad-inputs.ts';
import { sqlInjection } from './rows/32-sql-injection.ts';
import { slowPatterns } from './rows/34-slow-patterns.ts';
import { keyGuessing } from './rows/35-key-guessing.ts';
import { keyTiming } from './rows/36-key-timing.ts';
import { plansInTurns } from './rows/44-plans-in-turns.ts';
import { unkeyedInput } from './rows/46-unkeyed-input.ts';
import { randomKeys } from './rows/47-random-keys.ts';
import { twoPlansAtOnce } from './rows/50-two-plans-at-once.ts';
import { memory } from './rows/54-memory.ts';
import { descriptors } from './rows/55-descriptors.ts';

/** The rows that break something real under load. */
export const ROWS: readonly Row[] = [
  downAtStart,
  backendsKilled,
  backendsKilledBehindPgBouncer,
  databaseRestarts,
  databaseRestartsBehindPgBouncer,
  slowDatabase,
  frozenDatabase,
  replicaFails,
  redisAway,
  redisMasterKilled,
  redisClusterNodeKilled,
  fullLog,
  importKilled,
  twoImporters,
  importUnderLoad,
  clockJumps,
  stoppedUnderLoad,
  rollingRestart,
  processKilled,
  workersKilled,
  workersKilledBehindHaproxy,
  overload,
  overloadOfWorkers,
  hugeHeads,
  slowReaders,
  badInput,
  sqlInjection,
  slowPatterns,
  keyGuessing,
  keyTiming,
  plansInTurns,
  unkeyedInput,
  randomKeys,
  twoPlansAtOnce,
  memory,
  descriptors,
];

/** What the other rows are held by: tests of `npm test`, below `test/`. */
export const TESTED: readonly { readonly number: number; readonly title: string; readonly tests: readonly string[] }[] =
  [
    { number: 2, title: 'the database dies in the middle of requests', tests: ['server/database-faults.test.ts'] },
    { number: 7, title: 'the pool is exhausted', tests: ['server/database-faults.test.ts'] },
    { number: 8, title: 'the server has no room for connections', tests: ['server/connection-limit.test.ts'] },
    { number: 9, title: 'replicas lag, conflict, die', tests: ['db/replicas.test.ts', 'db/two-replicas.test.ts'] },
    { number: 11, title: 'the disk of the database is full', tests: ['cli/full-disk.test.ts'] },
    { number: 14, title: 'the source is corrupt, cut off or shuffled', tests: ['db/import'] },
    { number: 16, title: 'the clock jumps', tests: ['auth/quota.test.ts', 'rest/caching.test.ts'] },
    { number: 20, title: 'one request holds the event loop', tests: ['execution'] },
    { number: 21, title: 'several times the load', tests: ['http/load', 'server/health-listener.test.ts'] },
    { number: 22, title: 'huge headers and targets', tests: ['server/raw-requests.test.ts'] },
    { number: 24, title: 'a flood of connections', tests: ['server/connections.test.ts'] },
    {
      number: 25,
      title: 'pipelining, early close, abort',
      tests: ['server/raw-requests.test.ts', 'server/conversations.test.ts', 'rest/deadline.test.ts'],
    },
    { number: 26, title: 'smuggling', tests: ['server/raw-requests.test.ts', 'server/smuggling.test.ts'] },
    {
      number: 27,
      title: 'odd hosts and targets',
      tests: ['server/raw-requests.test.ts', 'rest/hostile.test.ts', 'server/gate-bypass.test.ts'],
    },
    { number: 29, title: 'percent-encoding', tests: ['rest/hostile.test.ts'] },
    { number: 30, title: 'parameters twice, as lists and objects', tests: ['rest/hostile.test.ts'] },
    { number: 31, title: 'names of prototypes', tests: ['rest/hostile.test.ts', 'graphql/hostile.test.ts'] },
    { number: 32, title: 'SQL, LIKE and regex characters', tests: ['rest/hostile.test.ts'] },
    { number: 33, title: 'numbers that are none', tests: ['rest/hostile.test.ts'] },
    { number: 37, title: 'keys in logs', tests: ['auth/keys-in-logs.test.ts'] },
    {
      number: 38,
      title: 'a key is revoked or changes its plan',
      tests: ['auth/caller-directory.test.ts', 'auth/plan-change.test.ts'],
    },
    { number: 39, title: 'GraphQL bombs', tests: ['graphql/hostile.test.ts', 'graphql/audits.test.ts'] },
    { number: 40, title: 'large and odd bodies', tests: ['graphql/hostile.test.ts'] },
    {
      number: 41,
      title: 'introspection and suggestions',
      tests: ['graphql/introspection.test.ts', 'graphql/short-errors.test.ts'],
    },
    { number: 42, title: 'stored operations are got around', tests: ['graphql/stored.test.ts'] },
    { number: 43, title: 'fields above the tier', tests: ['auth/tier-guard.test.ts', 'rest/tiers.test.ts'] },
    { number: 44, title: 'one plan gets what was kept for another', tests: ['rest/caching.test.ts'] },
    { number: 45, title: 'entity tags of another plan', tests: ['rest/caching.test.ts'] },
    { number: 48, title: 'many ask for what nobody has yet', tests: ['rest/caching.test.ts'] },
    { number: 49, title: 'an error is kept', tests: ['server/database-faults.test.ts'] },
    { number: 50, title: 'requests share what is theirs', tests: ['server/many-callers.test.ts'] },
    {
      number: 51,
      title: 'settings of a session leak',
      tests: ['server/many-callers.test.ts', 'server/pgbouncer.test.ts'],
    },
    {
      number: 52,
      title: 'quotas at the edge, in several processes',
      tests: ['auth/quota.test.ts', 'auth/shared-quota.test.ts'],
    },
    { number: 53, title: 'log injection and flood', tests: ['auth/keys-in-logs.test.ts', 'server/log.test.ts'] },
    { number: 56, title: 'dependencies', tests: ['packaging/locks.test.ts', 'packaging/licences.test.ts'] },
  ];
