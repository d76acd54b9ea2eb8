/** What grows with the keys that are in use: the callers that are remembered, and how often they are looked up. */
import pg from 'pg';
import { generateKey, hashKey, keyPrefix } from '../../../src/auth/key-format.ts';
import { askAll, type Cost, untilIndexed, withService } from './service.ts';

const COUNTS = [1, 100, 10_000];
const SLICES = 5;
const REQUESTS = 10_000;
const NAME = 'bench of growth';

export interface KeysFigures {
  readonly keys: number;
  readonly cost: Cost;
  readonly memoryMb: number;
}

/** Country details by keys in turns, over 16 connections: on each the key is another one from request to request. */
export async function measureKeys(databaseUrl: string): Promise<KeysFigures[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const keys = Array.from({ length: Math.max(...COUNTS) }, generateKey);
    await client.query(
      `INSERT INTO api_keys (prefix, hash, plan, name) SELECT prefix, hash, 'Business', $3
         FROM unnest($1::text[], $2::bytea[]) AS made (prefix, hash)`,
      [keys.map(keyPrefix), keys.map(hashKey), NAME],
    );
    return await withService(databaseUrl, {}, async (service) => {
      await untilIndexed(service);
      const figures: KeysFigures[] = [];
      for (const count of COUNTS) {
        const cost = await service.cost(SLICES, REQUESTS, () =>
          askAll(inTurns(keys.slice(0, count)), 16).then(() => undefined),
        );
        figures.push({ keys: count, cost, memoryMb: service.memory().now });
      }
      return figures;
    });
  } finally {
    await client.query('DELETE FROM api_keys WHERE name = $1', [NAME]);
    await client.end();
  }
}

function* inTurns(keys: readonly string[]) {
  for (let at = 0; at < REQUESTS; at += 1) yield { target: '/v1/countries/JP', key: keys[at % keys.length] ?? '' };
}
