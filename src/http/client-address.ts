/** Whose request it is: the peer's address, or what trusted proxies say in `X-Forwarded-For`. */
import { isIP } from 'node:net';
import proxyAddress from 'proxy-addr';
import { plainAddress } from '../auth/network.ts';

/** Which peers may say for whom they ask: so many proxies in a row, or those with these addresses and networks. */
export type TrustedProxies = { readonly hops: number } | { readonly addresses: readonly string[] };

export interface Forwarded {
  header(name: string): string | undefined;
  readonly remoteAddress?: string | undefined;
}

/** Finds the client's address; undefined where there is no peer. A header of somebody who is not trusted is not read. */
export function createClientAddress(trusted: TrustedProxies | undefined): (request: Forwarded) => string | undefined {
  if (!trusted) return ({ remoteAddress }) => remoteAddress && plainAddress(remoteAddress);
  const isTrusted = trustOf(trusted);
  return (request) => {
    if (request.remoteAddress === undefined) return undefined;
    const forwarded = entriesOf(request.header('x-forwarded-for')).join();
    const peer = {
      socket: { remoteAddress: plainAddress(request.remoteAddress) },
      headers: { 'x-forwarded-for': forwarded },
    };
    // All that it reads of a request of node:http.
    return proxyAddress(peer as unknown as Parameters<typeof proxyAddress>[0], isTrusted);
  };
}

/** Whether what a peer says in `X-Forwarded-…` is believed. */
export function createTrust(trusted: TrustedProxies | undefined): (remoteAddress: string | undefined) => boolean {
  if (!trusted) return () => false;
  const isTrusted = trustOf(trusted);
  return (remoteAddress) => remoteAddress !== undefined && isTrusted(plainAddress(remoteAddress), 0);
}

/** By address, and place in the row of those who passed a request on: 0 is the peer. */
function trustOf(trusted: TrustedProxies): (address: string, index: number) => boolean {
  return 'hops' in trusted ? (_address, index) => index < trusted.hops : proxyAddress.compile([...trusted.addresses]);
}

/** The addresses of the header that are ones; what stands before something else was written by who knows whom. */
function entriesOf(header: string | undefined): readonly string[] {
  const entries = (header ?? '').split(',').map(addressIn);
  return entries.slice(entries.lastIndexOf(undefined) + 1).filter((entry) => entry !== undefined);
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function addressIn(entry: string): string | undefined {
  const text = entry.trim();
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return isIP(bare) === 0 ? undefined : plainAddress(bare);
}
