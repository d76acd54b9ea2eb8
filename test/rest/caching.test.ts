import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { PLAN_NAMES, type Plan } from '../../src/auth/plans.ts';
import { watchDataSet } from '../../src/db/data-set-watch.ts';
import { Answer } from '../../src/http/answer.ts';
import { createAnswerCache } from '../../src/http/answer-cache.ts';
import { openService, type TestService } from '../service.ts';
import { countingSql } from '../sql-count.ts';

const HOUR = 'private, max-age=3600';
const DAY = 'private, max-age=86400';

/** One path for each specified operation, and its Cache-Control. */
const OPERATIONS: readonly [operation: string, path: string, cacheControl: string][] = [
  ['E1', '/v1/search/fuzzy?q=tokyo', HOUR],
  ['E2', '/v1/iso/state?iso=JP-13', HOUR],
  ['E3', '/v1/currency/JP', DAY],
  ['E4', '/v1/countries/JP/cities', DAY],
  ['E5', '/v1/states', DAY],
  ['E6', '/v1/phone', DAY],
  ['E7', '/v1/regions/3', DAY],
  ['E8', '/v1/regions', DAY],
  ['E9', '/v1/countries/JP', DAY],
  ['E10', '/v1/countries/JP/states/13', DAY],
];

const ERRORS: readonly [status: number, path: string, plan: Plan | null][] = [
  [400, '/v1/phone?code=', 'Business'],
  [400, '/v1/countries/%zz', 'Business'],
  [401, '/v1/countries/JP', null],
  [403, '/v1/states', 'Community'],
  [404, '/v1/countries/XX', 'Business'],
  [404, '/v1/nothing', null],
];

