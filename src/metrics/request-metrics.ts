/** Rate, errors and durations of requests, by operation, plan and what the answer cache had. */
import { Counter, Histogram, type Registry } from 'prom-client';
import type { Exchange } from '../http/exchange.ts';

/** In seconds: from an answer that was kept to one that came at its deadline. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Counts answered requests from now on. Operations are those that the service knows, so series are bounded. */
export function requestMetrics(registry: Registry): (exchange: Exchange) => void {
  const registers = [registry];
  const requests = new Counter({
    name: 'geo_requests_total',
    help: 'Requests that were answered, by operation, plan of the key, status, and whether the answer was kept.',
    labelNames: ['operation', 'plan', 'status', 'cache'],
    registers,
  });
  const durations = new Histogram({
    name: 'geo_request_duration_seconds',
    help: 'From the head of a request to the head of its answer.',
    labelNames: ['operation', 'plan', 'cache'],
    buckets: BUCKETS,
    registers,
  });
  const unavailable = new Counter({
    name: 'geo_unavailable_total',
    help: 'Requests that were answered 503, by the reason; probes are none of them.',
    labelNames: ['reason'],
    registers,
  });
  return ({ outcome: { route, caller, reply }, response: { status }, ms }) => {
    const labels = {
      operation: route,
      plan: caller?.plan.toLowerCase() ?? 'none',
      cache: reply.headers?.['X-Cache']?.toLowerCase() ?? 'none',
    };
    requests.inc({ ...labels, status });
    durations.observe(labels, ms / 1000);
    if (reply.reason) unavailable.inc({ reason: reply.reason });
  };
}
