import { describe, expect, it } from 'vitest';
import { createClientAddress, type TrustedProxies } from '../../src/http/client-address.ts';

function addressOf(trusted: TrustedProxies | undefined, remoteAddress: string | undefined, forwarded?: string) {
  return createClientAddress(trusted)({
    remoteAddress,
    header: (name) => (name === 'x-forwarded-for' ? forwarded : undefined),
  });
}

describe('without trusted proxies', () => {
  it('the address is the socket’s, whatever a header says', () => {
    expect(addressOf(undefined, '192.0.2.1', '198.51.100.9')).toBe('192.0.2.1');
    expect(addressOf(undefined, '::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(addressOf(undefined, undefined, '198.51.100.9')).toBeUndefined();
  });
});

describe('with a number of proxies', () => {
  it.each([
    [1, '198.51.100.9', '198.51.100.9'],
    // What stands before the entry of our own proxy was written by the client.
    [1, '203.0.113.5, 198.51.100.9', '198.51.100.9'],
    [2, '203.0.113.5, 198.51.100.9', '203.0.113.5'],
    [2, '198.51.100.9', '198.51.100.9'],
    [3, 'forged, 203.0.113.5, 198.51.100.9', '203.0.113.5'],
    [1, '', '10.0.0.1'],
    [1, 'unknown', '10.0.0.1'],
    [1, '198.51.100.9:4711', '198.51.100.9'],
    [1, '[2001:db8::1]:4711', '2001:db8::1'],
    [1, '2001:db8::1', '2001:db8::1'],
  ])('%i hops of "%s" lead to %s', (hops, forwarded, address) => {
    expect(addressOf({ hops }, '10.0.0.1', forwarded)).toBe(address);
  });
});

describe('with addresses of proxies', () => {
  const trusted = { addresses: ['10.0.0.0/8', '2001:db8:1::/48', '192.0.2.7'] };
  it.each([
    ['10.1.2.3', '198.51.100.9', '198.51.100.9'],
    ['::ffff:10.1.2.3', '198.51.100.9', '198.51.100.9'],
    ['2001:db8:1::5', '198.51.100.9', '198.51.100.9'],
    ['192.0.2.7', '203.0.113.5, 10.9.9.9', '203.0.113.5'],
    ['10.1.2.3', '203.0.113.5, 198.51.100.9', '198.51.100.9'],
    // A stranger's header is not read, however it looks.
    ['192.0.2.8', '198.51.100.9', '192.0.2.8'],
    ['10.1.2.3', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
  ])('from %s with "%s" it is %s', (peer, forwarded, address) => {
    expect(addressOf(trusted, peer, forwarded)).toBe(address);
  });
});
