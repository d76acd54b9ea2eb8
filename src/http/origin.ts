/** By which address the service is reached: what its pages and manifests write in front of their own paths. */
import { createTrust, type TrustedProxies } from './client-address.ts';
import type { HttpRequest } from './messages.ts';

export type OriginOf = (request: Pick<HttpRequest, 'header' | 'remoteAddress'>) => string;

/**
 * `https://host:port`: the origin that was configured, or else `Host` as the client wrote it, with the scheme that a proxy that
 * is trusted says it was asked by. A `Host` is the client's own word: what holds it is for that client, and for its `Host`.
 * Requests of HTTP/1.0 need none: those are told of this machine, and the port that is listened on.
 */
export function createOriginOf(
  publicOrigin: string | undefined,
  trusted: TrustedProxies | undefined,
  ownPort: () => number,
): OriginOf {
  if (publicOrigin !== undefined) return () => publicOrigin;
  const isTrusted = createTrust(trusted);
  return (request) => {
    const isSecure = request.header('x-forwarded-proto') === 'https' && isTrusted(request.remoteAddress);
    return `${isSecure ? 'https' : 'http'}://${request.header('host') ?? `localhost:${ownPort()}`}`;
  };
}