describe.each(inject('homes'))('on $home', (home) => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService(home);
  });
  afterAll(() => service.close());

  it.each(OPERATIONS)(
    '%s has every header of section 5 on miss, hit and 304',
    async (_operation, path, cacheControl) => {
      await using fresh = await openService(home);
      const etags = new Set<string>();
      for (const expected of ['MISS', 'HIT', 'HIT']) {
        const response = await fresh.get(path, 'Professional');
        const etag = response.headers.get('etag') ?? '';
        etags.add(etag);
        expect(etag).toMatch(/^"[A-Za-z0-9_-]{20,}"$/);
        for (const [conditional, status] of [
          [undefined, 200],
          [etag, 304],
        ] as const) {
          const again =
            conditional === undefined
              ? response
              : await fresh.get(path, 'Professional', { 'If-None-Match': conditional });
          expect(again.status).toBe(status);
          expect({
            cacheControl: again.headers.get('cache-control'),
            vary: again.headers.get('vary'),
            cache: again.headers.get('x-cache'),
            plan: again.headers.get('x-svcapi-plan'),
            etag: again.headers.get('etag'),
            encoding: again.headers.get('content-encoding'),
            type: again.headers.get('content-type'),
            length: again.headers.get('content-length'),
          }).toEqual({
            cacheControl,
            vary: 'X-SVCAPI-KEY, Accept-Encoding, X-CSCAPI-KEY',
            cache: status === 304 ? 'HIT' : expected,
            plan: 'professional',
            etag,
            encoding: null,
            type: status === 304 ? null : 'application/json; charset=utf-8',
            length: status === 304 ? null : String((await again.clone().arrayBuffer()).byteLength),
          });
          expect(again.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
          if (status === 304) expect(await again.text()).toBe('');
        }
      }
      expect(etags.size).toBe(1);
      const missed304 = await openService(home);
      const first = await missed304.get(path, 'Business', { 'If-None-Match': [...etags][0] ?? '' });
      expect([first.status, first.headers.get('x-cache')]).toEqual([304, 'MISS']);
      await missed304.close();
    },
  );

  it.each(ERRORS)('a %i says no-store and has neither ETag nor X-Cache', async (status, path, plan) => {
    for (const condition of [{}, { 'If-None-Match': '*' }]) {
      const response = await service.get(path, plan, condition);
      expect({
        status: response.status,
        cacheControl: response.headers.get('cache-control'),
        vary: response.headers.get('vary'),
        etag: response.headers.get('etag'),
        cache: response.headers.get('x-cache'),
      }).toEqual({
        status,
        cacheControl: 'no-store',
        vary: 'X-SVCAPI-KEY, Accept-Encoding, X-CSCAPI-KEY',
        etag: null,
        cache: null,
      });
    }
  });

  it('answers If-None-Match with lists, weak tags and the star', async () => {
    const etag = (await service.get('/v1/countries/JP', 'Business')).headers.get('etag') ?? '';
    const cases: readonly [string, number][] = [
      [etag, 304],
      [`W/${etag}`, 304],
      ['*', 304],
      [' * ', 304],
      [`"a", ${etag}`, 304],
      [`"a",W/"b" ,  W/${etag}  , "c"`, 304],
      [`"a,b", ${etag}`, 304],
      [`"${'a'.repeat(4000)}", ${etag}`, 304],
      ['"a"', 200],
      ['', 200],
      [etag.replaceAll('"', ''), 200],
      [etag.toLowerCase() === etag ? 'x' : etag.toLowerCase(), 200],
      ['"*"', 200],
      ['W/*', 200],
      [`${etag}x`, 200],
    ];
    for (const [condition, status] of cases) {
      const response = await service.get('/v1/countries/JP', 'Business', { 'If-None-Match': condition });
      expect([condition, response.status]).toEqual([condition, status]);
    }
  });

  it('has an ETag of its own for every tier, selection and order', async () => {
    const paths = [
      '/v1/states',
      '/v1/states?fields=name',
      '/v1/states?fields=iso2',
      '/v1/states?sort=name:desc',
      '/v1/states?sort=id',
      '/v1/states?q=to',
      '/v1/states?fields=name&sort=id',
    ];
    const seen = new Map<string, string>();
    for (const path of paths) {
      for (const plan of ['Supporter', 'Professional'] as const) {
        const response = await service.get(path, plan);
        const etag = response.headers.get('etag') ?? '';
        expect([path, plan, seen.get(etag)]).toEqual([path, plan, undefined]);
        seen.set(etag, `${path} ${plan}`);
      }
    }
  });

  describe('content coding', () => {
    const encoded = async (path: string, accept: string | undefined) => {
      const response = await service.get(path, 'Business', accept === undefined ? {} : { 'Accept-Encoding': accept });
      return {
        response,
        encoding: response.headers.get('content-encoding'),
        bytes: Buffer.from(await response.arrayBuffer()),
      };
    };

    it.each([
      [undefined, null],
      ['', null],
      ['identity', null],
      ['gzip', 'gzip'],
      ['x-gzip', 'gzip'],
      ['GZip', 'gzip'],
      ['br', 'br'],
      ['gzip, br', 'br'],
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip;q=1.0, br;q=0.5', 'gzip'],
      ['br;q=0.5, gzip;q=0.8, identity;q=0.1', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['br;q=0, gzip;q=0', null],
      ['gzip;q=0', null],
      ['gzip;q=0.000', null],
      ['gzip;q=0.001', 'gzip'],
      ['identity;q=1, gzip;q=0.5', null],
      ['identity;q=0.5, gzip;q=1', 'gzip'],
      ['deflate', null],
      ['zstd, deflate;q=0.5', null],
      ['*', 'br'],
      ['*;q=0.5, br;q=0', 'gzip'],
      ['*;q=0', null],
      ['identity;q=0, *', 'br'],
      ['identity;q=0, gzip;q=0.1', 'gzip'],
      [' br ; q=0.2 ,gzip ; q=0.9', 'gzip'],
    ])('%j gets %j', async (accept, expected) => {
      const plain = await encoded('/v1/states', undefined);
      const { response, encoding, bytes } = await encoded('/v1/states', accept);
      expect(encoding).toBe(expected);
      expect(response.headers.get('content-length')).toBe(String(bytes.length));
      const body = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
      expect(body.equals(plain.bytes)).toBe(true);
    });

    it('gives every coding an ETag of its own, which revalidates that coding', async () => {
      const tags = new Map<string, string>();
      for (const accept of ['identity', 'gzip', 'br']) {
        tags.set(accept, (await encoded('/v1/states', accept)).response.headers.get('etag') ?? '');
      }
      expect(new Set(tags.values()).size).toBe(3);
      for (const tag of tags.values()) {
        for (const accept of tags.keys()) {
          const response = await service.get('/v1/states', 'Business', {
            'If-None-Match': tag,
            'Accept-Encoding': accept,
          });
          const status = tag === tags.get(accept) ? 304 : 200;
          expect([response.status, response.headers.get('etag')]).toEqual([status, tags.get(accept)]);
        }
      }
    });

    it('leaves bodies of at most 1 KiB as they are', async () => {
      expect(new Answer(Buffer.alloc(1024), 'full').compressible).toBe(false);
      expect(new Answer(Buffer.alloc(1025), 'full').compressible).toBe(true);
      const { encoding, bytes } = await encoded('/v1/regions/3', 'br, gzip');
      expect([encoding, bytes.length <= 1024]).toEqual([null, true]);
      const small = await encoded('/v1/nothing', 'br, gzip');
      expect(small.encoding).toBeNull();
    });

    it('tells HEAD the length of the representation that GET would send', async () => {
      for (const accept of ['identity', 'gzip', 'br']) {
        const { bytes } = await encoded('/v1/states', accept);
        const head = await service.gateway.fetch(
          new Request('http://geo.test/v1/states', {
            method: 'HEAD',
            headers: { 'X-SVCAPI-KEY': inject('keys').Business, 'Accept-Encoding': accept },
          }),
        );
        expect([head.headers.get('content-length'), head.headers.get('content-encoding')]).toEqual([
          String(bytes.length),
          accept === 'identity' ? null : accept,
        ]);
      }
    });
  });

  it('echoes a sane request id and makes one for any other', async () => {
    for (const id of ['a', 'trace-1.2:3_4', 'x'.repeat(128)]) {
      for (const path of ['/v1/countries/JP', '/v1/nothing', '/v1/phone?code=']) {
        expect((await service.get(path, 'Business', { 'X-Request-Id': id })).headers.get('x-request-id')).toBe(id);
      }
    }
    const made = new Set<string>();
    const insane = ['', 'x'.repeat(129), 'a b', 'a,b', '<script>', '"', 'é', '{}', '../../etc'];
    for (const id of insane) {
      const answered =
        (await service.get('/v1/countries/JP', 'Business', { 'X-Request-Id': id })).headers.get('x-request-id') ?? '';
      expect(answered).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      made.add(answered);
    }
    expect(made.size).toBe(insane.length);
  });

  it.each(OPERATIONS.filter(([operation]) => operation !== 'E1'))(
    '%s: 1,000 equal misses at once are one statement where the database answers',
    async (_operation, path) => {
      await using fresh = await openService(home, { indexes: false });
      await fresh.get('/v1/countries/US', 'Business'); // the key is known
      const { result, statements } = await countingSql(() =>
        Promise.all(Array.from({ length: 1_000 }, async () => (await fresh.get(path, 'Business')).text())),
      );
      expect(statements).toHaveLength(1);
      expect(new Set(result).size).toBe(1);
      const after = await countingSql(() => Promise.all(Array.from({ length: 20 }, () => fresh.get(path, 'Business'))));
      expect(after.statements).toEqual([]);
    },
  );

  it('E1: 1,000 equal misses at once, in any case of letters, are one statement where the database answers', async () => {
    await using fresh = await openService(home, { indexes: false });
    await fresh.get('/v1/countries/US', 'Business');
    const { statements } = await countingSql(() =>
      Promise.all(
        Array.from({ length: 1_000 }, async (_, index) => {
          const q = index % 2 ? 'TOKYO' : 'tokyo';
          return (await fresh.get(`/v1/search/fuzzy?q=${q}&country=${index % 3 ? 'jp' : 'JP'}`, 'Business')).text();
        }),
      ),
    );
    expect(statements).toHaveLength(1);
  });

  it('shares no entry between different questions', async () => {
    await using fresh = await openService(home);
    const paths = [
      '/v1/search/fuzzy?q=tokyo',
      '/v1/search/fuzzy?q=tokyo&type=state',
      '/v1/search/fuzzy?q=tokyo&country=JP',
      '/v1/search/fuzzy?q=tokyo&country=US',
      '/v1/search/fuzzy?q=tokyo&limit=11',
      '/v1/search/fuzzy?q=tokyo&threshold=0.31',
      '/v1/search/fuzzy?q=tokyoo',
      '/v1/iso/state?iso=JP-13',
      '/v1/iso/state?iso=JP-01',
      '/v1/currency/JP',
      '/v1/countries/JP',
      '/v1/phone',
      '/v1/phone?code=1',
      '/v1/phone?code=81',
    ];
    for (const path of paths) {
      expect([path, (await fresh.get(path, 'Business')).headers.get('x-cache')]).toEqual([path, 'MISS']);
    }
  });

  it('answers each plan what is its own, 10,000 times in random order', async () => {
    const expected = new Map<string, string>();
    const asked = PLAN_NAMES.flatMap((plan) => OPERATIONS.map(([, path]) => [plan, path] as const));
    for (const plan of PLAN_NAMES) {
      await using alone = await openService(home);
      for (const [, path] of OPERATIONS) expected.set(`${plan} ${path}`, await (await alone.get(path, plan)).text());
    }
    // Not one tier's answer is another's.
    expect(new Set(PLAN_NAMES.map((plan) => expected.get(`${plan} /v1/countries/JP`))).size).toBe(3);
    const random = fc.sample(fc.constantFrom(...asked), 10_000);
    for (const [plan, path] of random) {
      const text = await (await service.get(path, plan)).text();
      if (text !== expected.get(`${plan} ${path}`))
        expect([plan, path, text]).toEqual([plan, path, expected.get(`${plan} ${path}`)]);
    }
  });

  it('ignores what is not part of the question', async () => {
    const plain = await (await service.get('/v1/countries/JP', 'Supporter')).text();
    const headers = {
      'X-Forwarded-Host': 'evil',
      'X-Forwarded-For': '1.2.3.4',
      Accept: 'text/html',
      'X-HTTP-Method-Override': 'DELETE',
      Cookie: 'a=b',
      Range: 'bytes=0-1',
      'Accept-Language': 'ja',
      'Cache-Control': 'no-cache',
      Origin: 'http://evil',
    };
    const response = await service.get('/v1/countries/JP?_=1&callback=x', 'Supporter', headers);
    expect([response.status, response.headers.get('x-cache'), await response.text()]).toEqual([200, 'HIT', plain]);
  });
});

