/** Typed client of the geographic reference service: openapi-fetch with the service's paths and its key header. */
import createClient from 'openapi-fetch';

/** A client of the service at `baseUrl` with the rights of `key`; further options are those of openapi-fetch. */
export function createGeoClient({ baseUrl = 'http://127.0.0.1:4000', key, headers, ...options }) {
  return createClient({ ...options, baseUrl, headers: { ...headers, 'X-SVCAPI-KEY': key } });
}

/** An answer other than 200. */
export class GeoError extends Error {
  constructor(response, body) {
    super(body?.error ?? `HTTP status ${response.status}`);
    this.name = 'GeoError';
    this.status = response.status;
    this.body = body;
    this.requestId = response.headers.get('x-request-id');
  }
}

/** The body of an answer; rejects with {@link GeoError} when there is none. */
export async function take(answering) {
  const { data, error, response } = await answering;
  if (data === undefined) throw new GeoError(response, error);
  return data;
}
