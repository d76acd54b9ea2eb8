/** What the pages of the documentation tell of each route. */
import type { Route } from '../route.ts';
import { type BadRequest, badRequests } from './example-request.ts';
import { pathTemplate } from './operation.ts';

export interface DocumentedRoute extends Pick<Route, 'summary' | 'gate'> {
  readonly path: string;
  readonly notFound: readonly string[];
  readonly badRequests: readonly BadRequest[];
}

export function documentedOperations(routes: readonly Route[]): DocumentedRoute[] {
  return routes.map((route) => ({
    path: pathTemplate(route),
    summary: route.summary,
    ...(route.gate ? { gate: route.gate } : {}),
    notFound: [
      ...new Set([...Object.values(route.notFound ?? {}), ...(route.empty === undefined ? [] : [route.empty])]),
    ],
    badRequests: badRequests(route),
  }));
}