describe('the cache', () => {
  const answer = (bytes: number) => new Answer(Buffer.alloc(bytes, 'x'), 'full');

  it('holds no more bytes than it may, whatever the number of keys', async () => {
    const limit = 1_000_000;
    const cache = createAnswerCache(limit);
    for (let index = 0; index < 5_000; index++) {
      await cache.compute(`key ${index}`, 60, async () => answer(100 + (index % 50) * 100));
      expect(cache.bytes).toBeLessThanOrEqual(limit);
    }
    expect(cache.size).toBeGreaterThan(10);
    expect(cache.get('key 0')).toBeUndefined();
    expect(cache.get('key 4999')).toBeDefined();
  });

  it('counts keys too: a flood of long keys with small answers stays within the limit', async () => {
    const cache = createAnswerCache(200_000);
    for (let index = 0; index < 1_000; index++)
      await cache.compute(`${index}${'k'.repeat(2_000)}`, 60, async () => answer(10));
    expect(cache.size).toBeLessThan(100);
  });

  it('never keeps an answer that is larger than it, and still answers', async () => {
    const cache = createAnswerCache(10_000);
    const large = await cache.compute('large', 60, async () => answer(50_000));
    expect([large.identity.length, cache.get('large'), cache.bytes]).toEqual([50_000, undefined, 0]);
  });

  it('keeps what was asked for twice, however much is asked for once', async () => {
    const limit = 4 * 1024 * 1024;
    const cache = createAnswerCache(limit);
    await cache.compute('often', 60, async () => answer(3_000));
    expect(cache.get('often')?.identity.length).toBe(3_000);
    for (let index = 0; index < 20_000; index++) {
      await cache.compute(`once ${index}`, 60, async () => answer(1_000));
      expect(cache.bytes).toBeLessThanOrEqual(limit);
    }
    expect([cache.get('often')?.tag, cache.get('once 1')]).toEqual([answer(3_000).tag, undefined]);
    expect(cache.get('once 19999')?.tag).toBe(answer(1_000).tag);
  });

  it('has the answer that was made last, be the one before asked for or not', async () => {
    const cache = createAnswerCache(4 * 1024 * 1024);
    for (let bytes = 10; bytes < 16; bytes++) {
      await cache.compute('key', 60, async () => answer(bytes));
      if (bytes % 3 === 0) continue;
      expect(cache.get('key')?.identity.length).toBe(bytes);
    }
    expect([cache.get('key')?.identity.length, cache.size]).toEqual([15, 1]);
  });

  it.each([10_000, 4 * 1024 * 1024])(
    'forgets after the route’s time, asked for or not: a cache of %i bytes',
    async (bytes) => {
      const cache = createAnswerCache(bytes);
      // What is not asked for is the older: its time is over when that of the other is.
      for (const name of ['not asked', 'asked']) await cache.compute(name, 0.5, async () => answer(10));
      expect(cache.get('asked')).toBeDefined();
      await expect.poll(() => cache.get('asked'), { timeout: 5_000 }).toBeUndefined();
      expect(cache.get('not asked')).toBeUndefined();
    },
  );

  it('computes once for many askers and keeps no failure', async () => {
    const cache = createAnswerCache(10_000);
    let runs = 0;
    const failing = async () => {
      runs++;
      await sleep(5);
      throw new Error('database is away');
    };
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => cache.compute('key', 60, failing)));
    expect([runs, outcomes.every(({ status }) => status === 'rejected'), cache.size]).toEqual([1, true, 0]);
    await cache.compute('key', 60, async () => answer(10));
    expect(cache.get('key')).toBeDefined();
  });

  it('keeps at once what had not to be waited for, and asks nobody whether its client has gone', () => {
    const cache = createAnswerCache(10_000);
    const made = answer(10);
    const client = {
      get signal(): AbortSignal {
        throw new Error('nobody waits');
      },
    };
    expect(cache.compute('key', 60, () => made, client)).toBe(made);
    expect(cache.get('key')).toBeDefined();
  });

  it('answers from a new edition of the data with new entries', async () => {
    const [home] = inject('homes');
    if (!home) throw new Error('there is always an embedded home');
    await using other = await openService(home);
    const watch = watchDataSet(other.database.em);
    await watch.refresh();
    await watch.stop();
    let edition = 'one';
    const current = () => {
      const dataSet = watch.current();
      return dataSet && { ...dataSet, edition };
    };
    await using service = await openService(home, { dataSets: { ...watch, current } });
    for (const expected of ['MISS', 'HIT']) {
      expect((await service.get('/v1/countries/JP', 'Business')).headers.get('x-cache')).toBe(expected);
    }
    edition = 'two';
    const response = await service.get('/v1/countries/JP', 'Business');
    expect(response.headers.get('x-cache')).toBe('MISS');
  });
});
