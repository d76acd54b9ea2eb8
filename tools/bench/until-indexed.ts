/** Waits for a service that is being started. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Returns when the service answers from its indexes. `/readyz` says ready where they are still being built, and a thread that builds them is
 * in the processor time of whatever is measured meanwhile.
 */
export async function untilIndexed(port: number, key: string): Promise<void> {
  for (let attempt = 0; attempt < 1_500; attempt++) {
    const headers = { 'X-SVCAPI-KEY': key };
    const url = `http://127.0.0.1:${port}/v1/places/suggest?q=to`;
    const answer = await fetch(url, { headers }).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(200);
  }
  throw new Error(`the service on port ${port} has no indexes`);
}
