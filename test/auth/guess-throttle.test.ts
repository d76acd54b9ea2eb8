import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createGuessThrottle, GUESSES_A_MINUTE } from '../../src/auth/guess-throttle.ts';
import { generateKey } from '../../src/auth/key-format.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import type { TestHome } from '../prepared.ts';
import { openService, type TestService } from '../service.ts';

const [home] = inject('homes') as readonly [TestHome];
const UNAUTHORIZED = `{"error":"Unauthorized. You shouldn't be here."}`;

describe('the throttle', () => {
  const guess = (throttle: ReturnType<typeof createGuessThrottle>, address: string, count: number) => {
    for (let i = 0; i < count; i++) throttle.failed(address, `wrong ${address} ${i}`);
  };

  it('lets twenty wrong keys pass, holds the address after one more, and frees it when the minute is over', () => {
    let now = 5_000;
    const throttle = createGuessThrottle(() => now);
    guess(throttle, '192.0.2.1', GUESSES_A_MINUTE);
    expect(throttle.throttledFor('192.0.2.1')).toBe(undefined);
    throttle.failed('192.0.2.1', 'one more');
    expect(throttle.throttledFor('192.0.2.1')).toBe(60);
    expect(throttle.throttledFor('192.0.2.2')).toBeUndefined();
    now += 59_999;
    expect(throttle.throttledFor('192.0.2.1')).toBe(1);
    now += 1;
    expect(throttle.throttledFor('192.0.2.1')).toBe(undefined);
  });

  it('takes the same wrong key again and again for a mistake and not for guessing', () => {
    const throttle = createGuessThrottle();
    for (let i = 0; i < 100; i++) throttle.failed('192.0.2.1', 'the old key');
    expect(throttle.throttledFor('192.0.2.1')).toBeUndefined();
  });

  it('takes a /64 of IPv6 for one address', () => {
    const throttle = createGuessThrottle();
    for (let i = 0; i <= GUESSES_A_MINUTE; i++) throttle.failed(`2001:db8::${i.toString(16)}:1`, `wrong ${i}`);
    expect(throttle.throttledFor('2001:db8:0:0:ffff::9')).toBe(60);
    expect(throttle.throttledFor('2001:0db8::')).toBe(60);
    expect(throttle.throttledFor('2001:db8:0:1::1')).toBeUndefined();
  });
});

describe('the server', () => {
  let service: TestService;
  let server: RunningServer;
  beforeAll(async () => {
    service = await openService(home, { trustedProxies: { hops: 1 } });
    server = await startServer(service.gateway, { host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await server.stop(0);
    await service.close();
  });

  const ask = (address: string, key?: string, path = '/v1/countries/JP') =>
    fetch(`http://127.0.0.1:${server.port}${path}`, {
      headers: { 'X-Forwarded-For': address, ...(key === undefined ? {} : { 'X-SVCAPI-KEY': key }) },
    });

  it('answers guesses with 401, then with 429; good keys go on, also those that were never seen before', async () => {
    const good = inject('keys').Business;
    expect((await ask('198.51.100.1', good)).status).toBe(200);
    for (let i = 0; i <= GUESSES_A_MINUTE; i++) {
      const answer = await ask('198.51.100.1', i % 2 === 0 ? generateKey() : `guess ${i}`);
      expect([answer.status, await answer.text()]).toEqual([401, UNAUTHORIZED]);
    }
    for (let i = 0; i < 5; i++) {
      const answer = await ask('198.51.100.1', i % 2 === 0 ? generateKey() : `another guess ${i}`);
      expect(answer.status).toBe(429);
      expect(await answer.text()).toBe('{"error":"Rate limit exceeded.","limit":20,"period":"minute"}');
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
    }
    expect((await ask('198.51.100.1', good)).status).toBe(200);
    expect((await ask('198.51.100.1', inject('keys').Starter)).status).toBe(200);
    const without = await ask('198.51.100.1');
    expect([without.status, await without.text()]).toEqual([401, UNAUTHORIZED]);
    expect((await ask('198.51.100.2', generateKey())).status).toBe(401);
    expect((await ask('198.51.100.1', generateKey(), '/graphql?query=%7B__typename%7D')).status).toBe(429);
  });
});
