/** A primary with two streaming replicas, each a server of its own: both work, and either or both may die. */
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { hashKey, keyPrefix } from '../../src/auth/key-format.ts';
import { insertKey } from '../../src/db/api-key.queries.ts';
import { importDataSet } from '../../src/db/import/import-data-set.ts';
import { releaseFolder } from '../../src/db/import/release-folder.ts';
import { migrate } from '../../src/db/migrate.ts';
import { DEFAULT_LIMITS, openDatabase } from '../../src/db/orm.ts';
import { read } from '../../src/db/read.ts';
import { FIXTURE_DIR } from '../environment.ts';
import { caughtUp, NO_CLUSTERS, type PostgresServer, replicaOf, replicatedPair } from '../postgres-cluster.ts';
import { openService, type TestService } from '../service.ts';

const PATIENT = { timeout: 60_000, interval: 100 };
const TURNS = 40;

describe.skipIf(NO_CLUSTERS)(`with two streaming replicas${NO_CLUSTERS ? ` (skipped: ${NO_CLUSTERS})` : ''}`, () => {
  let pair: Awaited<ReturnType<typeof replicatedPair>>;
  let second: Awaited<ReturnType<typeof replicaOf>>;
  let service: TestService;
  let golden: string;
  let nextNumber = 0;

  const portOf = ({ url }: PostgresServer) => Number(new URL(url).port);
  const inUse = () => service.database.servers().flatMap(({ replica }) => (replica ? [replica.inUse] : []));
  const areInUse = (...wanted: boolean[]) => vi.waitFor(() => expect(inUse()).toEqual(wanted), PATIENT);
  /** How many of so many statements on the current data set each server answered, by port. */
  const answeredBy = async () => {
    const counts = new Map<number, number>();
    const sql = `SELECT inet_server_port() AS port FROM ${service.dataSets.current()?.schema}.regions LIMIT 1`;
    for (let turn = 0; turn < TURNS; turn++) {
      const [row] = await read<{ port: number }>(service.database.em, sql, []);
      if (row) counts.set(row.port, (counts.get(row.port) ?? 0) + 1);
    }
    return counts;
  };
  const names = async () => {
    // Every query is another one, so that no answer comes from the cache.
    const response = await service.graphql('Business', `{ n${nextNumber++}: countries { nodes { name } } }`);
    return JSON.stringify(Object.values(response.data ?? { error: response }));
  };
  const areGolden = async () => {
    expect(await Promise.all(Array.from({ length: 20 }, () => names()))).toEqual(Array(20).fill(golden));
  };

  /** Waits until each of the two answers half of them: a look at one that a busy machine answers late has it left for a second. */
  const shareAlike = () => {
    const half = TURNS / 2;
    const halves = new Map([pair.replica, second].map((server) => [portOf(server), half]));
    return vi.waitFor(async () => expect(await answeredBy()).toEqual(halves), PATIENT);
  };

  beforeAll(async () => {
    pair = await replicatedPair();
    const { primary, replica } = pair;
    const setUp = await openDatabase(
      'postgresql',
      { url: primary.url },
      { ...DEFAULT_LIMITS, connectTimeoutMs: 10_000, statementTimeoutMs: 60_000 },
    );
    try {
      await migrate(setUp);
      const key = inject('keys').Business;
      await insertKey(setUp.em, { prefix: keyPrefix(key), hash: hashKey(key), plan: 'Business' });
      await importDataSet({ em: setUp.em, source: releaseFolder(FIXTURE_DIR) });
    } finally {
      await setUp.close();
    }
    second = await replicaOf(primary);
    await caughtUp(primary, replica);
    await caughtUp(primary, second);
    const target = { url: primary.url, replicaUrls: [replica.url, second.url] };
    const limits = { ...DEFAULT_LIMITS, connectTimeoutMs: 2_000, statementTimeoutMs: 2_000 };
    service = await openService({ home: 'postgresql', target }, {}, limits);
    await answeredBy();
    await areInUse(true, true);
    golden = await names();
    expect(golden).toContain('Japan');
  });
  afterAll(async () => {
    await service?.close();
    await second?.[Symbol.asyncDispose]();
    await pair?.[Symbol.asyncDispose]();
  });

  it('both are asked in turns, and the primary is not', async () => {
    await shareAlike();
    await areGolden();
  });

  it.each(['first', 'second'] as const)(
    'the %s one killed under load costs no answer, and the other goes on',
    async (which) => {
      const [dying, other] = which === 'first' ? [pair.replica, second] : [second, pair.replica];
      const asked = Array.from({ length: 60 }, () => names());
      await dying.kill();
      expect(await Promise.all(asked)).toEqual(Array(60).fill(golden));
      await areGolden();
      await areInUse(which !== 'first', which === 'first');
      await vi.waitFor(async () => expect(await answeredBy()).toEqual(new Map([[portOf(other), TURNS]])), PATIENT);
      await areGolden();
      await dying.start();
      await areInUse(true, true);
      await vi.waitFor(async () => expect((await answeredBy()).get(portOf(dying))).toBe(TURNS / 2), PATIENT);
      await areGolden();
    },
  );

  it('the primary answers where both are killed, and they again when they are back', async () => {
    await Promise.all([pair.replica.kill(), second.kill()]);
    await areGolden();
    await areInUse(false, false);
    expect(await answeredBy()).toEqual(new Map([[portOf(pair.primary), TURNS]]));
    await areGolden();
    await Promise.all([pair.replica.start(), second.start()]);
    await areInUse(true, true);
    await shareAlike();
    await areGolden();
  });
});
