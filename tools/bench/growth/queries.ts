/** What grows with the distinct queries: how often the cache has the answer, what a request costs, and that memory stays bounded. */
import { randomNumbers } from '../find/lists.ts';
import { lowerBound } from '../../../src/find/lower-bound.ts';
import { askAll, type Cost, type Service, untilIndexed, withService } from './service.ts';

const COUNTS = [1, 100, 10_000, 1_000_000];
const CACHE_MB = 32;
const SLICES = 3;
const REQUESTS = 4_000;
/** The first slice fills the cache. */
const FILL = 20_000;

type Drawn = 'evenly' | 'by rank';

export interface QueriesFigures {
  readonly queries: number;
  /** `evenly`: each as often as any other. `by rank`: the nth most frequent one 1/n as often as the first (Zipf's law). */
  readonly drawn: Drawn;
  readonly hitShare: number;
  readonly cost: Cost;
  readonly cacheMb: number;
  readonly cacheLimitMb: number;
  readonly memoryMb: number;
}

export async function measureQueries(databaseUrl: string, key: string): Promise<QueriesFigures[]> {
  const figures: QueriesFigures[] = [];
  for (const drawn of ['evenly', 'by rank'] as const) {
    // A service a row would fill each cache from nothing; one for all shows what an earlier row has left behind.
    await withService(databaseUrl, { CACHE_MB: `${CACHE_MB}` }, async (service) => {
      await untilIndexed(service);
      for (const queries of COUNTS) figures.push(await measure(service, queries, drawn, key));
    });
  }
  return figures;
}

async function measure(service: Service, queries: number, drawn: Drawn, key: string): Promise<QueriesFigures> {
  const random = randomNumbers(queries);
  const draw = drawn === 'evenly' ? () => Math.floor(random() * queries) : rankDrawer(queries, random);
  let [hits, asked] = [0, 0];
  const cost = await service.cost(SLICES, REQUESTS, async (slice) => {
    const count = slice === 0 ? FILL : REQUESTS;
    const told = await askAll(drawnTargets(count, draw, key), 16);
    if (slice === 0) return;
    hits += told.hits;
    asked += count;
  });
  return {
    queries,
    drawn,
    hitShare: hits / asked,
    cost,
    cacheMb: (await service.metric('geo_cache_bytes')) / 1024 / 1024,
    cacheLimitMb: CACHE_MB,
    memoryMb: service.memory().now,
  };
}

/** Places around points on a grid: a million different ones, that are answered from memory. */
function* drawnTargets(count: number, draw: () => number, key: string) {
  for (let left = count; left > 0; left -= 1) {
    const query = draw();
    const [lat, lng] = [35 + (query % 1000) / 50, (query - (query % 1000)) / 1000 / 50];
    yield { target: `/v1/places/near?lat=${lat.toFixed(2)}&lng=${lng.toFixed(2)}&limit=3`, key };
  }
}

/** Draws from 0 on: n comes 1 / (n + 1) as often as 0. */
function rankDrawer(count: number, random: () => number): () => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank += 1) {
    sum += 1 / (rank + 1);
    sums[rank] = sum;
  }
  return () => {
    const wanted = random() * sum;
    return lowerBound(0, count - 1, (rank) => (sums[rank] ?? 0) < wanted);
  };
}
