/** `/livez` and `/readyz`: is the process up, and can it answer. */
import type { HttpResponse } from './messages.ts';

export interface HealthOptions {
  hasData(): boolean;
  /** Why the data of the database cannot be served, where that is so. */
  refusedData(): string | undefined;
  isDatabaseReachable(): boolean;
  isStopping(): boolean;
}

/** The answer to a health path; undefined for every other path. */
export function healthAnswer(path: string, options: HealthOptions): HttpResponse | undefined {
  if (path === '/livez') return text(200, 'ok');
  if (path !== '/readyz') return undefined;
  if (options.isStopping()) return text(503, 'stopping');
  if (!options.isDatabaseReachable()) return text(503, 'database out of reach');
  const refused = options.refusedData();
  if (refused !== undefined) return text(503, refused);
  return options.hasData() ? text(200, 'ready') : text(503, 'no data set loaded yet');
}

function text(status: number, word: string): HttpResponse {
  const body = Buffer.from(`${word}\n`);
  return {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Length': String(body.length),
    },
    body,
  };
}
