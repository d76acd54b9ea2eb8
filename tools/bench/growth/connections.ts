/** What grows with the connections: country details, asked before, over ever more of them. */
import { median } from '../processor-time.ts';
import { RawClient } from '../warm/raw-client.ts';
import { type Cost, PORT, untilIndexed, withService } from './service.ts';

const COUNTS = [1, 8, 64, 256, 512];
const REQUESTS = 8_000;
const SLICES = 5;

export interface ConnectionsFigures {
  readonly connections: number;
  readonly cost: Cost;
  /** Milliseconds from request to answer, all connections busy: of the slice with the least median. */
  readonly latency: { readonly p50: number; readonly p99: number };
  readonly memoryMb: number;
}

export async function measureConnections(databaseUrl: string, key: string): Promise<ConnectionsFigures[]> {
  return withService(databaseUrl, {}, async (service) => {
    await untilIndexed(service);
    const figures: ConnectionsFigures[] = [];
    const request = `GET /v1/countries/JP HTTP/1.1\r\nHost: geo.example\r\nX-SVCAPI-KEY: ${key}\r\n\r\n`;
    const bytes = await bodyBytes(key);
    for (const connections of COUNTS) {
      const client = await RawClient.open(PORT, connections);
      const latencies: { readonly p50: number; readonly p99: number }[] = [];
      const cost = await service.cost(SLICES, REQUESTS, async () => {
        const times = await client.ask(request, bytes, REQUESTS);
        times.sort();
        latencies.push({ p50: median([...times]), p99: times[Math.floor(times.length * 0.99)] ?? 0 });
      });
      const [latency = { p50: 0, p99: 0 }] = latencies.slice(1).sort((a, b) => a.p50 - b.p50);
      figures.push({ connections, cost, latency, memoryMb: service.memory().now });
      client.close();
    }
    return figures;
  });
}

async function bodyBytes(key: string): Promise<number> {
  const headers = { 'X-SVCAPI-KEY': key, 'Accept-Encoding': 'identity' };
  const answer = await fetch(`http://127.0.0.1:${PORT}/v1/countries/JP`, { headers });
  return (await answer.arrayBuffer()).byteLength;
}
