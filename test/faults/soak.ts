/** A service under load for long, with a fault every half minute: what it answers, and whether it grows. */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { openInspector } from './inspector.ts';
import { memoryMb, openFiles } from './process-state.ts';
import { sum, type Tally } from './traffic.ts';
import { assertNoneLost, createWorld, type Size, until, type World } from './world.ts';

const BETWEEN_MS = 30_000;
/** Megabytes for 100,000 requests: less is taken for a steady process. */
export const MOST_SLOPE = 1;
/** Connections to the database: the pool, the one that watches the data set, one that cancels, and that which counts them. */
const MOST_CONNECTIONS = 13;
/** So many between the first look that counts and the last, or the slope says nothing. */
const LEAST_REQUESTS = 50_000;

const FAULTS: readonly ((world: World) => Promise<unknown>)[] = [
  (world) => world.postgres.kill().then(world.postgres.start),
  async (world) => {
    world.postgres.freeze();
    await sleep(2_000);
    world.postgres.thaw();
  },
  async (world) => world.proxy.drop(),
  async (world) => {
    world.proxy.delay(400);
    await sleep(3_000);
    world.proxy.delay(0);
  },
];

interface Sample {
  readonly requests: number;
  readonly mb: number;
}

/** Soaks for so long; returns what there is to say. Throws where something was lost, wrong, or grew. */
export async function soak(size: Size, ms: number): Promise<string> {
  await using world = await createWorld(size);
  const port = await freePort();
  // Caches so small that they are full before the first look.
  const caches = { CACHE_MB: '4', GRAPHQL_DOCUMENT_CACHE_BYTES: '200000' };
  await using service = await world.start({ ...caches, NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });
  const inspector = await openInspector(port);
  const tallies: Tally[] = [];
  const samples: { readonly heap: Sample; readonly resident: Sample }[] = [];
  const startedAt = performance.now();
  const warm = world.traffic([service]);
  await sleep(Math.min(BETWEEN_MS, ms / 4));
  tallies.push(await warm.stop());
  const files = openFiles(service);
  for (let turn = 0; performance.now() - startedAt < ms; turn++) {
    const traffic = world.traffic([service]);
    await FAULTS[turn % FAULTS.length]?.(world);
    await sleep(Math.min(BETWEEN_MS, ms / 8));
    tallies.push(await traffic.stop());
    // What waits to be collected is more or less from one moment to the next, and no leak. Nobody may wait for that.
    await inspector.collect();
    const requests = sum(tallies).right;
    const { usedSize } = await inspector.call('Runtime.getHeapUsage');
    samples.push({
      heap: { requests, mb: Number(usedSize) / 1024 / 1024 },
      resident: { requests, mb: memoryMb(service).now },
    });
  }
  const tally = sum(tallies);
  inspector.close();
  assertNoneLost(tally);
  // Connections of callers end a moment after they have gone.
  await until(async () => openFiles(service) <= files + 2, 30_000);
  const { length: connections } = await world.postgres.query(
    'SELECT 1 FROM pg_stat_activity WHERE client_port IS NOT NULL',
  );
  if (connections > MOST_CONNECTIONS) throw new Error(`${connections} connections to the database are left`);
  // The beginning is the warming up.
  const later = samples.slice(Math.floor(samples.length / 3));
  const [heap, resident] = [slopeOf(later.map((each) => each.heap)), slopeOf(later.map((each) => each.resident))];
  // Few requests measure the warming up.
  const isTelling = (later.at(-1)?.heap.requests ?? 0) - (later[0]?.heap.requests ?? 0) >= LEAST_REQUESTS;
  const said = [
    `${samples.length} faults, ${tally.right} right, ${tally.told} told, 0 wrong, 0 lost, slowest ${Math.round(tally.slowestMs)} ms`,
    `for 100,000 requests ${heap.toFixed(2)} MB on the heap, ${resident.toFixed(2)} MB resident, each after a collection${isTelling ? '' : ' (too few requests to tell)'}`,
    `${files} descriptors at first, ${openFiles(service)} at last; ${connections} connections to the database; load ${loadavg()[2]?.toFixed(1)}`,
    `heap ${samples.map((each) => each.heap.mb.toFixed(1)).join(' ')}`,
    `resident ${samples.map((each) => each.resident.mb.toFixed(0)).join(' ')}`,
  ].join('\n');
  if (isTelling && Math.max(heap, resident) > MOST_SLOPE) throw new Error(said);
  return said;
}

/** Least squares: megabytes for 100,000 requests. */
export function slopeOf(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((all, sample) => all + of(sample), 0) / samples.length;
  const [requests, mb] = [mean((sample) => sample.requests), mean((sample) => sample.mb)];
  const variance = mean((sample) => (sample.requests - requests) ** 2);
  const together = mean((sample) => (sample.requests - requests) * (sample.mb - mb));
  return variance === 0 ? 0 : (together / variance) * 100_000;
}
