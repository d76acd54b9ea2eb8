/** What the pages are given by the gateway: data through the schema and `/v1`, never the database itself. */
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { DemoKeys } from '../auth/demo-keys.ts';
import type { Plan } from '../auth/plans.ts';
import type { OnFault } from '../http/lane.ts';
import type { HttpRequest, OwnAnswer } from '../http/messages.ts';
import type { OriginOf } from '../http/origin.ts';
import type { Unavailability } from '../http/outcome.ts';
import type { DataSet } from '../schema/context.ts';
import type { OutlineCode } from './maps/atlas.ts';

export interface CityPoints {
  readonly count: number;
  /** `longitude latitude` pairs in hundredths of a degree, joined by commas. */
  readonly points: string;
}

export interface PagesOptions {
  readonly schema: GraphQLSchema;
  readonly version: string;
  readonly home: 'postgresql' | 'embedded';
  currentDataSet(): DataSet | undefined;
  isDatabaseReachable(): boolean;
  /** Why the data of the database cannot be served, where that is so. */
  refusedData(): string | undefined;
  /** By which address the service is reached; see `createOriginOf`. */
  readonly originOf: OriginOf;
  isStopping(): boolean;
  /** The present moment, in milliseconds since 1970. */
  now(): number;
  /** The demo keys; empty where there are none. */
  demoKeys(): DemoKeys;
  /** The demo keys for a reader who may see them; empty for everybody else. */
  demoKeysFor(request: HttpRequest): DemoKeys;
  /** Runs an operation with the rights of a Community key: a page shows nothing that such a key would not see. */
  execute(
    document: DocumentNode,
    variables: Readonly<Record<string, unknown>>,
    dataSet: DataSet,
  ): Promise<Readonly<Record<string, unknown>>>;
  /** Answers a `/v1` target as a caller of a plan, without a key and outside every quota. */
  ask(target: string, plan: Plan): Promise<OwnAnswer>;
  /** How many cities a country (or the world, without one) has, and where. Drawn on maps, never shown as numbers. */
  cityPoints(dataSet: DataSet, countryId: number | undefined): Promise<CityPoints>;
  outlineCodes(dataSet: DataSet): Promise<readonly OutlineCode[]>;
  /** Why it is that a request cannot be answered now; undefined for a fault of our own. */
  whyUnavailable(error: unknown): Unavailability | undefined;
  readonly onFault: OnFault;
}
