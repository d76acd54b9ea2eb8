/** Between the Fetch API and the request and response values of the lanes. */
import { ReadableStream } from 'node:stream/web';
import { headerPairs } from './header-lines.ts';
import type { HttpRequest, HttpResponse } from './messages.ts';
import { requestIdOf } from './request-id.ts';

export function fromFetch(request: Request): HttpRequest {
  const { pathname, search, host } = new URL(request.url);
  // Fetch leaves `Host` to whoever sends the request.
  const header = (name: string) => request.headers.get(name) ?? (name === 'host' ? host : undefined);
  return {
    method: request.method,
    id: requestIdOf(header),
    target: pathname + search,
    header,
    signal: request.signal,
    async readBody(limit) {
      const chunks: Uint8Array[] = [];
      let size = 0;
      const reader = request.body?.getReader();
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        size += part.value.length;
        if (size > limit) {
          await reader?.cancel();
          return undefined;
        }
        chunks.push(part.value);
      }
      return Buffer.concat(chunks);
    },
  };
}

/** The answer to a request of this method: HEAD has no body, which node:http sees to by itself. */
export function toFetch({ status, headers, body: sent }: HttpResponse, method: string): Response {
  const made = typeof sent === 'string' ? Buffer.from(sent, 'latin1') : sent;
  const body = made === undefined || Buffer.isBuffer(made) ? made : ReadableStream.from(made);
  // A Buffer over an ArrayBuffer is a body; the types allow for shared memory, which ours never is.
  return new Response(method === 'HEAD' ? null : ((body as BodyInit | undefined) ?? null), {
    status,
    headers: typeof headers === 'string' ? headerPairs(headers) : { ...headers },
  });
}
