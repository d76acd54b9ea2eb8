import { Agent } from 'node:http';
import { generateKey, hashKey, keyPrefix } from '../../../src/auth/key-format.ts';
import type { Row } from '../row.ts';
import { ask, emptyTally } from '../traffic.ts';
import { assert } from '../world.ts';

/**
 * By how much of their standard deviation the means of the two may differ. A row that is there costs PostgreSQL some microseconds more
 * than one that is not; who wanted to tell the two apart by a twentieth would need some thousand first look-ups of a key that they have.
 */
const MOST_APART = { few: 0.2, many: 0.05 };
/** Welch's t from which on two samples are taken for different, as timing tests of cryptography take it. */
const MOST_T = 4.5;
/** The slowest of each sample say what else the machine does. */
const KEPT = 0.9;

/** Revoked; none, and begins as a key that works; and none. */
const KINDS = ['revoked', 'alike', 'unknown'] as const;
type Kind = (typeof KINDS)[number];

export const keyTiming: Row = {
  number: 36,
  title:
    'the time of a 401 does not tell a key that is revoked, or begins as one that is known, from one that never was',
  async run(world) {
    const samples = world.pick(1_000, 100_000);
    const make = () => Array.from({ length: samples }, () => generateKey());
    const keys: Record<Kind, readonly string[]> = { revoked: make(), alike: make(), unknown: make() };
    for (let from = 0; from < samples; from += 1_000) {
      const part = (kind: Kind) => keys[kind].slice(from, from + 1_000);
      const rows = [
        ...part('revoked').map((key) => rowOf(key, hashKey(key), 'now()')),
        ...part('alike').map((key) => rowOf(key, hashKey(generateKey()), 'NULL')),
      ];
      await world.postgres.query(
        `INSERT INTO api_keys (prefix, hash, plan, created_at, revoked_at) VALUES ${rows.join(',')}`,
      );
    }
    // Who guesses from many addresses is not throttled.
    await using service = await world.start({ TRUST_PROXY: '1' });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const times: Record<Kind, number[]> = { revoked: [], alike: [], unknown: [] };
    const tally = emptyTally();
    for (let turn = 0; turn < samples * KINDS.length; turn++) {
      // By threes, of which each comes first in turn.
      const kind = KINDS[(turn + Math.floor(turn / KINDS.length)) % KINDS.length] ?? 'unknown';
      // Each key once: what is known of it is not asked of the database again.
      const key = keys[kind][times[kind].length] ?? '';
      const headers = { 'X-Forwarded-For': `10.${turn >> 16}.${(turn >> 8) & 255}.${turn & 255}` };
      const startedAt = performance.now();
      const { status } = await ask(service.base, key, '/v1/countries/JP', { agent, headers });
      times[kind].push(performance.now() - startedAt);
      if (status === 401) tally.right += 1;
      else tally.wrong += 1;
    }
    agent.destroy();
    assert(tally.wrong === 0, `${tally.wrong} were no 401`);
    const said = (['revoked', 'alike'] as const).map((kind) => {
      const [one, other] = [moments(times[kind]), moments(times.unknown)];
      const difference = one.mean - other.mean;
      const apart = difference / Math.sqrt((one.variance + other.variance) / 2);
      const t = difference / Math.sqrt(one.variance / one.count + other.variance / other.count);
      const text = `${kind}: the means differ by ${(difference * 1000).toFixed(1)} µs, ${apart.toFixed(3)} of their deviation, Welch's t is ${t.toFixed(1)}`;
      assert(Math.abs(apart) < world.pick(MOST_APART.few, MOST_APART.many), text);
      assert(Math.abs(t) < world.pick(Number.POSITIVE_INFINITY, MOST_T), text);
      return text;
    });
    return { cases: samples, tally, said: said.join('; ') };
  },
};

/** A key that has this hash, and begins as this one does. */
function rowOf(key: string, hash: Buffer, revokedAt: string): string {
  return `('${keyPrefix(key)}', '\\x${hash.toString('hex')}', 'Business', now(), ${revokedAt})`;
}

/** Of a sample without its slowest. */
function moments(sample: readonly number[]) {
  const kept = sample.toSorted((a, b) => a - b).slice(0, Math.ceil(sample.length * KEPT));
  const mean = kept.reduce((sum, each) => sum + each, 0) / kept.length;
  const variance = kept.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (kept.length - 1);
  return { mean, variance, count: kept.length };
}
