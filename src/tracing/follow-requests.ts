/** Follows each request through what is done for it: how long it is in the database, and its spans. Off, nothing of this is loaded. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { TracingChannel } from 'node:diagnostics_channel';
import { sqlChannel } from '../db/read.ts';
import { executionChannel } from '../execution/execute.ts';
import type { Accompany } from '../http/exchange.ts';
import { DatabaseTime } from './database-time.ts';
import { withServerTiming } from './server-timing.ts';
import type { OpenSpan, OpenSpans } from './spans.ts';

/** Where in the work for a request one is. */
interface Place {
  readonly time: DatabaseTime;
  /** What is done here is part of it; undefined where requests are not traced. */
  readonly span: OpenSpan | undefined;
}

export interface Follower {
  readonly accompany: Accompany;
  /** Follows nobody any more. */
  stop(): void;
}

export interface FollowOptions {
  /** True to tell callers in `Server-Timing`. */
  readonly serverTiming: boolean;
  /** Undefined to trace nothing. */
  readonly openSpans: OpenSpans | undefined;
}

export function followRequests({ serverTiming, openSpans }: FollowOptions): Follower {
  const places = new AsyncLocalStorage<unknown>();
  // Only `run` below and the store of executions put anything there.
  const here = () => places.getStore() as Place | undefined;
  const stopStatements = followStatements(here);
  const stopExecutions = followExecutions(places, here);
  return {
    accompany(request) {
      const time = new DatabaseTime();
      const span = openSpans?.(request);
      return {
        ...(span && { traceId: span.traceId }),
        run: (find) => places.run({ time, span } satisfies Place, find),
        answered(exchange) {
          span?.answered(exchange);
          return serverTiming ? withServerTiming(exchange, time) : exchange.response;
        },
      };
    },
    stop() {
      stopStatements();
      stopExecutions();
    },
  };
}

/** Where a follower looks for the request that something is done for; what is done for none is not followed. */
type Here = () => Place | undefined;

function followStatements(here: Here): () => void {
  const open = new WeakMap<object, Place>();
  return subscribed(sqlChannel, {
    start(statement) {
      const place = here();
      if (!place) return;
      place.time.begin();
      open.set(statement, { ...place, span: place.span?.statement(statement.sql) });
    },
    error: (statement) => open.get(statement)?.span?.failed(statement.error),
    asyncEnd(statement) {
      const place = open.get(statement);
      place?.time.end();
      place?.span?.end();
    },
  });
}

function followExecutions(places: AsyncLocalStorage<unknown>, here: Here): () => void {
  const open = new WeakMap<object, OpenSpan>();
  const { start } = executionChannel;
  start.bindStore(places, (execution): Place | undefined => {
    const place = here();
    const span = place?.span?.execution();
    if (!place || !span) return place;
    open.set(execution, span);
    return { ...place, span };
  });
  const stop = subscribed(executionChannel, { asyncEnd: (execution) => open.get(execution)?.end() });
  return () => {
    start.unbindStore(places);
    stop();
  };
}

const EVENTS = ['start', 'error', 'asyncEnd'] as const;

type Listeners<Told> = { readonly [Event in (typeof EVENTS)[number]]?: (told: Told & { error?: unknown }) => void };

/** Listens to some of a channel's events; returns what ends that. */
function subscribed<Told extends object>(
  channel: TracingChannel<unknown, Told>,
  listeners: Listeners<Told>,
): () => void {
  const stops = EVENTS.flatMap((event) => {
    const listener = listeners[event];
    if (!listener) return [];
    const heard = (told: unknown) => listener(told as Told); // What the channel is declared to carry.
    channel[event].subscribe(heard);
    return [() => channel[event].unsubscribe(heard)];
  });
  return () => {
    for (const stop of stops) stop();
  };
}
