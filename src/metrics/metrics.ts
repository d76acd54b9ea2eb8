/** What Prometheus reads: requests as they were answered, the state of the process, and what Node.js knows of itself. */
import { collectDefaultMetrics, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client';
import type { Exchange } from '../http/exchange.ts';
import { requestMetrics } from './request-metrics.ts';
import { stateMetrics, type Watched } from './state-metrics.ts';

export interface Metrics {
  /** Counts an answered request. */
  onAnswer(exchange: Exchange): void;
  /** Tells the state of these, too, from now on. */
  watch(watched: Watched): void;
  /** Everything in Prometheus' text format, of the type that goes with it. */
  text(): Promise<string>;
  readonly type: string;
  /** The same as JSON, to be added up with that of other processes. */
  counted(): Promise<MetricObjectWithValues<MetricValue<string>>[]>;
}

/** Metrics of one process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    onAnswer: requestMetrics(registry),
    watch: (watched) => stateMetrics(registry, watched),
    text: () => registry.metrics(),
    type: registry.contentType,
    counted: () => registry.getMetricsAsJSON(),
  };
}
