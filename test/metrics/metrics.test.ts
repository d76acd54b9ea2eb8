import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../src/cli/failure.ts';
import { listenForMetrics } from '../../src/metrics/metrics-listener.ts';
import { measured } from './measured.ts';

const DEPLOY = join(import.meta.dirname, '..', '..', 'deploy');
const HAS_PROMTOOL = spawnSync('promtool', ['--version']).status === 0;

const STATE = {
  server: { connections: { size: 3, refused: 2 }, unreadable: 5 },
  isQuotaStoreUp: () => false,
  droppedLogLines: () => 7,
};

describe('metrics', () => {
  it('count requests by operation, plan, status and what the cache had', () =>
    measured(STATE, async (service, metrics) => {
      await service.get('/v1/countries/JP', 'Business');
      await service.get('/v1/countries/JP', 'Business');
      await service.get('/v1/countries/XX', 'Community');
      await service.get('/v1/countries', null);
      await service.graphql('Starter', '{ countries(first: 1) { nodes { id } } }');
      await service.get('/graphql?operation=CountryDetails&variables={"country":"JP"}', 'Starter');
      await service.get('/reconcile', 'Professional');
      const text = await metrics.text();
      const counted = text.split('\n').filter((line) => line.startsWith('geo_requests_total'));
      expect(counted.sort()).toEqual(
        [
          'geo_requests_total{operation="CountryDetails",plan="business",cache="hit",status="200"} 1',
          'geo_requests_total{operation="CountryDetails",plan="business",cache="miss",status="200"} 1',
          'geo_requests_total{operation="CountryDetails",plan="community",cache="none",status="404"} 1',
          'geo_requests_total{operation="Countries",plan="none",cache="none",status="401"} 1',
          'geo_requests_total{operation="graphql countries",plan="starter",cache="none",status="200"} 1',
          'geo_requests_total{operation="graphql CountryDetails",plan="starter",cache="miss",status="200"} 1',
          'geo_requests_total{operation="Reconciliation",plan="professional",cache="none",status="200"} 1',
        ].sort(),
      );
      expect(text).toContain(
        'geo_request_duration_seconds_count{operation="CountryDetails",plan="business",cache="hit"} 1',
      );
    }));

  it('tell the state of the process', () =>
    measured(STATE, async (service, metrics) => {
      await service.get('/v1/states', 'Business');
      const text = await metrics.text();
      const { id, version, sourceVersion } = service.dataSets.current() ?? {};
      for (const line of [
        'geo_ready 1',
        'geo_connections 3',
        'geo_connections_refused_total 2',
        'geo_requests_unreadable_total 5',
        'geo_pool_waiting{server="primary"} 0',
        'geo_work_running 0',
        'geo_work_refused_total 0',
        'geo_cache_answers 1',
        `geo_cache_bytes ${service.gateway.cache.bytes}`,
        'geo_quota_store_up 0',
        `geo_data_set_info{id="${id}",version="${version}",source_version="${sourceVersion ?? ''}"} 1`,
        'geo_log_lines_dropped_total 7',
      ]) {
        expect(text.split('\n')).toContain(line);
      }
    }));

  it('say nothing of what there is not', () =>
    measured({ isQuotaStoreUp: () => undefined, dataSets: { current: () => undefined } }, async (_service, metrics) => {
      const lines = (await metrics.text()).split('\n');
      for (const name of [
        'geo_quota_store_up',
        'geo_search_index_bytes',
        'geo_data_set_info',
        'geo_replica_in_use',
        'geo_replica_lag_seconds',
      ]) {
        expect(lines).toContain(`# TYPE ${name} gauge`);
        expect(lines.filter((line) => line.startsWith(name))).toEqual([]);
      }
    }));

  it.skipIf(!HAS_PROMTOOL)('are what Prometheus reads, to the liking of promtool (else: no promtool)', () =>
    measured(STATE, async (service, metrics) => {
      await service.get('/v1/states', 'Business');
      const own = (await metrics.text())
        .split('\n')
        .filter((line) => /^(# (HELP|TYPE) )?geo_/.test(line))
        .join('\n');
      const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: `${own}\n` });
      expect([status, `${stdout}${stderr}`]).toEqual([0, '']);
    }),
  );
});

describe('the port for metrics', () => {
  it('answers /metrics and nothing else', async () => {
    const listener = await listenForMetrics(
      { host: '127.0.0.1', port: 0 },
      { text: () => Promise.resolve('geo_ready 1\n'), type: 'text/plain; version=0.0.4; charset=utf-8' },
    );
    try {
      const base = `http://127.0.0.1:${listener.port}`;
      const answer = await fetch(`${base}/metrics`);
      expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
        200,
        'text/plain; version=0.0.4; charset=utf-8',
        'geo_ready 1\n',
      ]);
      expect((await fetch(`${base}/v1/countries`)).status).toBe(404);
      const taken = { host: '127.0.0.1', port: listener.port };
      const error: unknown = await listenForMetrics(taken, { text: async () => '', type: '' }).catch((fault) => fault);
      expect(failureOf(error).message).toContain('set METRICS_PORT to a free one');
    } finally {
      listener.close();
    }
  });
});

describe('dashboard and alerts', () => {
  const files = ['prometheus/alerts.yaml', 'grafana/dashboard.json'];
  it.each(files)('%s names only metrics that there are', async (file) => {
    const named = new Set(readFileSync(join(DEPLOY, file), 'utf8').match(/\b(geo|process|nodejs)_[a-z0-9_]+/g));
    expect(named.size).toBeGreaterThan(10);
    await measured(STATE, async (service, metrics) => {
      await service.get('/v1/states', 'Business');
      const told = new Set((await metrics.text()).match(/\b(geo|process|nodejs)_[a-z0-9_]+/g));
      // There is no replica here; their names are told all the same.
      expect([...named].filter((name) => !told.has(name))).toEqual([]);
    });
  });

  it.skipIf(!HAS_PROMTOOL)('the alerts go off when they should (else: no promtool)', () => {
    const cwd = join(DEPLOY, 'prometheus');
    for (const args of [
      ['check', 'config', 'prometheus.yaml'],
      ['test', 'rules', 'alerts.test.yaml'],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', args, { cwd });
      expect([args, status, `${stdout}${stderr}`]).toEqual([args, 0, expect.any(String)]);
    }
  });
});
