import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { steadyPort } from '../../../deploy/processes/steady-port.ts';
import { type ServiceProcess, startService } from '../../server/service-process.ts';
import type { Row } from '../row.ts';
import { assert, assertNoneLost, until, untilReady, type World } from '../world.ts';

const CONFIG = resolve(import.meta.dirname, '..', '..', '..', 'deploy', 'haproxy', 'haproxy.cfg');
const missing = spawnSync('haproxy', ['-v']).status === 0 ? undefined : 'there is no haproxy program on this machine';

const LONGEST_MS = 60 * 60_000;

export const rollingRestart: Row = {
  number: 18,
  title: 'two gateways behind haproxy are restarted one after the other under load',
  missing,
  run: (world) => behindHaproxy(world, { turns: world.pick(2, 20), requests: world.pick(0, 100_000) }, 'SIGTERM'),
};

export const processKilled: Row = {
  number: 19,
  title: 'one of two gateways behind haproxy is killed under load and started again',
  missing,
  run: (world) => behindHaproxy(world, { turns: world.pick(2, 40), requests: 0 }, 'SIGKILL'),
};

/** So many restarts, spread over so many requests. */
interface Least {
  readonly turns: number;
  readonly requests: number;
}

async function behindHaproxy(world: World, { turns, requests }: Least, signal: NodeJS.Signals) {
  const ports = await Promise.all(Array.from({ length: 5 }, steadyPort));
  const [front = 0, ...others] = ports;
  const places = [0, 1].map((at) => ({ port: others[2 * at] ?? 0, health: others[2 * at + 1] ?? 0 }));
  const running = new Set<ServiceProcess>();
  const open = async ({ port, health }: (typeof places)[number]): Promise<ServiceProcess> => {
    const service = startService(port, {
      DATABASE_URL: world.proxy.url,
      HEALTH_PORT: String(health),
      TRUST_PROXY: '1',
    });
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
  try {
    const gateways = await Promise.all(places.map(open));
    const base = `http://127.0.0.1:${front}`;
    await until(async () => (await fetch(`${base}/readyz`).catch(() => undefined))?.status === 200, 10_000);
    const traffic = world.traffic([{ base }], { callers: 16 });
    for (let turn = 0; turn < turns; turn++) {
      await sleep(1_500);
      await until(async () => traffic.tally.right >= (requests * turn) / turns, LONGEST_MS);
      const at = turn % 2;
      gateways[at]?.child.kill(signal);
      await gateways[at]?.exited;
      const place = places[at];
      if (place) gateways[at] = await open(place);
    }
    await sleep(1_500);
    await until(async () => traffic.tally.right >= requests, LONGEST_MS);
    const tally = await traffic.stop();
    assertNoneLost(tally);
    assert(tally.refused === 0, `${tally.refused} were refused`);
    return { cases: turns, tally, said: `${tally.told} were told 503` };
  } finally {
    haproxy.kill('SIGKILL');
    await once(haproxy, 'exit');
    for (const service of running) await service[Symbol.asyncDispose]();
  }
}
