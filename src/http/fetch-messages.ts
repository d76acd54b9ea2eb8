/** Between the Fetch API and the request and response values of the lanes. */
import type { RestRequest, RestResponse } from '../rest/request.ts';

export function fromFetch(request: Request): RestRequest {
  const { pathname, search, host } = new URL(request.url);
  return {
    method: request.method,
    target: pathname + search,
    // Fetch leaves `Host` to whoever sends the request.
    header: (name) => request.headers.get(name) ?? (name === 'host' ? host : undefined),
  };
}

/** The answer to a request of this method: HEAD has no body, which node:http sees to by itself. */
export function toFetch({ status, headers, body }: RestResponse, method: string): Response {
  // A Buffer over an ArrayBuffer is a body; the types allow for shared memory, which ours never is.
  return new Response(method === 'HEAD' ? null : ((body as BodyInit | undefined) ?? null), {
    status,
    headers: { ...headers },
  });
}
