/** haproxy in front of two gateways, as `deploy/haproxy` has it. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { steadyPort } from '../../deploy/processes/steady-port.ts';
import { type ServiceProcess, startService } from '../server/service-process.ts';
import { until, untilReady, type World } from './world.ts';

const CONFIG = resolve(import.meta.dirname, '..', '..', 'deploy', 'haproxy', 'haproxy.cfg');
export const NO_HAPROXY =
  spawnSync('haproxy', ['-v']).status === 0 ? undefined : 'there is no haproxy program on this machine';

export interface TwoGateways extends AsyncDisposable {
  /** haproxy's. */
  readonly base: string;
  readonly gateways: readonly ServiceProcess[];
  /** Starts another gateway in the place of one that has ended, and waits until it is ready. */
  startAgain(at: number): Promise<void>;
}

/** Starts two gateways on the world's database and haproxy before them; waits until all three are ready. */
export async function twoGateways(
  world: World,
  variables: Readonly<Record<string, string>> = {},
): Promise<TwoGateways> {
  const [front = 0, ...others] = await Promise.all(Array.from({ length: 5 }, steadyPort));
  const places = [0, 1].map((at) => ({ port: others[2 * at] ?? 0, health: others[2 * at + 1] ?? 0 }));
  const running = new Set<ServiceProcess>();
  const open = async ({ port, health }: (typeof places)[number]): Promise<ServiceProcess> => {
    const common = { DATABASE_URL: world.proxy.url, HEALTH_PORT: String(health), TRUST_PROXY: '1' };
    const service = startService(port, { ...common, ...variables });
    running.add(service);
    await untilReady(service);
    return service;
  };
  const haproxy = spawn('haproxy', ['-f', CONFIG], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      GEO_BIND: `127.0.0.1:${front}`,
      ...Object.fromEntries(
        places.flatMap(({ port, health }, at) => [
          [`GEO_GATEWAY_${at + 1}`, `127.0.0.1:${port}`],
          [`GEO_HEALTH_${at + 1}`, String(health)],
        ]),
      ),
    },
  });
  const end = async () => {
    haproxy.kill('SIGKILL');
    if (haproxy.exitCode === null && haproxy.signalCode === null) await once(haproxy, 'exit');
    for (const service of running) await service[Symbol.asyncDispose]();
  };
  try {
    const gateways = await Promise.all(places.map(open));
    const base = `http://127.0.0.1:${front}`;
    await until(async () => (await fetch(`${base}/readyz`).catch(() => undefined))?.status === 200, 10_000);
    return {
      base,
      gateways,
      async startAgain(at) {
        const place = places[at];
        if (place) gateways[at] = await open(place);
      },
      [Symbol.asyncDispose]: end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}
