/** A worker that ends with 3 at SIGTERM as soon as it is the last at its socket, and with 4 after a while where it is not to be that. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isLastAtSocket, reportToSupervisor } from '../../src/workers/worker.ts';

const [patienceMs, whileMs] = process.argv.slice(2).map(Number);

process.once('SIGTERM', async () => {
  const isLast = await isLastAtSocket(patienceMs ?? 0);
  if (!isLast) await sleep(whileMs);
  process.exit(isLast ? 3 : 4);
});
reportToSupervisor({ readyz: () => ({ status: 200 }), metrics: () => undefined });
setInterval(() => undefined, 1_000);
