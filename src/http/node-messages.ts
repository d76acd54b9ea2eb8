/** Between node:http and the request and response values of the lanes. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RestRequest, RestResponse } from '../rest/request.ts';

/** The request as a value. Bytes above ASCII in the target are what an unescaped UTF-8 URL is: they become escapes. */
export function fromNode(incoming: IncomingMessage): RestRequest {
  return {
    method: incoming.method ?? 'GET',
    target: asciiTarget(incoming.url ?? '/'),
    header: (name) => {
      const value = incoming.headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    remoteAddress: incoming.socket.remoteAddress,
  };
}

export function toNode({ status, headers, body }: RestResponse, outgoing: ServerResponse): void {
  outgoing.writeHead(status, headers);
  outgoing.end(body);
}

/** True when the Host header names a host: a bad one makes URL parsing throw further in. */
export function hasSaneHost(incoming: IncomingMessage): boolean {
  const { host } = incoming.headers;
  if (host === undefined) return incoming.httpVersion === '1.0';
  return /^[A-Za-z0-9._\-:[\]]+$/.test(host) && URL.canParse(`http://${host}/`);
}

function asciiTarget(target: string): string {
  // node:http hands bytes on as Latin-1 characters.
  return /[^\0-\x7f]/.test(target)
    ? target.replace(/[^\0-\x7f]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`)
    : target;
}
