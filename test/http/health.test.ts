import { expect, it } from 'vitest';
import { type HealthOptions, readiness } from '../../src/http/health.ts';

const READY = {
  isStopping: () => false,
  isDatabaseReachable: () => true,
  isDatabaseUnfit: () => false,
  refusedData: () => undefined,
  hasData: () => true,
  isWhole: () => true,
};

it.each<[Partial<HealthOptions>, number, string]>([
  [{}, 200, 'ready'],
  [{ isWhole: () => false }, 503, 'the indexes are being loaded'],
  [{ isWhole: () => false, hasData: () => false }, 503, 'no data set loaded yet'],
  [{ refusedData: () => 'geo import' }, 503, 'geo import'],
  [{ isDatabaseReachable: () => false, hasData: () => false }, 503, 'database out of reach'],
  [{ isDatabaseReachable: () => false, isDatabaseUnfit: () => true }, 503, 'database not usable as it is'],
  [{ isStopping: () => true, isDatabaseReachable: () => false }, 503, 'stopping'],
])('where %o is so, it is %d: %s', (state, status, said) => {
  const reply = readiness({ ...READY, ...state });
  expect([reply.status, String(reply.body)]).toEqual([status, `${said}\n`]);
});
