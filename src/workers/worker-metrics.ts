/** What all workers have counted, for Prometheus: each under its place, so that one that dies takes nothing back from a sum. */
import type { Worker } from 'node:cluster';
import { AggregatorRegistry, Registry } from 'prom-client';
import type { Counted, SupervisorOrder, WorkerNote } from './messages.ts';

/** A worker that has not answered by then is left out, in milliseconds. */
const PATIENCE_MS = 1_000;

export class WorkerMetrics {
  readonly type = Registry.PROMETHEUS_CONTENT_TYPE;
  readonly #waiting = new Map<number, (metrics: Counted) => void>();
  #last = 0;

  /** Takes a worker's answer. */
  readonly take = (note: WorkerNote): void => {
    if (note.type === 'metrics') this.#waiting.get(note.id)?.(note.metrics);
  };

  /** Everything that the workers in these places have counted, in Prometheus' text format; the label `worker` is the place. */
  async text(workers: readonly (Worker | undefined)[]): Promise<string> {
    const answers = await Promise.all(
      workers.map(async (worker, at) => (worker ? inPlace(await this.#ask(worker), String(at + 1)) : [])),
    );
    return AggregatorRegistry.aggregate(answers).metrics();
  }

  async #ask(worker: Worker): Promise<Counted> {
    const id = ++this.#last;
    return new Promise((resolve) => {
      const done = (metrics: Counted) => {
        this.#waiting.delete(id);
        clearTimeout(late);
        resolve(metrics);
      };
      const late = setTimeout(done, PATIENCE_MS, []);
      this.#waiting.set(id, done);
      if (worker.isConnected()) worker.send({ type: 'metrics', id } satisfies SupervisorOrder, () => undefined);
      else done([]);
    });
  }
}

/** The same with a label more on each value. */
function inPlace(metrics: Counted, worker: string): Counted {
  return metrics.map((metric) => ({
    ...metric,
    values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, worker } })),
  }));
}
