/** Whose request it is: the peer's address, or what trusted proxies say in `X-Forwarded-For`. */
import { BlockList, isIP, isIPv4 } from 'node:net';

/** Which peers may say for whom they ask: so many proxies in a row, or those with these addresses and networks. */
export type TrustedProxies = { readonly hops: number } | { readonly addresses: readonly string[] };

export interface Forwarded {
  header(name: string): string | undefined;
  readonly remoteAddress?: string | undefined;
}

/** Finds the client's address; undefined where there is no peer. A header of somebody who is not trusted is not read. */
export function createClientAddress(trusted: TrustedProxies | undefined): (request: Forwarded) => string | undefined {
  if (!trusted) return ({ remoteAddress }) => remoteAddress && plain(remoteAddress);
  const isTrusted =
    'hops' in trusted ? (_address: string, index: number) => index < trusted.hops : among(trusted.addresses);
  return (request) => {
    if (request.remoteAddress === undefined) return undefined;
    let address = plain(request.remoteAddress);
    // From the nearest to the farthest: each trusted one tells who stood behind it.
    const said = (request.header('x-forwarded-for') ?? '').split(',').reverse();
    for (const [index, entry] of said.entries()) {
      const farther = addressIn(entry);
      if (farther === undefined || !isTrusted(address, index)) return address;
      address = farther;
    }
    return address;
  };
}

function among(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    list.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return (address) => list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function addressIn(entry: string): string | undefined {
  const text = entry.trim();
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return isIP(bare) === 0 ? undefined : plain(bare);
}

/** IPv4 as IPv4, also where a socket for both kinds writes it as IPv6. */
function plain(address: string): string {
  const four = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return four ?? address;
}
