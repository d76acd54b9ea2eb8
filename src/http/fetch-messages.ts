/** Between the Fetch API and the request and response values of the lanes. */
import type { RestRequest, RestResponse } from '../rest/request.ts';

export function fromFetch(request: Request): RestRequest {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    target: pathname + search,
    header: (name) => request.headers.get(name) ?? undefined,
  };
}

export function toFetch({ status, headers, body }: RestResponse): Response {
  // A Buffer over an ArrayBuffer is a body; the types allow for shared memory, which ours never is.
  return new Response((body as BodyInit | undefined) ?? null, { status, headers: { ...headers } });
}
