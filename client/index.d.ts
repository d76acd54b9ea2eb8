/** Typed client of the geographic reference service: openapi-fetch with the service's paths and its key header. */
import type { Client, ClientOptions } from 'openapi-fetch';
import type { components, paths } from './schema.d.ts';

export type { components, operations, paths } from './schema.d.ts';

/** Records and errors by name, for example `Schemas['Country']`. */
export type Schemas = components['schemas'];
export type GeoClient = Client<paths>;

export interface GeoClientOptions extends ClientOptions {
  /** Where the service is, without `/v1`; `http://127.0.0.1:4000` by default. */
  readonly baseUrl?: string;
  /** The API key. */
  readonly key: string;
}

/** A client of the service at `baseUrl` with the rights of `key`; further options are those of openapi-fetch. */
export function createGeoClient(options: GeoClientOptions): GeoClient;

/** An answer other than 200. */
export class GeoError extends Error {
  readonly status: number;
  readonly body: Schemas['Error'] | Schemas['PlanError'] | Schemas['QuotaError'] | undefined;
  /** Name of the request, to report a fault by. */
  readonly requestId: string | null;
}

/** The body of an answer; rejects with {@link GeoError} when there is none. */
export function take<T>(
  answering: Promise<{ readonly data?: T; readonly error?: unknown; readonly response: Response }>,
): Promise<T>;
