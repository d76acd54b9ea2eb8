/** A worker that, at SIGTERM, waits for the word that all end: it ends with 3 when that has come, and with 4 when it has not in time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isLastToListen, reportToSupervisor } from '../../src/workers/worker.ts';

const PATIENCE_MS = Number(process.argv[2]);

process.once('SIGTERM', async () => {
  const startedAt = performance.now();
  while (!isLastToListen() && performance.now() - startedAt < PATIENCE_MS) await sleep(5);
  process.exit(isLastToListen() ? 3 : 4);
});
reportToSupervisor({ readyz: () => ({ status: 200 }), metrics: () => undefined });
setInterval(() => undefined, 1_000);
