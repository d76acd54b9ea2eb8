/** A service with its metrics. */
import { createMetrics, type Metrics } from '../../src/metrics/metrics.ts';
import type { Watched } from '../../src/metrics/state-metrics.ts';
import { openService, someHome, type TestService } from '../service.ts';

/** Runs a test on a service whose state is as it is, but for what is said here. */
export async function measured(
  said: Pick<Watched, 'isQuotaStoreUp'> & Partial<Pick<Watched, 'server' | 'droppedLogLines' | 'dataSets'>>,
  test: (service: TestService, metrics: Metrics) => Promise<void>,
): Promise<void> {
  const metrics = createMetrics();
  await using service = await openService(someHome(), { onAnswer: metrics.onAnswer });
  metrics.watch({
    ...service,
    server: { connections: { size: 0, refused: 0 }, unreadable: 0 },
    droppedLogLines: () => 0,
    ...said,
  });
  await test(service, metrics);
}
