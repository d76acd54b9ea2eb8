/** Sends spans over OTLP (HTTP, JSON), in batches and in the background: a collector that is away costs spans, never a request. */
import type { Tracer } from '@opentelemetry/api';
import { ExportResultCode, parseKeyPairsIntoRecord } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, resourceAttributesEnvDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '../config.ts';
import { VERSION } from '../version.ts';

export interface ExporterEvents {
  /** The collector no longer takes spans; told once. */
  onLost(error: Error | undefined): void;
  /** It takes them again. */
  onBack(): void;
}

export interface TraceExporter {
  readonly tracer: Tracer;
  /** Sends what waits; resolves after `withinMs` even when it cannot be sent. */
  close(withinMs: number): Promise<void>;
}

/** Where the spans go that the configuration asks for. */
export function openTraceExporter(config: TracingConfig, events: ExporterEvents): TraceExporter {
  const headers = parseKeyPairsIntoRecord(config.headers);
  const exporter = telling(new OTLPTraceExporter({ url: config.url, headers }), events);
  const provider = new TracerProvider({
    sampler: samplerOf(config),
    // `OTEL_SERVICE_NAME` wins over a name in `OTEL_RESOURCE_ATTRIBUTES`, as OpenTelemetry says, and both over ours.
    resource: resourceFromAttributes({ 'service.name': 'geo', 'service.version': VERSION, 'process.pid': process.pid })
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector] }))
      .merge(resourceFromAttributes(config.serviceName === undefined ? {} : { 'service.name': config.serviceName })),
    spanLimits: { attributeValueLengthLimit: 4_096 },
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  });
  return {
    tracer: provider.getTracer('geo', VERSION),
    async close(withinMs) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, withinMs);
      });
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}

/** The exporter, and a word when it begins to fail and when it works again. */
function telling(exporter: SpanExporter, { onLost, onBack }: ExporterEvents): SpanExporter {
  let isLost = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.code !== ExportResultCode.SUCCESS;
        if (failed !== isLost) {
          if (failed) onLost(result.error);
          else onBack();
        }
        isLost = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

function samplerOf({ sampler, ratio }: TracingConfig): Sampler {
  const [, isParentBased, name] = /^(parentbased_)?(.*)$/.exec(sampler) ?? [];
  const root =
    name === 'always_off'
      ? new AlwaysOffSampler()
      : name === 'traceidratio'
        ? new TraceIdRatioBasedSampler(ratio)
        : new AlwaysOnSampler();
  return isParentBased ? new ParentBasedSampler({ root }) : root;
}
