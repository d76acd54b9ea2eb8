import { describe, expect, it } from 'vitest';
import { createOriginOf } from '../../src/http/origin.ts';

function asked(headers: Readonly<Record<string, string>>, remoteAddress?: string) {
  return { header: (name: string) => headers[name], remoteAddress };
}

const PORT = () => 8080;
const HEADERS = { host: 'geo.test:81', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'other.test' };

describe('the address by which the service is reached', () => {
  it('is the one that was configured, whatever a client says', () => {
    const originOf = createOriginOf('https://geo.example.com', { hops: 1 }, PORT);
    expect(originOf(asked(HEADERS, '127.0.0.1'))).toBe('https://geo.example.com');
  });

  it('is else the host that the client wrote, and http', () => {
    const originOf = createOriginOf(undefined, undefined, PORT);
    expect(originOf(asked(HEADERS, '127.0.0.1'))).toBe('http://geo.test:81');
    expect(originOf(asked({}, '127.0.0.1'))).toBe('http://localhost:8080');
  });

  it.each([
    [{ hops: 1 }, '192.0.2.1', 'https'],
    [{ hops: 1 }, undefined, 'http'],
    [{ addresses: ['10.0.0.0/8', '::1'] }, '10.1.2.3', 'https'],
    [{ addresses: ['10.0.0.0/8', '::1'] }, '::ffff:10.1.2.3', 'https'],
    [{ addresses: ['10.0.0.0/8', '::1'] }, '192.0.2.1', 'http'],
  ] as const)('has the scheme that a proxy tells where %j trusts %s: %s', (trusted, peer, scheme) => {
    const originOf = createOriginOf(undefined, trusted, PORT);
    expect(originOf(asked(HEADERS, peer))).toBe(`${scheme}://geo.test:81`);
    expect(originOf(asked({ ...HEADERS, 'x-forwarded-proto': 'javascript' }, peer))).toBe('http://geo.test:81');
  });
});
