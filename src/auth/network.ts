/** Addresses as they are told apart. */
import { isIPv6 } from 'node:net';

/** IPv4 as IPv4, also where a socket for both kinds writes it as IPv6. */
export function plainAddress(address: string): string {
  const four = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return four ?? address;
}

/** What one customer has: an address of IPv4, a whole /64 of IPv6. */
export function networkOf(written: string): string {
  const address = plainAddress(written);
  if (!isIPv6(address)) return address;
  return groupsOf(address)
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16))
    .join(':');
}

/** The eight groups of an address of IPv6, in hexadecimal as they are written. */
export function groupsOf(address: string): string[] {
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right];
}
