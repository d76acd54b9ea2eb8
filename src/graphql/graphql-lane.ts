/** `/graphql`: Yoga with the caller's context, the tier guard and masked errors. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import { createYoga, type YogaServerInstance } from 'graphql-yoga';
import type { Caller } from '../auth/caller.ts';
import { createContext, type OperationContext, PAGED_LISTS } from '../schema/context.ts';
import { SHOW_HIDDEN_HEADER, usePlanExtensions } from './use-plan-extensions.ts';
import { useTierGuard } from './use-tier-guard.ts';

export interface GraphqlLaneOptions {
  readonly schema: GraphQLSchema;
  readonly em: EntityManager;
  findCaller(key: string | undefined): Caller | undefined | Promise<Caller | undefined>;
  currentDataSet(): OperationContext['dataSet'] | undefined;
  isUnavailable(error: unknown): boolean;
  onFault(error: unknown, route: string): void;
}

export type GraphqlLane = YogaServerInstance<Record<string, unknown>, OperationContext>;

export function createGraphqlLane(options: GraphqlLaneOptions): GraphqlLane {
  return createYoga<Record<string, unknown>, OperationContext>({
    schema: options.schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    logging: false,
    multipart: false,
    batching: false,
    cors: {
      origin: '*',
      credentials: false,
      allowedHeaders: ['Content-Type', 'X-SVCAPI-KEY', 'X-Request-Id', SHOW_HIDDEN_HEADER],
    },
    graphiql: { title: 'GraphiQL', defaultHeaders: '{\n  "X-SVCAPI-KEY": ""\n}' },
    maskedErrors: { maskError: (error) => masked(error, options) },
    context: ({ request }) => contextOf(request, options),
    plugins: [usePlanExtensions({ schema: options.schema }), useTierGuard(options.schema)],
  });
}

async function contextOf(request: Request, options: GraphqlLaneOptions): Promise<OperationContext> {
  const caller = await options.findCaller(request.headers.get('x-svcapi-key') ?? undefined);
  if (!caller) throw refusal("Unauthorized. You shouldn't be here.", 'UNAUTHENTICATED', 401);
  const dataSet = options.currentDataSet();
  if (!dataSet) throw refusal('Service temporarily unavailable.', 'SERVICE_UNAVAILABLE', 503);
  return createContext({ caller, dataSet, em: options.em, pages: PAGED_LISTS, signal: request.signal });
}

function masked(error: unknown, { isUnavailable, onFault }: GraphqlLaneOptions): Error {
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  if (error instanceof GraphQLError && (cause === error || cause instanceof GraphQLError)) return error;
  if (isUnavailable(cause)) return refusal('Service temporarily unavailable.', 'SERVICE_UNAVAILABLE', 503);
  onFault(cause, 'graphql');
  return refusal('Internal server error.', 'INTERNAL_SERVER_ERROR', 500);
}

function refusal(message: string, code: string, status: number): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status } } });
}
