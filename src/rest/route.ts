/** What a route of `/v1` is: path, plan, parameters, the GraphQL operation behind it, and the texts of its errors. */
import type { Gate } from '../auth/plans.ts';
import { ExpectedError } from '../http/expected-error.ts';
import type { OperationContext } from '../schema/context.ts';
import type { Resource } from '../schema/resource.ts';

export type DataSet = OperationContext['dataSet'];

/** The record that parsed parameters ask for. */
export type ResourceOf = (input: Readonly<Record<string, unknown>>) => Resource;

/** A schema of OpenAPI 3.1 for a parameter, as far as parameters need it. */
export type ParameterSchema = Readonly<Record<string, unknown>>;

/** A path parameter. Undefined means that the text cannot name anything: the route's not-found answer. */
export interface PathParameter<T> {
  readonly doc: string;
  readonly schema: ParameterSchema;
  readonly example: string;
  parse(text: string, dataSet: DataSet): T | undefined;
}

/** A query parameter. `parse` throws {@link ParameterFault} for text that breaks its rule. */
export interface QueryParameter<T> {
  readonly doc: string;
  readonly schema: ParameterSchema;
  readonly example?: string;
  readonly required?: boolean;
  /** What a caller needs to send it at all, even empty. */
  readonly gate?: Gate;
  /** `before` is what the parameters ahead of it in the route's table were parsed to. */
  parse(text: string | undefined, name: string, before?: Readonly<Record<string, unknown>>): T;
}

/** A parameter that breaks its rule. */
export class ParameterFault extends ExpectedError {
  /** True when the text is the whole error; else it is one `<name>: <rule>` of a list. */
  readonly alone: boolean;

  constructor(text: string, alone = false) {
    super(text);
    this.name = 'ParameterFault';
    this.alone = alone;
  }
}

/** The names of the query parameters that were sent. */
export interface SentNames {
  has(name: string): boolean;
  keys(): Iterable<string>;
}

/** What a check says of a parameter: its `<name>: <rule>`, or a fault whose text is the whole error. */
export type Fault = string | ParameterFault;

type PathNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Values<Parsers> = {
  readonly [K in keyof Parsers]: Parsers[K] extends PathParameter<infer T> | QueryParameter<infer T> ? T : never;
};

type QueryParameters = Readonly<Record<string, QueryParameter<unknown>>>;
type PathParameters<Path extends string> = Readonly<Record<PathNames<Path>, PathParameter<unknown>>>;

export interface RouteSpec<Path extends string, P extends PathParameters<Path>, Q extends QueryParameters> {
  /** The path with `:name` for each parameter. */
  readonly path: Path;
  /** Name of the operation in the document, OpenAPI id, label in logs and metrics. */
  readonly operationId: string;
  readonly summary: string;
  readonly tag: string;
  /** A request that has an answer in every data set, path and query: what the documentation shows and lets one try. */
  readonly example: `/v1/${string}`;
  /** The lowest plan and the feature name of its 403; absent when every plan has the route. */
  readonly gate?: Gate;
  readonly params: P;
  readonly query: Q;
  /** The record that the route answers, where it answers whole records. */
  readonly resource?: Resource;
  /** The record, where a parameter chooses it. */
  readonly resourceOf?: ResourceOf;
  /** The persisted GraphQL operation; the value of its root field is the result. */
  readonly document: string;
  readonly variables: (input: Values<P> & Values<Q>) => Readonly<Record<string, unknown>>;
  /** Faults of parameters that do not go together: `<name>: <rule>` by name. They replace what the parser said. */
  readonly check?: (input: Partial<Values<Q>>, sent: SentNames) => Readonly<Record<string, Fault>>;
  /** Where in the result the body lies, for example `['states', 'nodes']`. */
  readonly body?: readonly string[];
  /** Name of the field of each item whose fields go to the front of the item itself. */
  readonly inline?: string;
  /** Wire names that are left out where they are null, in whatever object of the body they stand. */
  readonly omitNull?: readonly string[];
  /** Wire names of the result that are never null here, though the schema allows it. */
  readonly present?: readonly string[];
  /** 404 texts by the path at which the result is null; `''` is the result itself. `{name}` is a field of the result. */
  readonly notFound?: Readonly<Record<string, string>>;
  /** The 404 text of an empty list; absent when an empty list is an answer. */
  readonly empty?: string;
  /** True for personal data: the answer is `no-store`, has no entity tag, and is neither cached nor a key of the cache. */
  readonly personal?: true;
  /** Wire name of the field that says until when the answer is true (ISO 8601). It bounds caching and leaves the body. */
  readonly validUntil?: string;
  /** Seconds that an answer may be cached, here and by the client (contract, section 5). */
  readonly maxAge: number;
}

/** A route with its parameter types forgotten: what the stages work with. */
export interface Route
  extends Omit<RouteSpec<string, Record<string, PathParameter<unknown>>, QueryParameters>, 'variables' | 'check'> {
  readonly variables: (input: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  readonly check?: (input: Readonly<Record<string, unknown>>, sent: SentNames) => Readonly<Record<string, Fault>>;
}

/** Declares a route. A path parameter without a parser does not compile. */
export function route<const Path extends string, P extends PathParameters<Path>, Q extends QueryParameters>(
  spec: RouteSpec<Path, P, Q>,
): Route {
  // The stages hand `variables` exactly what these parsers made.
  return Object.freeze(spec) as unknown as Route;
}
