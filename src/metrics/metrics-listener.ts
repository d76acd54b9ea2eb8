/** `/metrics` on a port of its own: who asks the service for its data does not see who else does. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Address } from '../listeners.ts';
import type { Metrics } from './metrics.ts';

export interface MetricsListener {
  readonly port: number;
  close(): void;
}

/** Listens; rejects with the system's error when the address cannot be had. */
export function listenForMetrics(address: Address, metrics: Pick<Metrics, 'text' | 'type'>): Promise<MetricsListener> {
  const server = createServer({ headersTimeout: 2_000, requestTimeout: 2_000, keepAliveTimeout: 65_000 });
  server.maxConnections = 20;
  server.on('request', (incoming, outgoing) => {
    const answer = (status: number, type: string, text: string) =>
      outgoing.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text);
    const [path] = (incoming.url ?? '').split('?');
    if (path !== '/metrics') answer(404, 'text/plain; charset=utf-8', 'ask for /metrics\n');
    else
      metrics.text().then(
        (text) => answer(200, metrics.type, text),
        () => outgoing.destroy(),
      );
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(Object.assign(error, { variable: 'METRICS_PORT' })));
    server.listen(address.port, address.host, () => {
      const close = () => {
        server.close();
        server.closeAllConnections();
      };
      resolve({ port: (server.address() as AddressInfo).port, close }); // TCP, so no pipe's name
    });
  });
}
