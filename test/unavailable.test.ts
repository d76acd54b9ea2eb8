/** What of a 503 the log and the metrics tell: the reason, by which an operator knows what to mend. Its caller is not told. */
import { Registry } from 'prom-client';
import { describe, expect, inject, it } from 'vitest';
import { DEFAULT_GATE_LIMITS } from '../src/http/load/gate-limits.ts';
import { logTo } from '../src/log.ts';
import { requestMetrics } from '../src/metrics/request-metrics.ts';
import { databaseProxy } from './database-proxy.ts';
import type { TestHome } from './prepared.ts';
import { openService, type ServiceOptions, someHome } from './service.ts';

const server = inject('homes').find(({ home }) => home === 'postgresql');
const FULL = { gate: { ...DEFAULT_GATE_LIMITS, atOnce: 0, waitMs: 1 }, deadlineMs: 60_000 };
const GRAPHQL = '{ states(search: "zzz", first: 1) { nodes { id } } }';

/** A service that notes why it answered 503. */
async function noting(home: TestHome, options: ServiceOptions = {}) {
  const lines: string[] = [];
  const registry = new Registry();
  const log = logTo({ write: (line) => void lines.push(line) }, 'info');
  const service = await openService(home, { log, onAnswer: requestMetrics(registry), ...options });
  let asked = 0;
  return {
    service,
    /** The reasons that were told since the last time, without those of other requests. */
    async reasons(): Promise<unknown> {
      const counted = await registry.getSingleMetric('geo_unavailable_total')?.get();
      registry.resetMetrics();
      const logged = lines.splice(0).map((line) => JSON.parse(line));
      return {
        logged: logged.map(({ route, status, reason }) => [route.split(' ')[0], status, reason]),
        counted: counted?.values.map(({ labels, value }) => [labels['reason'], value]),
      };
    },
    /** Asks each lane what it has not been asked before. */
    async askAll(): Promise<void> {
      const q = `q${asked++}`;
      expect((await service.get(`/v1/states?q=${q}`, 'Business')).status).toBe(503);
      const { status, errors } = await service.graphql('Business', GRAPHQL.replace('zzz', q));
      expect([status, JSON.stringify(errors)]).toEqual([503, expect.not.stringContaining('reason')]);
    },
    [Symbol.asyncDispose]: () => service.close(),
  };
}

const bothAre = (reason: string) => ({
  logged: [
    ['States', 503, reason],
    ['graphql', 503, reason],
  ],
  counted: [[reason, 2]],
});

describe('the reason of a 503', () => {
  it('is that there is more to do than can be done', async () => {
    await using noted = await noting(someHome(), { load: FULL });
    await noted.askAll();
    expect(await noted.reasons()).toEqual(bothAre('busy'));
  });

  it('is that there is no data', async () => {
    await using filled = await openService(someHome());
    const dataSets = { ...filled.dataSets, current: () => undefined };
    await using noted = await noting(someHome(), { dataSets });
    await noted.askAll();
    expect((await noted.service.get('/', null)).status).toBe(503);
    const { logged } = bothAre('data');
    expect(await noted.reasons()).toEqual({ logged: [...logged, ['page:front', 503, 'data']], counted: [['data', 3]] });
  });

  it('is that there are no indexes', async () => {
    await using noted = await noting(someHome(), { indexes: false });
    expect((await noted.service.get('/v1/places/suggest?q=tok', 'Business')).status).toBe(503);
    expect(await noted.reasons()).toEqual({ logged: [['SuggestPlaces', 503, 'index']], counted: [['index', 1]] });
  });

  it('is nothing of other answers', async () => {
    await using noted = await noting(someHome());
    await noted.service.get('/v1/countries/JP', 'Business');
    await noted.service.get('/v1/countries/XX', 'Business');
    await noted.service.graphql('Business', '{');
    const said = await noted.reasons();
    expect(said).toEqual({ logged: expect.not.arrayContaining([expect.arrayContaining([503])]), counted: [] });
  });
});

describe.skipIf(!server)('the reason of a 503 (else: no PostgreSQL is reachable)', () => {
  it('is that the database is out of reach', async () => {
    await using proxy = await databaseProxy((server ?? someHome()).target);
    await using noted = await noting({ home: 'postgresql', target: proxy.target });
    await noted.service.get('/v1/countries/JP', 'Business'); // The key is known.
    await noted.reasons();
    await proxy.cut();
    await noted.service.dataSets.refresh();
    await noted.service.dataSets.refresh();
    await noted.askAll();
    expect(await noted.reasons()).toEqual(bothAre('database'));
    expect((await noted.service.get('/c/JP', null)).status).toBe(503);
    expect(await noted.reasons()).toMatchObject({
      logged: expect.arrayContaining([['page:country', 503, 'database']]),
    });
  });

  it('is that it took too long, or that nobody waits any more', async () => {
    await using proxy = await databaseProxy((server ?? someHome()).target);
    const deadlineMs = 1_000;
    const load = { deadlineMs };
    await using noted = await noting({ home: 'postgresql', target: proxy.target }, { load, graphql: { deadlineMs } });
    await noted.service.get('/v1/countries/JP', 'Business');
    await noted.reasons();
    proxy.delay(2_000);
    await noted.askAll();
    expect(await noted.reasons()).toEqual(bothAre('late'));
  });
});
