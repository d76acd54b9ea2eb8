/** What all workers have counted, added up for Prometheus. */
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

  /** Everything that these workers have counted, in Prometheus' text format; gauges are added up, too. */
  async text(workers: readonly Worker[]): Promise<string> {
    const answers = await Promise.all(workers.map((worker) => this.#ask(worker)));
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
