import { describe, expect, it } from 'vitest';
import { networkOf } from '../../src/auth/network.ts';

describe('a network', () => {
  it('is an address of IPv4, however it is written, and a /64 of IPv6', () => {
    expect(['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:192.0.2.1'].map(networkOf)).toEqual(Array(3).fill('192.0.2.1'));
    expect(new Set(['2001:db8::1', '2001:0db8:0:0:1:2:3:4', '2001:db8::'].map(networkOf)).size).toBe(1);
    expect(networkOf('2001:db8:0:1::1')).not.toBe(networkOf('2001:db8::1'));
    expect(networkOf('fe80::1%eth0')).toBe(networkOf('fe80::2'));
  });
});
