/** Spans of requests by OpenTelemetry. Nothing of a key, of what was asked for, or of what was answered is in them. */
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { Exchange } from '../http/exchange.ts';
import { HEALTH_ROUTE } from '../http/health.ts';
import type { HttpRequest } from '../http/messages.ts';

/** A span that has begun. */
export interface OpenSpan {
  /** Begins the span of an execution below this one. */
  execution(): OpenSpan;
  /** Begins the span of a statement, which has its values beside it and not in it. */
  statement(sql: string): OpenSpan;
  failed(error: unknown): void;
  end(): void;
}

/** The span of a request. */
export interface RequestSpan extends OpenSpan {
  /** 32 hexadecimal digits, the caller's where it sent a `traceparent`. */
  readonly traceId: string;
  /** Ends the span with what the request turned out to be. */
  answered(exchange: Exchange): void;
}

export type OpenSpans = (request: HttpRequest) => RequestSpan;

const TRACE_CONTEXT = new W3CTraceContextPropagator();
const HEADERS = { get: ({ header }: HttpRequest, name: string) => header(name), keys: () => [] };
/** The table that a statement reads first. */
const TABLE = /\bFROM\s+(?:\w+\.)?(\w+)(?:[^\w)]|$)/i; // EXTRACT(EPOCH FROM column) names no table

/** Spans by a tracer. */
export function createSpans(tracer: Tracer): OpenSpans {
  function below(parent: Span, name: string, kind: SpanKind, attributes: Readonly<Record<string, string>>): OpenSpan {
    const span = tracer.startSpan(name, { kind, attributes }, trace.setSpan(ROOT_CONTEXT, parent));
    return opened(span);
  }

  function opened(span: Span): OpenSpan {
    return {
      execution: () => below(span, 'execute', SpanKind.INTERNAL, {}),
      statement(sql) {
        const table = TABLE.exec(sql)?.[1];
        const attributes = { 'db.system.name': 'postgresql', 'db.query.text': sql };
        return below(span, table === undefined ? 'SELECT' : `SELECT ${table}`, SpanKind.CLIENT, attributes);
      },
      failed(error) {
        // The message may repeat a value; the code and the class do not.
        const type = error instanceof Error ? ('code' in error ? String(error.code) : error.name) : 'unknown';
        span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
      },
      end: () => span.end(),
    };
  }

  return (request) => {
    const { method } = request;
    const parent = TRACE_CONTEXT.extract(ROOT_CONTEXT, request, HEADERS);
    const span = tracer.startSpan(
      method,
      { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } },
      parent,
    );
    return {
      ...opened(span),
      traceId: span.spanContext().traceId,
      answered({ outcome: { route, caller, reply }, response: { status } }) {
        if (route === HEALTH_ROUTE) return; // Probes come every second and say nothing: a span that does not end is not sent.
        const cache = reply.headers?.['X-Cache']?.toLowerCase();
        span.updateName(`${method} ${route}`);
        span.setAttributes({
          'http.response.status_code': status,
          'geo.operation': route,
          ...(caller && { 'geo.plan': caller.plan.toLowerCase() }),
          ...(cache !== undefined && { 'geo.cache': cache }),
        });
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  };
}
