import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { logTo } from '../../src/log.ts';
import { openTracing } from '../../src/tracing/open-tracing.ts';
import { openService, type TestService } from '../service.ts';
import { type CollectedSpan, type Collector, startCollector } from './collector.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

interface Traced {
  readonly service: TestService;
  readonly collector: Collector;
  readonly lines: string[];
  /** Sends what waits; nothing is traced after that. */
  flush(): Promise<void>;
}

async function traced(
  variables: Readonly<Record<string, string>>,
  test: (traced: Traced) => Promise<void>,
  statusOf?: () => number,
): Promise<void> {
  const [home] = inject('homes');
  if (!home) throw new Error('the tests have a database');
  await using collector = await startCollector(statusOf);
  const lines: string[] = [];
  const log = logTo({ write: (line) => void lines.push(line) }, 'info');
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...variables };
  const tracing = await openTracing(readConfig({ env, folder: '/' }), log);
  await using service = await openService(home, { accompany: tracing.accompany, log, indexes: false });
  try {
    await test({ service, collector, lines, flush: () => tracing.close(30_000) });
  } finally {
    await tracing.close(0);
  }
}

/** Its name, and why it failed where it did. */
function saidOf({ name, attributes }: CollectedSpan): string {
  const fault = attributes['error.type'];
  return fault === undefined ? name : `${name} (${fault})`;
}

function named({ spans }: Collector, name: string): CollectedSpan {
  const [span, ...more] = spans.filter((each) => each.name === name);
  if (!span || more.length > 0) throw new Error(`${name} is not once in ${spans.map(saidOf).join(', ')}`);
  return span;
}

