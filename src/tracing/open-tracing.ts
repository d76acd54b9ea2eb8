/** What of tracing and `Server-Timing` the configuration asks for. */
import type { Config } from '../config.ts';
import type { Accompany } from '../http/exchange.ts';
import type { Log } from '../log.ts';
import { followRequests } from './follow-requests.ts';

export interface Tracing {
  readonly accompany: Accompany;
  close(withinMs: number): Promise<void>;
}

export async function openTracing({ tracing, serverTiming }: Config, log: Log): Promise<Tracing> {
  const exporter = tracing && (await openExporter(tracing, log));
  const openSpans = exporter && (await import('./spans.ts')).createSpans(exporter.tracer);
  const { accompany, stop } = followRequests({ serverTiming, openSpans });
  return {
    accompany,
    async close(withinMs) {
      stop();
      await exporter?.close(withinMs);
    },
  };
}

async function openExporter(tracing: NonNullable<Config['tracing']>, log: Log) {
  const { openTraceExporter } = await import('./exporter.ts');
  return openTraceExporter(tracing, {
    onLost: (error) => log.warn({ reason: error?.message }, 'traces are not taken'),
    onBack: () => log.info('traces are taken again'),
  });
}
