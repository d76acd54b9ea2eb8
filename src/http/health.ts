/** `/livez` and `/readyz`: is the process up, and can it answer. */
import { type Lane, onlyRead } from './lane.ts';
import { TEXT } from './media-types.ts';
import type { Reply } from './outcome.ts';

export interface HealthOptions {
  /** Whether there is a data set to answer from. */
  hasData(): boolean;
  /** Whether what is stored of it is loaded, its indexes too. Those that are still to be built are not waited for. */
  isWhole(): boolean;
  /** Why the data of the database cannot be served, where that is so. */
  refusedData(): string | undefined;
  isDatabaseReachable(): boolean;
  /** Whether it answers, and cannot be used as it is. */
  isDatabaseUnfit(): boolean;
  isStopping(): boolean;
}

/** What logs and metrics call a probe. */
export const HEALTH_ROUTE = 'health';

export function createHealthLane(options: HealthOptions): Lane {
  return {
    owns: (path) => path === '/livez' || path === '/readyz',
    methodsOf: onlyRead,
    // Whatever the method: haproxy's `option httpchk /readyz` asks by OPTIONS, and a 204 would be taken for ready.
    handle: (_request, path) => ({
      route: HEALTH_ROUTE,
      reply: path === '/livez' ? text(200, 'ok') : readiness(options),
    }),
  };
}

/** What `/readyz` answers. */
export function readiness(options: HealthOptions): Reply {
  if (options.isStopping()) return text(503, 'stopping');
  if (!options.isDatabaseReachable()) {
    return text(503, options.isDatabaseUnfit() ? 'database not usable as it is' : 'database out of reach');
  }
  const refused = options.refusedData();
  if (refused !== undefined) return text(503, refused);
  if (!options.hasData()) return text(503, 'no data set loaded yet');
  return options.isWhole() ? text(200, 'ready') : text(503, 'the indexes are being loaded');
}

function text(status: number, word: string): Reply {
  return { status, type: TEXT, cacheControl: 'no-store', body: Buffer.from(`${word}\n`) };
}