describe('traces', () => {
  it('go from the request through its execution to each statement, below the span of the caller', () =>
    traced({ OTEL_SERVICE_NAME: 'places' }, async ({ service, collector, lines, flush }) => {
      const traceparent = `00-${TRACE}-${PARENT}-01`;
      await service.get('/v1/countries/JP/states', 'Business', { traceparent });
      await flush();
      expect(new Set(collector.paths)).toEqual(new Set(['/v1/traces']));
      expect(collector.resource).toMatchObject({ 'service.name': 'places' });
      expect(new Set(collector.spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
      const request = named(collector, 'GET StatesOfCountry');
      expect(request).toMatchObject({ parentSpanId: PARENT, kind: 2 });
      expect(request.attributes).toEqual({
        'http.request.method': 'GET',
        'http.response.status_code': 200,
        'geo.operation': 'StatesOfCountry',
        'geo.plan': 'business',
        'geo.cache': 'miss',
      });
      const execution = named(collector, 'execute');
      expect(execution.parentSpanId).toBe(request.spanId);
      // The key is looked up before, and is no part of the execution.
      expect(named(collector, 'SELECT api_keys').parentSpanId).toBe(request.spanId);
      const states = named(collector, 'SELECT states');
      expect(states).toMatchObject({ parentSpanId: execution.spanId, kind: 3 });
      expect(states.attributes['db.query.text']).toContain('$1');
      expect(lines.map((line) => JSON.parse(line).trace_id)).toEqual([TRACE]);
    }));

  it('of an answer that was kept are the one span of its request', () =>
    traced({}, async ({ service, collector, lines, flush }) => {
      await service.get('/v1/countries/JP', 'Business');
      await service.get('/v1/countries/JP', 'Business');
      await flush();
      const [, hit] = collector.spans.filter(({ name }) => name === 'GET CountryDetails');
      expect(hit?.attributes['geo.cache']).toBe('hit');
      expect(hit?.parentSpanId ?? '').toBe('');
      expect(collector.spans.filter(({ traceId }) => traceId === hit?.traceId)).toHaveLength(1);
      expect(lines.map((line) => JSON.parse(line).trace_id)).toContain(hit?.traceId);
    }));

  it('of requests at the same time are not mixed up', () =>
    traced({}, async ({ service, collector, flush }) => {
      const codes = ['JP', 'DE', 'US', 'FR', 'IN', 'BR'];
      const answers = await Promise.all(
        codes.map((code, at) =>
          service.get(`/v1/countries/${code}`, 'Business', {
            traceparent: `00-${TRACE.slice(0, -1)}${at}-${PARENT}-01`,
          }),
        ),
      );
      await flush();
      const byId = new Map(collector.spans.map((span) => [span.spanId, span]));
      const statements = collector.spans.filter(({ name }) => name === 'SELECT countries');
      expect(statements).toHaveLength(answers.filter(({ status }) => status === 200).length);
      expect(statements.length).toBeGreaterThan(2);
      for (const statement of statements) {
        const execution = byId.get(statement.parentSpanId ?? '');
        const request = byId.get(execution?.parentSpanId ?? '');
        expect([execution?.name, request?.name]).toEqual(['execute', 'GET CountryDetails']);
        expect([execution?.traceId, request?.traceId]).toEqual([statement.traceId, statement.traceId]);
      }
    }));

  it('have no key and nothing of what was asked for in them', () =>
    traced({}, async ({ service, collector, flush }) => {
      await service.get('/v1/search?q=yokohamaxyz&type=city', 'Business');
      await service.get('/v1/countries?q=yokohamaxyz', 'Business');
      await service.get('/yokohamaxyz', null);
      await service.graphql('Business', 'query yokohamaxyz { yokohamaxyz: country(iso2: "JP") { name } }');
      await service.graphql('Business', 'query ($q: String!) { search(q: $q) { score } }', { q: 'yokohamaxyz' });
      await flush();
      expect(collector.spans.filter(({ kind }) => kind === 2)).toHaveLength(5);
      expect(collector.text()).not.toContain('yokohamaxyz');
      expect(collector.text()).not.toContain(inject('keys').Business.slice(0, 12));
    }));

  it('are sampled as the configuration says, and probes are not among them', () =>
    traced(
      { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' },
      async ({ service, collector, flush }) => {
        await service.get('/v1/countries/JP', 'Business');
        await service.get('/v1/countries/DE', 'Business', { traceparent: `00-${TRACE}-${PARENT}-00` });
        await service.get('/v1/countries/FR', 'Business', { traceparent: `00-${TRACE}-${PARENT}-01` });
        await service.get('/livez', null, { traceparent: `00-${TRACE}-${PARENT}-01` });
        await flush();
        expect(collector.spans.filter(({ kind }) => kind === 2)).toHaveLength(1);
        expect(named(collector, 'GET CountryDetails').traceId).toBe(TRACE);
      },
    ));

  it('that no collector takes are told of once, and no request minds', () =>
    traced(
      { OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=a%20b' },
      async ({ service, collector, lines, flush }) => {
        expect((await service.get('/v1/countries/JP', 'Business')).status).toBe(200);
        await flush();
        expect(collector.headers[0]).toMatchObject({ 'x-tenant': 'a b' });
        expect(lines.map((line) => JSON.parse(line).msg).filter(Boolean)).toEqual(['traces are not taken']);
      },
      () => 400,
    ));

  it('cost nothing while they are off: none of their modules is loaded', () => {
    const script = `
      import { registerHooks } from 'node:module';
      const seen = [];
      registerHooks({ load: (url, context, next) => { seen.push(url); return next(url, context); } });
      await import('./src/serve.ts');
      console.log(seen.filter((url) => /opentelemetry|src.tracing/.test(url)).join(), seen.length > 100);
      process.exit();`;
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: ROOT, encoding: 'utf8' });
    expect(run.stdout).toBe(' true\n');
  });
});

describe('Server-Timing', () => {
  const on = { OTEL_SDK_DISABLED: 'true', SERVER_TIMING: 'on' };
  const MISS = /^total;dur=\d+\.\d\d, cache;desc=MISS, db;dur=\d+\.\d\d;desc="\d+ statements?"$/;

  it('tells what an answer took, and changes nothing else of it', () =>
    traced(on, async ({ service, collector }) => {
      const [home] = inject('homes');
      if (!home) throw new Error('the tests have a database');
      await using plain = await openService(home, { indexes: false });
      for (const path of ['/v1/countries/JP/states', '/v1/countries/JP/states', '/v1/nothing', '/']) {
        const headers = { 'X-Request-Id': 'same' };
        const [told, untold] = [
          await service.get(path, 'Business', headers),
          await plain.get(path, 'Business', headers),
        ];
        const timing = told.headers.get('server-timing') ?? '';
        expect(timing).toMatch(/^total;dur=\d+\.\d\d/);
        expect(await told.text()).toBe(await untold.text());
        told.headers.delete('server-timing');
        expect([told.status, ...told.headers]).toEqual([untold.status, ...untold.headers]);
      }
      expect(collector.spans).toEqual([]);
    }));

  it('names the database where it was asked, and not where the answer was kept', () =>
    traced(on, async ({ service }) => {
      const first = await service.get('/v1/countries/JP', 'Business');
      const second = await service.get('/v1/countries/JP', 'Business');
      expect(first.headers.get('server-timing')).toMatch(MISS);
      expect(second.headers.get('server-timing')).toMatch(/^total;dur=\d+\.\d\d, cache;desc=HIT$/);
      const graphql = await service.gateway.fetch(
        new Request('http://geo.test/graphql?query={countries(first:1){nodes{name}}}', {
          headers: { 'X-SVCAPI-KEY': inject('keys').Business },
        }),
      );
      expect(graphql.headers.get('server-timing')).toMatch(/, db;dur=\d+\.\d\d;desc="1 statement"$/);
    }));
});
