import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, inject, it } from 'vitest';
import { generateKey, hashKey } from '../../src/auth/key-format.ts';
import { databaseProxy } from '../database-proxy.ts';
import { openService } from '../service.ts';

/** Every form in which a key could stand in a line: whole, most of it, its digest. */
function traces(key: string): string[] {
  const hash = hashKey(key);
  return [
    key,
    key.slice(4, 20),
    key.slice(-20),
    encodeURIComponent(key),
    hash.toString('hex'),
    hash.toString('base64'),
    hash.toString('base64url'),
    JSON.stringify([...hash]).slice(1, -1),
  ];
}

/** Ids that a caller may give its request by mistake: no valid one, and where it has the form of a key, those that would be written as they are. */
function idsWith(key: string): string[] {
  const [found] = /geo_[0-9A-Za-z]{36}/.exec(key) ?? [];
  return [
    `bad id ${key}`,
    ...(found === undefined
      ? []
      : [found, `trace-${found}.1`, found.slice(0, 24), found.slice(4), `x1GEO-${found.slice(4)}Z`]),
  ];
}

describe.each(inject('homes'))('logs on $home', (home) => {
  it.each(['info', 'debug', 'trace'])(
    'at level %s hold one line of JSON a request and no trace of any key',
    async (level) => {
      const lines: string[] = [];
      const sink = new Writable({
        write(chunk, _encoding, done) {
          lines.push(...String(chunk).trimEnd().split('\n'));
          done();
        },
      });
      await using proxy = await databaseProxy(home.target);
      await using service = await openService(
        { ...home, target: proxy.target },
        {
          log: pino({ level }, sink),
          indexes: false,
        },
      );
      const good = Object.values(inject('keys'));
      const bad = [
        generateKey(),
        `${generateKey()}x`,
        'geo_not-a-key-but-secret-all-the-same',
        `Bearer ${generateKey()}`,
      ];
      let requests = 0;
      for (const key of [...good, ...bad]) {
        for (const path of [
          '/v1/countries/JP',
          '/v1/states?q=secretsearch',
          '/v1/search/fuzzy?q=to%0d%0aky%1b[31m',
          '/v1/nothing',
          `/v1/countries/${encodeURIComponent(key)}`,
          `/v1/states?q=${encodeURIComponent(key)}`,
        ]) {
          for (const id of idsWith(key)) {
            await service.get(path, null, {
              'X-SVCAPI-KEY': key,
              'User-Agent': `curl ${key}`,
              'X-Request-Id': id,
            });
            requests++;
          }
        }
        await service.gateway.fetch(
          new Request('http://geo.test/graphql', {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', 'X-SVCAPI-KEY': key },
            body: '{"query":"{ country(code: \\"JP\\") { name } }"}',
          }),
        );
      }
      // With the database gone, known keys meet faults in look-ups and unknown ones in the check of the key itself.
      await proxy.cut();
      for (const key of [...good, generateKey()]) {
        const response = await service.get('/v1/countries/US', null, { 'X-SVCAPI-KEY': key });
        expect(response.status).toBe(503);
        bad.push(key);
        requests++;
      }
      expect(lines.length).toBeGreaterThanOrEqual(requests);
      for (const line of lines) expect(JSON.parse(line)).toBeTypeOf('object');
      const all = lines.join('\n');
      for (const trace of [...good, ...bad].flatMap(traces)) expect(all).not.toContain(trace);
      expect(all).not.toContain('secretsearch');
    },
  );
});
