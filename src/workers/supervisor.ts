/**
 * `WORKERS`: several processes that share a port and nothing else. One that dies is followed by another; SIGHUP puts new ones in
 * the place of all, one by one, so that a new release or new configuration costs no request.
 */
import cluster from 'node:cluster';
import type { Config } from '../config.ts';
import { type HealthListener, listenForHealth, tellHealthLoss } from '../health-listener.ts';
import { choosePort } from '../listeners.ts';
import { openLog } from '../log.ts';
import { listenForMetrics, type MetricsListener } from '../metrics/metrics-listener.ts';
import { Slot, stopAll } from './slot.ts';

/** What a worker's own stop may take beside `SHUTDOWN_SECONDS`, in milliseconds. */
const PARTING_MS = 7_000;
const LOG_CLOSE_MS = 1_000;
const STOPPING = { status: 503, body: 'stopping\n' };

/** Runs the workers until a signal ends them. Rejects when a port cannot be had. */
export async function supervise(config: Config): Promise<void> {
  const { workers: count } = config;
  const { log, close: closeLog } = openLog(config.logLevel);
  // Before any worker is started for nothing.
  const port = await choosePort(config);
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // As each of them is told, so that 0 is the same port for all.
  cluster.setupPrimary({ args: [...process.argv.slice(2), '--port', String(port)] });
  const metrics =
    config.metricsPort === undefined ? undefined : new (await import('./worker-metrics.ts')).WorkerMetrics();
  const slots = Array.from(
    { length: count },
    () =>
      new Slot({
        onLoss: (pid, end) => log.error({ worker: pid, end }, 'a worker ended: another takes its place'),
        onNote: (note) => metrics?.take(note),
      }),
  );
  const readyz = () => slots.find(({ readiness }) => readiness.status === 200)?.readiness ?? slots[0]?.readiness;
  let stopping: Promise<void> | undefined;
  const ports = await openPorts(config, {
    onHealthLoss: tellHealthLoss(log),
    readyz: () => (stopping ? STOPPING : { status: readyz()?.status ?? 503, body: readyz()?.text }),
    metrics: metrics && { type: metrics.type, text: () => metrics.text(slots.map(({ worker }) => worker)) },
  });
  const stop = () => {
    stopping ??= (async () => {
      const late = setTimeout(() => slots.forEach((slot) => void slot.kill()), config.shutdownMs + PARTING_MS);
      await stopAll(slots);
      clearTimeout(late);
      ports.metrics?.close();
      await ports.health?.close();
      await closeLog(LOG_CLOSE_MS);
    })();
    ports.health?.tell();
    return stopping;
  };
  process.on('SIGTERM', () => void stop().then(() => process.exit(0)));
  process.on('SIGINT', () => (stopping ? process.exit(130) : void stop().then(() => process.exit(0))));
  let replacing: Promise<unknown> = Promise.resolve();
  process.on('SIGHUP', () => {
    replacing = replacing.then(() => (stopping ? undefined : replaceAll()));
  });
  async function replaceAll(): Promise<void> {
    for (const slot of slots) {
      const [old, done] = [slot.worker?.process.pid, await slot.replace()];
      if (stopping) return;
      if (!done) return log.error({ worker: old }, 'the new worker did not become ready: the old ones go on');
      log.info({ worker: slot.worker?.process.pid, instead: old }, 'worker replaced');
    }
  }
  log.info({ supervisor: process.pid, workers: count, port, ...portsOf(ports) }, 'supervising');
  // The first brings the database up to date; what it cannot start with, no other can.
  const [first, ...others] = slots;
  first?.start();
  const outcome = await first?.firstOutcome;
  if (stopping) return stopping;
  if (typeof outcome === 'number') {
    await stop();
    process.exit(outcome || 1);
  }
  for (const slot of others) slot.start();
}

interface Ports {
  readonly health: HealthListener | undefined;
  readonly metrics: MetricsListener | undefined;
}

interface Asked {
  readonly onHealthLoss: (error: unknown) => void;
  readyz(): { readonly status: number; readonly body?: unknown };
  readonly metrics: { text(): Promise<string>; readonly type: string } | undefined;
}

async function openPorts(
  { host, healthPort, metricsPort }: Config,
  { onHealthLoss, readyz, metrics: found }: Asked,
): Promise<Ports> {
  const health =
    healthPort === undefined ? undefined : await listenForHealth({ host, port: healthPort }, readyz, onHealthLoss);
  const metrics =
    metricsPort === undefined || !found ? undefined : await listenForMetrics({ host, port: metricsPort }, found);
  return { health, metrics };
}

function portsOf({ health, metrics }: Ports) {
  return { healthPort: health?.port, metricsPort: metrics?.port };
}
